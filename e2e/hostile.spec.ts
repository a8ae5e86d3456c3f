/** A short attack, the same each time. `npm run fuzz` makes a long one. */

import { PREFIX } from './base/stack.ts';
import { expect, test } from './base/test.ts';
import { breakKeys } from './hostile/redis-values.ts';
import { fuzz, readHostileData } from './hostile/run.ts';

test('hostile values in Redis hide nothing and stop nothing', async ({ ownStack }) => {
  const stack = await ownStack();
  expect(await readHostileData(stack, { seed: 1, count: 200, leases: 20 })).toEqual([]);
  await stack.redis.set(`${PREFIX}:lease:in-order`, 'run-1', 'PX', 60_000);
  const headers = { authorization: `Bearer ${stack.dashboard.token}` };
  const listed = await fetch(`${stack.dashboard.url}/api/leases?q=in-order`, { headers });
  expect(await listed.json()).toMatchObject({ total: 1 });
  await breakKeys(stack.redis, PREFIX);
  expect(await readHostileData(stack, { seed: 2, count: 0, leases: 1 })).toEqual([]);
});

test('hostile requests are answered, and none with a fault of ours', async ({ ownStack }) => {
  const stack = await ownStack();
  await readHostileData(stack, { seed: 3, count: 60, leases: 1 });
  expect(await fuzz(stack, { seed: 4, count: 500 })).toEqual([]);
});
