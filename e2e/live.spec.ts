import { feedOf, rowOf } from './base/board.ts';
import { expect, test } from './base/test.ts';

test('a lease taken from outside appears, moves, is handed on and goes', async ({
  board,
  leases,
  stack,
}) => {
  const lease = leases.name('u1\0t1');
  const row = rowOf(board, lease);

  await stack.redis.set(lease.redisKey, 'run-1', 'PX', 15_000, 'NX');
  await expect(row).toContainText('t1');
  await expect(row).toContainText('run-1');

  await stack.redis.pexpire(lease.redisKey, 45_000);
  await expect(row).toContainText(/4\d(\.\d)? s/);

  await stack.redis.set(lease.redisKey, 'run-2', 'PX', 15_000);
  await expect(row).toContainText('run-2');
  await expect(feedOf(board)).toContainText(/run-1[\s\S]*run-2/);

  await stack.redis.del(lease.redisKey);
  await expect(row).toHaveCount(0);
});

test('a lease left alone goes at its deadline, however many other keys expire', async ({
  board,
  leases,
  stack,
}) => {
  const others = stack.redis.pipeline();
  for (let n = 0; n < 20_000; n++) others.set(`other:${n}`, 'x', 'PX', 3_600_000 + n);
  await others.exec();

  const lease = await leases.set('u2\0deserted', 'run-of-nobody', 2_000);
  const row = rowOf(board, lease);
  await expect(row).toBeVisible();
  await expect(row).toHaveCount(0, { timeout: 4_000 });
  // Redis itself has noticed, so every other listener has heard of it too.
  expect(await stack.redis.dbsize()).toBeLessThan(20_100);
});

test('what happened is kept, with who held it before and after', async ({ api, leases, stack }) => {
  const lease = await leases.set('u3\0kept', 'run-a', 30_000);
  const events = async () => {
    const response = await api(`/api/history?lease=${lease.id}&limit=10`);
    const { entries } = await response.json();
    return entries.map(({ event, from, to }: Record<string, unknown>) => [event, from, to]);
  };
  await expect.poll(events).toEqual([['acquired', null, 'run-a']]);
  await stack.redis.set(lease.redisKey, 'run-b', 'PX', 30_000);
  await expect.poll(events).toEqual([
    ['transferred', 'run-a', 'run-b'],
    ['acquired', null, 'run-a'],
  ]);
  await leases.remove(lease);
  await expect.poll(events).toEqual([
    ['released', 'run-b', null],
    ['transferred', 'run-a', 'run-b'],
    ['acquired', null, 'run-a'],
  ]);
});

test('the history pauses, says how many changes it holds back, and goes on with them', async ({
  board,
  leases,
  stack,
}) => {
  await board.goto(`${stack.dashboard.url}/history?find=paused-thread`);
  await leases.set('acct_1\0paused-thread', 'run-before');
  const lines = board.getByRole('region', { name: 'History' }).getByRole('listitem');
  await expect(lines).toHaveCount(1);
  await board.getByRole('button', { name: 'Live' }).click();
  await leases.set('acct_1\0paused-thread', 'run-after');
  await leases.set('acct_1\0another', 'run-1');
  await expect(board.getByText('1 change waiting')).toBeVisible();
  await expect(lines).toHaveCount(1);
  await board.getByRole('button', { name: 'Paused' }).click();
  await expect(lines).toHaveCount(2);
  await expect(board.getByText('change waiting')).toBeHidden();
});
