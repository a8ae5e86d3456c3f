import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { feedOf, isGrey, openLease, rowOf } from './base/board.ts';
import { leasesOn, type OutsideLease } from './base/leases.ts';
import { expect, test } from './base/test.ts';

let disk: string;

test.beforeEach(() => {
  disk = mkdtempSync(join(tmpdir(), 'leaseboard-e2e-'));
});

test.afterEach(() => rmSync(disk, { recursive: true, force: true }));

/** Every state that is shown of a lease is marked as last known, wherever it is shown. Ends on the list. */
async function expectLastKnownGrey(page: Page, lease: OutsideLease): Promise<void> {
  const list = page.url();
  const tile = page.getByRole('region', { name: 'Overview' }).getByRole('button').first();
  await expect(tile).toBeVisible();
  await expectGrey(tile, rowOf(page, lease).getByText('Healthy', { exact: true }));
  await rowOf(page, lease).getByText('Healthy', { exact: true }).click();
  const drawer = page.getByRole('dialog');
  await expectGrey(
    drawer.getByText('Healthy', { exact: true }),
    drawer.getByText('TTL', { exact: true }),
  );
  await openLease(page, lease);
  const content = page.getByRole('main');
  await expectGrey(
    content.getByText('Healthy', { exact: true }),
    content.getByText('TTL', { exact: true }),
  );
  await page.goto(new URL('/processes', list).href);
  await expectGrey(page.getByRole('main').getByRole('listitem').first());
  await page.goto(list);
}

async function expectGrey(...shown: Locator[]): Promise<void> {
  for (const one of shown) {
    await expect(one).toBeVisible();
    await expect.poll(() => isGrey(one), String(one)).toBe(true);
  }
}

test('Redis away for ten seconds: said at once, nothing forgotten, right again by itself', async ({
  page,
  ownStack,
  signIn,
  browserConsole,
}) => {
  browserConsole.expectErrors(/50\d/);
  // This Redis keeps what it holds, as a production one does.
  const kept = ['--appendonly', 'yes', '--appendfsync', 'always', '--dir', disk];
  const stack = await ownStack({ redisArgs: kept });
  const leases = leasesOn(stack.redis);
  await signIn(page, stack);
  const held = await leases.set('u1\0held throughout', 'run-1', 120_000);
  await expect(rowOf(page, held)).toBeVisible();

  await stack.stopRedis();
  const banner = page.getByText('Redis has not responded');
  await expect(banner).toBeVisible();
  await expect(rowOf(page, held)).toBeVisible();
  const away = page.waitForTimeout(10_000);
  await expectLastKnownGrey(page, held);
  await away;
  await expect(rowOf(page, held)).toBeVisible();

  await stack.startRedis();
  const later = await leases.set('u1\0taken after', 'run-2', 120_000);
  await expect(banner).toBeHidden();
  await expect(rowOf(page, later)).toBeVisible();
  await expect(rowOf(page, held)).toContainText('run-1');
  await expect(feedOf(page)).toContainText('Gap of');
});

test('a Redis that comes back empty is no quiet day: what was lost is said, and where the audit begins', async ({
  page,
  ownStack,
  signIn,
  browserConsole,
}) => {
  browserConsole.expectErrors(/50\d/);
  const stack = await ownStack();
  const leases = leasesOn(stack.redis);
  await signIn(page, stack);
  const held = await leases.set('u1\0lost with it', 'run-1', 120_000);
  await leases.set('u1\0lost, too', 'run-2', 120_000);
  await expect(rowOf(page, held)).toBeVisible();
  await stack.stopRedis();
  await expect(page.getByText('Redis has not responded')).toBeVisible();
  await stack.startRedis();
  const needs = page.getByRole('region', { name: /^Needs attention/ });
  await expect(needs).toContainText('2 leases were lost (2 were held)');
  await expect(rowOf(page, held)).toHaveCount(0);
  await page.goto(`${stack.dashboard.url}/audit`);
  await expect(page.getByText('The audit log starts at')).toBeVisible();
});
