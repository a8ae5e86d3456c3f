/** Links that were cut off, mistyped, or made by another name for the same thing. */

import { rowOf } from './base/board.ts';
import { expect, test } from './base/test.ts';

test('a lease in the link that is none says so, asks for nothing, and goes away', async ({
  board,
  stack,
}) => {
  const asked: string[] = [];
  board.on('request', (request) => asked.push(request.url()));
  await board.goto(`${stack.dashboard.url}/?lease=nonsense`);
  const drawer = board.getByRole('dialog');
  await expect(drawer.getByText('Page not found')).toBeVisible();
  await expect(drawer.getByRole('link')).toHaveCount(0);
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(drawer).toBeHidden();
  await expect(board).toHaveURL(`${stack.dashboard.url}/`);
  expect(asked.filter((url) => url.includes('nonsense') && url.includes('/api/'))).toEqual([]);
});

test('the history takes the names of the API: q for what it finds, and one lease', async ({
  board,
  leases,
  stack,
}) => {
  const lease = await leases.set('u1\0linked history', 'run-linked');
  await expect(rowOf(board, lease)).toBeVisible();
  await board.goto(`${stack.dashboard.url}/history?q=linked%20history&event=acquired`);
  await expect(board.getByLabel('Search thread, owner, actor or reason')).toHaveValue(
    'linked history',
  );
  await expect(board).toHaveURL(/event=acquired/);
  await board.goto(`${stack.dashboard.url}/history?lease=${lease.id}`);
  await expect(board).toHaveURL(stack.dashboard.url + lease.path);
  await expect(board.getByRole('heading', { level: 1 })).toContainText('linked history');
});

test('what is no address of a lease is 404, whatever was made of it', async ({ board, stack }) => {
  for (const path of ['/leases/nonsense', '/leases/%E0%A4%A', '/history?lease=nonsense']) {
    const response = await board.request.get(`${stack.dashboard.url}${path}`);
    expect({ path, status: response.status() }).toEqual({ path, status: 404 });
  }
});
