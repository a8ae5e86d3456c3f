import { releaseOver } from './base/actions.ts';
import { rowOf, search } from './base/board.ts';
import { expect, test } from './base/test.ts';

test('what is misspelt in a search is said, with what can be written instead', async ({
  board,
  leases,
}) => {
  const lease = await leases.set('acct_1\0spelled', 'run-1');
  await expect(rowOf(board, lease)).toBeVisible();
  const field = board.getByLabel('Search leases');
  const hint = board.getByRole('search').getByRole('status');

  await search(board, 'health:sil');
  await expect(board.getByRole('option', { name: 'health:silent' })).toBeVisible();
  await expect(hint).toBeHidden();
  await search(board, 'health:nonsense');
  await expect(hint).toContainText('health: must be one of healthy, late, at-risk');
  await expect(field).toHaveAccessibleDescription(/health: must be one of/);
  await search(board, 'held:>banana');
  await expect(hint).toContainText('held:>10m');
  await search(board, 'health:nonsense ');
  await expect(hint).toContainText('health: must be one of');

  // Keys hold colons: only where nothing is found it may have been meant as a filter.
  await search(board, 'foo:bar');
  await expect(hint).toBeHidden();
  const table = board.getByRole('main');
  await expect(table.getByText('foo: is not a filter')).toBeVisible();
  await search(board, 'thread:spelled');
  await expect(rowOf(board, lease)).toBeVisible();
});

test('a search that is too long is cut, and the page goes on living', async ({
  board,
  leases,
  stack,
}) => {
  await board.goto(`${stack.dashboard.url}/?q=${'x'.repeat(600)}`);
  const field = board.getByLabel('Search leases');
  await expect(field).toHaveValue('x'.repeat(500));
  await expect(board.getByText('No lease matches')).toBeVisible();
  await leases.set(`acct_1\0${'x'.repeat(500)}`, 'run-long');
  await expect(board.getByText('No lease matches')).toBeHidden();
  await expect(board.getByText('has not responded')).toHaveCount(0);
});

test('a question that the server refuses is not taken for a lost connection', async ({
  page,
  stack,
  signIn,
  leases,
  browserConsole,
}) => {
  browserConsole.expectErrors(/400/);
  await page.route(/\/api\/(stream|snapshot)\?.*q=refused/, (route) =>
    route.fulfill({ status: 400, json: { error: 'q “refused”: too long' } }),
  );
  await signIn(page, stack);
  await page.goto(`${stack.dashboard.url}/?q=refused`);
  await expect(page.getByText('Invalid search')).toBeVisible();
  await expect(page.getByText('has not responded')).toHaveCount(0);
  // Another search is asked again, and what it finds is live.
  await search(page, 'answered');
  await expect(page.getByText('Invalid search')).toBeHidden();
  const lease = await leases.set('acct_1\0answered', 'run-1');
  await expect(rowOf(page, lease)).toBeVisible();
});

test('the audit shows all of two owners whose beginnings are the same', async ({
  board,
  leases,
  api,
  stack,
}) => {
  const owner = '953a49ca-5d1a-4c0e-9a3f-000000000001';
  const lease = await leases.set('acct_1\0short owner', owner);
  const answer = await releaseOver(api, lease, '953a49ca', 'the short id');
  expect(answer).toMatchObject({ outcome: 'owner-changed' });
  await board.goto(`${stack.dashboard.url}/audit?lease=${lease.id}`);
  await expect(board.getByText(`(found ${owner})`)).toBeVisible();
});

test('the palette takes the first lease found for all that was typed, unless one goes on from there', async ({
  board,
  leases,
}) => {
  const lease = await leases.set('acct_1\0palette-thread', 'run-1', 60_000);
  await expect(rowOf(board, lease)).toBeVisible();
  await board.keyboard.press('Control+k');
  const palette = board.getByRole('dialog');
  const chosen = palette.locator('[role="option"][aria-selected="true"]');
  await expect(palette.getByRole('combobox')).toBeFocused();
  await board.keyboard.type('palette-thr');
  await expect(chosen).toContainText('palette-thread');
  await board.keyboard.press('ArrowDown');
  await expect(chosen).toContainText('Search leases for');
  await board.keyboard.type('e');
  await expect(chosen).toContainText('palette-thread');
  await board.keyboard.press('Enter');
  await expect(board).toHaveURL(new RegExp(`${lease.path}$`));
});
