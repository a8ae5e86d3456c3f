import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { launchRedis, type RedisServer } from '../../scripts/redis/launch.ts';
import { storeKeys } from '../lease/index.ts';
import { HistoryReader } from './index.ts';
import { PREFIX, redisKey } from './testing/scripted-watch.ts';

let server: RedisServer;
let redis: Redis;

beforeAll(async () => {
  server = await launchRedis();
  redis = new Redis(server.url);
});

afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

test('while a large history is read, the newest of it is there already', async () => {
  const { history } = storeKeys(PREFIX);
  const batch = redis.pipeline();
  for (let n = 1; n <= 3000; n++) {
    batch.xadd(
      ...[history, `${n}-0`, 'key', redisKey(`t${n}`), 'event', 'acquired', 'from', '', 'to'],
      ...['run', 'at', '', 'source', 'recorded', 'actor', '', 'reason', '', 'held', ''],
      ...['renewals', '', 'fence', ''],
    );
  }
  await batch.exec();
  // Every answer waits until the one before it has been looked at.
  const store = new Redis(server.url);
  const answers: (() => void)[] = [];
  const held = new Proxy(store, {
    get(target, name) {
      if (name !== 'xrevrangeBuffer') return Reflect.get(target, name, target).bind?.(target);
      return async (...args: Parameters<Redis['xrevrangeBuffer']>) => {
        const items = await target.xrevrangeBuffer(...args);
        await new Promise<void>((resolve) => answers.push(resolve));
        return items;
      };
    },
  });
  const reader = new HistoryReader({ store: held, prefixes: [PREFIX] });
  const started = reader.start();
  expect(reader.page()).toEqual({ entries: [], next: null, loading: true });
  for (const step of ['the last id', 'the newest']) {
    await vi.waitFor(() => expect(answers, step).toHaveLength(1));
    answers.shift()?.();
  }
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  expect(reader.page({ limit: 2 })).toMatchObject({
    ...{ loading: true, entries: [{ key: 't3000' }, { key: 't2999' }] },
  });
  const goOn = setInterval(() => answers.shift()?.(), 5);
  await started;
  clearInterval(goOn);
  expect(reader.page({ limit: 1 })).toMatchObject({ loading: false });
  expect(reader.size).toBe(3000);
  reader.close();
  store.disconnect();
});
