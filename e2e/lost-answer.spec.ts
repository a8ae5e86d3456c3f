/** Redis lost between the click and the answer: the dialog says "not known", and then the truth. */

import type { Page } from '@playwright/test';
import { leasesOn, type OutsideLease } from './base/leases.ts';
import { PREFIX, type Stack } from './base/stack.ts';
import { test as base, expect } from './base/test.ts';

const REASON = 'the answer to this one is lost';
const AUDIT = `leaseboard:{${PREFIX}}:audit`;

interface Scene {
  page: Page;
  stack: Stack;
  network: NonNullable<Stack['network']>;
  lease: OutsideLease;
  owner(): Promise<string | null>;
}

const test = base.extend<{ scene: Scene }>({
  // The page in it is closed before the dashboard is.
  scene: async ({ ownStack, signIn, page, browserConsole }, use) => {
    browserConsole.expectErrors(/50\d/);
    const stack = await ownStack({ breakable: true });
    const { network } = stack;
    if (!network) throw new Error('this deployment has no network to break');
    const leases = leasesOn(stack.redis);
    // One release before: then Redis knows the script, and the act is one command.
    const first = await leases.set('lost\0first', 'run-0');
    await signIn(page, stack);
    await releaseOver(stack, first);
    const lease = await leases.set('lost\0answer', 'run-1', 600_000);
    await use({ page, stack, network, lease, owner: () => leases.owner(lease) });
  },
});

test.describe.configure({ timeout: 120_000 });

test('nothing was done: unknown, then that, and nothing happens later', async ({ scene }) => {
  const { page, stack, network, owner } = scene;
  network.cutAt(REASON, 'request');
  await release(scene);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Unknown: no answer arrived')).toBeVisible();
  await expect(dialog.getByText('Checking every 2 s')).toBeVisible();

  network.reset();
  network.clear();
  await expect(dialog.getByText('Nothing was changed, and it will not be done')).toBeVisible({
    timeout: 30_000,
  });
  await expect(dialog.getByText('Checking every 2 s')).toBeHidden();
  // What was on its way would have arrived by then.
  await page.waitForTimeout(3_000);
  expect(await owner()).toBe('run-1');
  expect(await stack.redis.xlen(AUDIT)).toBe(2);
  await dialog.getByRole('link', { name: 'Show in audit log' }).click();
  await expect(page.getByText(REASON)).toBeVisible();
});

test('it was done: unknown, then that, and it is not done twice', async ({ scene }) => {
  const { page, stack, network, lease, owner } = scene;
  network.cutAt(REASON, 'reply');
  await release(scene);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Unknown: no answer arrived')).toBeVisible();
  expect(await owner()).toBeNull();
  // The same owner again: a second effect would be seen.
  await stack.redis.set(lease.redisKey, 'run-1', 'PX', 600_000);

  network.reset();
  network.clear();
  await expect(dialog.getByText('Released: the thread is free.')).toBeVisible({ timeout: 30_000 });
  await expect(dialog.getByText('The answer was lost; it was done.')).toBeVisible();
  await page.waitForTimeout(3_000);
  expect(await owner()).toBe('run-1');
  expect(await stack.redis.xlen(AUDIT)).toBe(2);
});

async function release({ page, stack, lease }: Scene): Promise<void> {
  await page.goto(`${stack.dashboard.url}${lease.path}`);
  await page.getByRole('button', { name: 'Release…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill(REASON);
  await dialog.getByLabel(/^Type/).fill('answer');
  await dialog.getByRole('button', { name: 'Release', exact: true }).click();
}

async function releaseOver({ dashboard }: Stack, lease: OutsideLease): Promise<void> {
  const response = await fetch(`${dashboard.url}/api/leases/${lease.id}/release`, {
    method: 'POST',
    headers: { authorization: `Bearer ${dashboard.token}` },
    body: JSON.stringify({ expectOwner: 'run-0', reason: 'first of all' }),
  });
  expect(await response.json()).toMatchObject({ outcome: 'done' });
}
