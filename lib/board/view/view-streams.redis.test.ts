import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { HistoryEntry } from '../../history/entry.ts';
import { leaseIdOf } from '../../keys/lease-id.ts';
import { Listeners } from '../../observe/listeners.ts';
import {
  leaseKey,
  until,
  type WatchedRedis,
  watchedRedis,
} from '../../observe/testing/watched-redis.ts';
import { Board } from '../board.ts';
import { EventReader } from '../testing/event-reader.ts';
import { parseView } from './parse-view.ts';
import { ViewStreams } from './view-streams.ts';

const idOf = (key: string) => leaseIdOf(Buffer.from(leaseKey(key)));
const viewOf = (query = '') => parseView(new URLSearchParams(query));

const entries = new Listeners<HistoryEntry>();
let watched: WatchedRedis;
let board: Board;
let streams: ViewStreams;
let abort: AbortController;
let allowed: boolean;

beforeAll(async () => {
  watched = await watchedRedis();
  board = new Board(watched.watch);
});
afterAll(() => watched.close());

beforeEach(async () => {
  const { redis } = watched;
  abort = new AbortController();
  allowed = true;
  streams = new ViewStreams({
    board,
    feed: { latest: () => [entryOf('before')], onEntry: (tell) => entries.add(tell) },
    epoch: 'epoch-1',
    build: 'build-1',
    heartbeatMs: 100,
  });
  const left = await redis.keys('*');
  if (left.length > 0) await redis.del(left);
  await until(() => board.counts().held === 0);
  for (const n of [1, 2, 3]) await redis.set(leaseKey(`u\0t${n}`), `run-${n}`, 'PX', 60_000);
  await until(() => board.counts().held === 3);
});

afterEach(() => {
  streams.closeAll('shutdown');
  expect(streams.size).toBe(0);
});

function open(query = '', leaseId?: string): EventReader {
  const stream = streams.open({
    view: viewOf(query),
    leaseId,
    signal: abort.signal,
    stillAllowed: () => allowed,
  });
  return new EventReader(stream).start();
}

const owners = (reader: EventReader) => reader.rows.map((row) => row.owner);

it('shows the view asked for, then what changes in it', async () => {
  const reader = open('sort=thread');
  await until(() => reader.events.length > 0);
  expect(reader.events[0]).toMatchObject({
    event: 'snapshot',
    data: {
      epoch: 'epoch-1',
      build: 'build-1',
      matched: 3,
      counts: { held: 3 },
      feed: [{ key: 'before' }],
    },
  });
  expect(reader.events[0]?.id).toMatch(/^epoch-1:\d+$/);
  expect(owners(reader)).toEqual(['run-1', 'run-2', 'run-3']);

  const { redis } = watched;
  await redis.set(leaseKey('u\0t0'), 'run-0', 'PX', 60_000);
  await until(() => owners(reader)[0] === 'run-0', 500);
  await redis.set(leaseKey('u\0t2'), 'run-9', 'PX', 60_000);
  await until(() => owners(reader)[2] === 'run-9', 500);
  await redis.del(leaseKey('u\0t1'));
  await until(() => owners(reader).join() === 'run-0,run-9,run-3', 500);
  await redis.pexpire(leaseKey('u\0t3'), 600_000);
  await until(() => (reader.rows[2]?.expiresAt ?? 0) - watched.watch.now() > 500_000, 1000);
  await until(() => reader.matched === 3);
});

it('shows a view once, whether or not somebody streams it', async () => {
  const view = viewOf('sort=thread');
  const alone = streams.snapshot({ view });
  expect(alone).toMatchObject({ epoch: 'epoch-1', matched: 3, counts: { held: 3 } });
  expect(alone.rows.map(({ owner }) => owner)).toEqual(['run-1', 'run-2', 'run-3']);
  const [first] = alone.rows;
  const one = streams.snapshot({ view: viewOf(''), leaseId: first?.id ?? '' });
  expect(one.rows.map(({ owner }) => owner)).toEqual(['run-1']);

  const reader = open('sort=thread');
  await until(() => reader.events.length > 0);
  await watched.redis.del(leaseKey('u\0t1'));
  await until(() => streams.snapshot({ view }).rows.length === 2, 500);
  await until(() => owners(reader).join() === 'run-2,run-3', 500);
});

it('sends a row again when it is annotated, and without the annotations of an owner that is gone', async () => {
  const reader = open('sort=thread');
  await until(() => reader.rows.length === 3);
  const id = idOf('u\0t1');
  const process = { id: 'p', label: 'worker', host: null, pid: 7 };
  board.annotate(id, { process, fence: '12' });
  await until(() => reader.rows[0]?.fence === '12', 500);
  expect(reader.rows[0]).toMatchObject({ owner: 'run-1', process });
  board.annotate(id, { holdBy: 'ada' });
  await until(() => reader.rows[0]?.holdBy === 'ada', 500);
  await watched.redis.set(leaseKey('u\0t1'), 'run-9', 'PX', 60_000);
  await until(() => reader.rows[0]?.owner === 'run-9', 500);
  expect(reader.rows[0]).toMatchObject({ process: null, fence: null });
});

