import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { launchRedis, type RedisServer } from '../../scripts/redis/launch.ts';
import { HistoryReader } from './index.ts';
import { ChangeMaker } from './testing/change-maker.ts';
import { compareHistory } from './testing/compare-history.ts';
import { type DashboardProcess, startDashboard } from './testing/dashboards.ts';

const PREFIX = 'test:topic';
let server: RedisServer;
let redis: Redis;
let boards: DashboardProcess[] = [];

beforeAll(async () => {
  server = await launchRedis();
  redis = new Redis(server.url);
});

afterAll(async () => {
  for (const board of boards) await board.kill();
  redis.disconnect();
  await server.stop();
});

/** Processes start slowly on a busy machine. */
const PATIENCE_MS = 90_000;

const states = () => boards.map(({ state }) => state()).sort();

test(
  'recorders are killed in the middle, and the history is what was done',
  async () => {
    const where = { url: server.url, prefix: PREFIX };
    boards = ['a', 'b', 'c'].map((name) => startDashboard(name, where));
    await vi.waitFor(
      () => expect(states()).toEqual(['standby', 'standby', 'writing']),
      PATIENCE_MS,
    );
    const maker = new ChangeMaker({
      redis,
      prefix: PREFIX,
      perSecond: 80,
      leases: 40,
      apartMs: 700,
    });
    maker.start();
    for (const atLeast of [100, 500]) {
      await vi.waitFor(() => expect(maker.count).toBeGreaterThan(atLeast), PATIENCE_MS);
      const killed = boards.findIndex(({ state }) => state() === 'writing');
      await boards[killed]?.kill();
      boards.splice(killed, 1);
      await vi.waitFor(() => expect(states()).toContain('writing'), PATIENCE_MS);
    }
    await maker.stop();

    const reader = new HistoryReader({ store: redis, prefixes: [PREFIX] });
    await reader.start();
    const expected = { inexact: [], wrong: [], unseen: 0 };
    const compared = () => compareHistory(maker.log, reader.select());
    await vi.waitFor(() => expect(compared()).toMatchObject(expected), 10_000);
    expect(reader.page({ event: 'gap' }).entries).toEqual([]);
    reader.close();
  },
  4 * PATIENCE_MS,
);
