import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { refusedAct } from './base/actions.ts';
import { rowOf } from './base/board.ts';
import { expect, test } from './base/test.ts';

const PAGES = ['/', '/history', '/processes', '/audit', '/diagnostics'];
/** A hundred entries more are looked at for half a minute, and are the same again. */
const FEW_OF_MANY: Record<string, string> = {
  '/history': '/history?find=axe',
  '/audit': '/audit?q=axe',
};

for (const page of [...PAGES, 'a lease']) {
  test(`nothing serious for assistive technology, light and dark: ${page}`, async ({
    board,
    leases,
    stack,
    api,
  }) => {
    const lease = await leases.set('acct_1\0axe', 'run-axe', 600_000);
    await leases.set('acct_1\0axe', 'run-axe-2', 600_000);
    await refusedAct(api, lease, 'to be looked at by axe');
    const path = page === 'a lease' ? lease.path : (FEW_OF_MANY[page] ?? page);
    await board.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await expect(rowOf(board, lease)).toBeVisible();
    await board.goto(`${stack.dashboard.url}${path}`);
    await expect(board.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await graveFindings(new AxeBuilder({ page: board }))).toEqual([]);
    const light = await inkOf(board);
    // Colours are all that differs.
    await board.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await board.reload();
    expect(await inkOf(board)).not.toBe(light);
    const colours = new AxeBuilder({ page: board }).withRules(['color-contrast']);
    expect(await graveFindings(colours)).toEqual([]);
  });
}

function inkOf(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).color);
}

async function graveFindings(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

test('no page scrolls sideways at 390 pixels', async ({ board, leases, stack }) => {
  const lease = await leases.set(`${'a'.repeat(120)}\0${'t'.repeat(200)}`, 'r'.repeat(300), 60_000);
  await board.setViewportSize({ width: 390, height: 800 });
  for (const path of [...PAGES, lease.path]) {
    await board.goto(`${stack.dashboard.url}${path}`);
    await expect(board.getByRole('heading', { level: 1 })).toBeVisible();
    const width = await board.evaluate(() => document.documentElement.scrollWidth);
    expect(width, path).toBeLessThanOrEqual(390);
  }
});

test('by keyboard alone from the list to a released lease', async ({ board, leases }) => {
  const lease = await leases.set('acct_1\0stuck-thread', 'run-kbd', 120_000);
  await expect(rowOf(board, lease)).toBeVisible();
  await board.keyboard.press('/');
  await board.keyboard.type('stuck-thread');
  await board.keyboard.press('Escape');
  await board.keyboard.press('Tab');
  await board.keyboard.press('j');
  await expect(rowOf(board, lease)).toBeFocused();
  await board.keyboard.press('r');
  const dialog = board.getByRole('dialog');
  await expect(dialog.getByRole('heading')).toContainText('stuck-thread');
  await board.keyboard.type('nobody is there');
  await dialog.getByLabel(/^Type/).focus();
  await board.keyboard.type('stuck-thread');
  await board.keyboard.press('Enter');
  await expect(dialog).toContainText('Released: the thread is free.');
  await board.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(await leases.owner(lease)).toBeNull();
});

test('a selection outlives a renewal, a change of owner and the lease itself', async ({
  board,
  leases,
  stack,
}) => {
  const one = await leases.set('acct_1\0select-1', 'run-1', 60_000);
  const two = await leases.set('acct_1\0select-2', 'run-2', 60_000);
  for (const lease of [one, two]) await rowOf(board, lease).getByRole('checkbox').check();
  await stack.redis.pexpire(one.redisKey, 90_000);
  await stack.redis.set(one.redisKey, 'run-3', 'PX', 60_000);
  await expect(rowOf(board, one)).toContainText('run-3');
  await leases.remove(two);
  await leases.set('acct_1\0newcomer', 'run-4', 60_000);
  await expect(board.getByText('2 selected')).toBeVisible();
  await expect(rowOf(board, one).getByRole('checkbox')).toBeChecked();
  await expect(rowOf(board, two)).toBeVisible();
});