it('answers filter, order and window from the whole table', async () => {
  const reader = open('q=run-&sort=-thread&limit=2');
  await until(() => owners(reader).join() === 'run-3,run-2');
  expect(reader.matched).toBe(3);
  await watched.redis.set(leaseKey('u\0t4'), 'run-4', 'PX', 60_000);
  await watched.redis.set(leaseKey('u\0t5'), 'other', 'PX', 60_000);
  await until(() => owners(reader).join() === 'run-4,run-3');
  await watched.redis.del(leaseKey('u\0t4'), leaseKey('u\0t3'));
  await until(() => owners(reader).join() === 'run-2,run-1');
});

it('tells how many match together with a list that got longer or shorter', async () => {
  const reader = open();
  await until(() => reader.rows.length === 3);
  await watched.redis.del(leaseKey('u\0t1'));
  await until(() => reader.rows.length === 2);
  await watched.redis.set(leaseKey('u\0t8'), 'run-8', 'PX', 60_000);
  await until(() => reader.rows.length === 3);
  const lists = reader.of('delta').filter(({ data }) => data.order);
  expect(lists.map(({ data }) => data.matched)).toEqual(lists.map(({ data }) => data.order.length));
});

it('follows one lease, held or not', async () => {
  const reader = open('', idOf('u\0t7'));
  await until(() => reader.events.length > 0);
  expect(reader.rows).toEqual([]);
  await watched.redis.set(leaseKey('u\0t7'), 'run-7', 'PX', 60_000);
  await until(() => owners(reader).join() === 'run-7');
  await watched.redis.del(leaseKey('u\0t7'));
  await until(() => reader.rows.length === 0);
  entries.tell(entryOf('other'));
  entries.tell(entryOf('u\0t7'));
  await until(() => reader.of('delta').some(({ data }) => data.feed));
  const told = reader.of('delta').flatMap(({ data }) => data.feed ?? []);
  expect(told).toMatchObject([{ key: 'u\0t7' }]);
});

it('tells new entries of the history, counting those that came too fast', async () => {
  const reader = open();
  await until(() => reader.events.length > 0);
  for (let i = 0; i < 120; i++) entries.tell(entryOf(`k${i}`));
  await until(() => reader.of('delta').some(({ data }) => data.feed));
  const data = reader.of('delta').find((event) => event.data.feed)?.data;
  expect(data.feed.at(-1).key).toBe('k119');
  expect(data.feed.length + data.feedSkipped).toBe(120);
});

it('makes one frame for all readers of a view', async () => {
  const frames = await Promise.all(
    [1, 2].map(async () => {
      const stream = streams.open({
        view: viewOf('sort=owner'),
        signal: abort.signal,
        stillAllowed: () => true,
      });
      const reader = stream.getReader();
      await reader.read();
      return reader;
    }),
  );
  entries.tell(entryOf('x'));
  const [first, second] = await Promise.all(frames.map((reader) => reader.read()));
  expect(first?.value).toBeInstanceOf(Uint8Array);
  expect(first?.value).toBe(second?.value);
});

it('gives a slow reader the latest state instead of everything it missed', async () => {
  const stream = streams.open({
    view: viewOf('sort=thread'),
    signal: abort.signal,
    stillAllowed: () => true,
  });
  const { redis } = watched;
  const owner = 'x'.repeat(500);
  for (let i = 0; i < 1500; i++) {
    await redis.set(leaseKey('u\0t1'), `${i}${owner}`, 'PX', 60_000);
    if (i % 5 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    entries.tell({ ...entryOf('big'), reason: 'y'.repeat(4000) });
  }
  await redis.set(leaseKey('u\0t1'), 'the last', 'PX', 60_000);
  await until(() => board.get(idOf('u\0t1'))?.owner === 'the last');
  const reader = new EventReader(stream).start();
  await until(() => owners(reader)[0] === 'the last');
  expect(reader.of('snapshot')).toHaveLength(2);
  expect(reader.bytes).toBeLessThan(1_000_000);
});

it('beats, and ends for whoever is signed out', async () => {
  const reader = open();
  await until(() => reader.of('heartbeat').length > 1);
  expect(reader.of('heartbeat')[0]?.data.trust.redis.state).toBe('up');
  allowed = false;
  await until(() => reader.ended);
  expect(reader.events.at(-1)).toMatchObject({ event: 'end', data: { reason: 'signed-out' } });
});

it('ends without a word when the browser has gone, and with one at a shutdown', async () => {
  const gone = open();
  await until(() => gone.events.length > 0);
  abort.abort();
  await until(() => gone.ended);
  expect(gone.of('end')).toEqual([]);
  expect(streams.size).toBe(0);

  abort = new AbortController();
  const told = open();
  streams.closeAll('shutdown');
  await until(() => told.ended);
  expect(told.events.at(-1)).toMatchObject({ event: 'end', data: { reason: 'shutdown' } });
});

function entryOf(key: string): HistoryEntry {
  return {
    id: '1-0',
    at: 1,
    leaseId: idOf(key),
    prefix: 'mastra:topic',
    key,
    event: 'acquired',
    from: null,
    to: 'run',
    source: 'observed',
    actor: null,
    reason: null,
    heldForMs: null,
    renewals: null,
    fence: null,
  };
}
