import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { launchRedis, type RedisServer } from '../../scripts/redis/launch.ts';
import { RedisLeaseProvider, storeKeys } from '../lease/index.ts';
import { type RecordedChange, recordChange } from './history-script.ts';
import { HistoryReader, HistoryRecorder } from './index.ts';
import { PREFIX, redisKey, ScriptedWatch } from './testing/scripted-watch.ts';

interface Owners {
  from: string | null;
  to: string | null;
}

let server: RedisServer;
let redis: Redis;
const closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  server = await launchRedis();
  redis = new Redis(server.url);
});

afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

beforeEach(() => redis.flushall());

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A dashboard's history: its own watch, reader and recorder on the shared store. */
async function dashboard(self: string, { sameServer = false } = {}) {
  const watch = new ScriptedWatch();
  const store = new Redis(server.url);
  const reader = new HistoryReader({ store, prefixes: [PREFIX] });
  const recorder = new HistoryRecorder({
    ...{ store, watch, reader, self, sameServer },
    prefixes: [PREFIX],
  });
  await reader.start();
  recorder.start();
  let closed = false;
  const close = async () => {
    if (closed) return;
    closed = true;
    await recorder.close();
    reader.close();
    store.disconnect();
  };
  closers.push(close);
  const writes = () => vi.waitFor(() => expect(recorder.trust.state).toBe('writing'), 8000);
  return { watch, reader, recorder, close, writes };
}

/** The story of the history stream, oldest first: `key event from→to source`. */
function story(reader: HistoryReader): string[] {
  const { entries } = reader.page({ limit: 1000 });
  return entries.reverse().map(({ key, event, from, to, source }) => {
    return event === 'gap' ? 'gap' : `${key} ${event} ${from ?? ''}>${to ?? ''} ${source}`;
  });
}

describe('one recorder', () => {
  test('writes what it sees, in order, with what is known of each hold', async () => {
    const { watch, reader, writes } = await dashboard('a');
    await writes();
    const at = Date.now();
    watch.see('t', 'run-1', { at });
    watch.see('t', 'run-2', { at: at + 40, renewals: 3 });
    watch.see('t', null, { at: at + 90, event: 'expired' });
    await vi.waitFor(() => expect(reader.size).toBe(3));
    const [expired, handedOn, acquired] = reader.page().entries;
    expect(acquired).toMatchObject({ event: 'acquired', to: 'run-1', at, heldForMs: null });
    expect(handedOn).toMatchObject({
      ...{ event: 'transferred', from: 'run-1', to: 'run-2', at: at + 40 },
      ...{ heldForMs: 40, renewals: 3, source: 'observed' },
    });
    expect(expired).toMatchObject({ event: 'expired', from: 'run-2', to: null, heldForMs: 50 });
    expect(await redis.hlen(storeKeys(PREFIX).held)).toBe(0);
  });

  test('what was held before anybody looked is noted and is no change', async () => {
    const { watch, reader, writes } = await dashboard('a');
    watch.find('t', 'run-0');
    await writes();
    await vi.waitFor(async () => expect(await redis.hlen(storeKeys(PREFIX).held)).toBe(1));
    watch.see('t', null);
    await vi.waitFor(() => expect(story(reader)).toEqual(['t released run-0> observed']));
  });

  test('never repeats what the lease library wrote', async () => {
    const { watch, reader, writes } = await dashboard('a', { sameServer: true });
    await writes();
    const leases = new RedisLeaseProvider({ redis, keyPrefix: PREFIX, actor: 'shop' });
    for (let round = 0; round < 20; round++) {
      await leases.acquireLease('t', 'run-1', 5000);
      watch.see('t', 'run-1');
      await leases.transferLease('t', 'run-1', 'run-2', 5000);
      watch.see('t', 'run-2');
      await leases.releaseLease('t', 'run-2');
      watch.see('t', null);
    }
    watch.see('other', 'run-9');
    await vi.waitFor(() => expect(story(reader)).toContain('other acquired >run-9 observed'));
    const round = [
      't acquired >run-1 recorded',
      't transferred run-1>run-2 recorded',
      't released run-2> recorded',
    ];
    expect(story(reader)).toEqual([
      ...Array.from({ length: 20 }, () => round).flat(),
      'other acquired >run-9 observed',
    ]);
  });

  test('an end that the library could not write is recorded once, at its deadline', async () => {
    const { watch, reader, writes } = await dashboard('a', { sameServer: true });
    await writes();
    const leases = new RedisLeaseProvider({ redis, keyPrefix: PREFIX });
    await leases.acquireLease('t', 'run-1', 150);
    watch.see('t', 'run-1');
    const deadline = Number(
      (await redis.hget(storeKeys(PREFIX).held, redisKey('t')))?.split(' ')[2],
    );
    await vi.waitFor(async () => expect(await redis.exists(redisKey('t'))).toBe(0));
    watch.see('t', null, { event: 'expired', at: deadline + 80 });
    await vi.waitFor(() => expect(story(reader).at(-1)).toBe('t expired run-1> observed'));
    expect(reader.page().entries[0]).toMatchObject({ at: deadline, heldForMs: 150 });
  });

  test('an end seen late does not end a newer grant to the same owner', async () => {
    const { watch, reader, writes } = await dashboard('a', { sameServer: true });
    await writes();
    const leases = new RedisLeaseProvider({ redis, keyPrefix: PREFIX });
    await leases.acquireLease('t', 'run-1', 5000);
    watch.see('t', 'run-1', { at: Date.now() - 5000 });
    watch.see('t', null, { at: Date.now() - 4000 });
    watch.see('other', 'run-9');
    await vi.waitFor(() => expect(story(reader)).toContain('other acquired >run-9 observed'));
    expect(story(reader)).toEqual(['t acquired >run-1 recorded', 'other acquired >run-9 observed']);
    expect(await redis.hexists(storeKeys(PREFIX).held, redisKey('t'))).toBe(1);
  });

  test('bytes that are no text come through, and a huge owner is kept short', async () => {
    const { watch, reader, writes } = await dashboard('a');
    await writes();
    const key = Buffer.concat([redisKey('user'), Buffer.from([0, 0xff, 0x0a, 0x20])]);
    watch.see(key, Buffer.from([0xc3, 0x28, 0x00]));
    watch.see('big', Buffer.alloc(300_000, 'x'));
    watch.see('big', null);
    await vi.waitFor(() => expect(reader.size).toBe(3));
    const [ended, big, odd] = reader.page().entries;
    expect(odd).toMatchObject({ key: 'user\0\\xff\n ', to: '\\xc3(\0' });
    expect(big?.to?.length).toBeLessThan(512);
    expect(ended).toMatchObject({ event: 'released', from: big?.to });
  });
});

describe('several dashboards', () => {
  test('one writes, and when it ends another goes on without loss or double', async () => {
    const boards = [await dashboard('a'), await dashboard('b'), await dashboard('c')];
    const [a, b] = boards;
    await vi.waitFor(() => {
      const states = boards.map(({ recorder }) => recorder.trust.state).sort();
      expect(states).toEqual(['standby', 'standby', 'writing']);
    }, 8000);
    const expected: string[] = [];
    const seeAll = (to: string | null, from: string) => {
      const at = Date.now();
      for (const { watch } of boards) watch.see('t', to, { at });
      expected.push(to ? `t acquired >${to} observed` : `t released ${from}> observed`);
    };
    for (let round = 0; round < 40; round++) {
      seeAll('run-1', '');
      if (round === 20) {
        const writing = boards.find(({ recorder }) => recorder.trust.state === 'writing');
        await writing?.close();
      }
      seeAll(null, 'run-1');
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
    const alive = a?.recorder.trust.state === 'writing' ? b : a;
    await vi.waitFor(() => expect(story(alive?.reader as HistoryReader)).toEqual(expected), 10_000);
  });

  test('the one that has observed longest goes on, for a younger one did not see it all', async () => {
    const first = await dashboard('z');
    await first.writes();
    const older = await dashboard('y');
    await vi.waitFor(() => expect(older.recorder.trust.state).toBe('standby'));
    await new Promise((resolve) => setTimeout(resolve, 1200));
    const younger = [await dashboard('a'), await dashboard('b'), await dashboard('c')];
    first.watch.see('t', 'run-1');
    older.watch.see('t', 'run-1');
    await vi.waitFor(() => expect(older.reader.size).toBe(1));
    older.watch.see('t', 'run-2');
    await first.close();
    await older.writes();
    await vi.waitFor(() => expect(older.reader.size).toBe(2));
    expect(younger.map(({ recorder }) => recorder.trust.state)).toEqual(
      younger.map(() => 'standby'),
    );
    expect(story(older.reader)).toEqual([
      't acquired >run-1 observed',
      't transferred run-1>run-2 observed',
    ]);
  });

  test('a paused recorder that wakes after its term writes nothing', async () => {
    const { watch, recorder, reader, writes } = await dashboard('a');
    await writes();
    await redis.set(storeKeys(PREFIX).recorder, 'somebody else', 'PX', 1500);
    watch.see('t', 'run-1');
    await vi.waitFor(() => expect(recorder.trust.state).toBe('standby'));
    expect(reader.size).toBe(0);
    await vi.waitFor(() => expect(story(reader)).toEqual(['t acquired >run-1 observed']), 10_000);
  });
});

describe('what does not fit what was told before', () => {
  const at = 1_000_000;

  /** Writes `run-1` and then `run-2`, then one change more, and tells the story of that. */
  async function storyAfter(
    from: string,
    to: string | null,
    how: { at: number; heldForMs: number },
  ) {
    const context = { store: redis, prefix: PREFIX, sameServer: false, cap: 100 };
    await redis.set(storeKeys(PREFIX).recorder, 'me');
    const write = (change: Pick<RecordedChange, 'event' | 'at' | 'heldForMs'>, owners: Owners) =>
      recordChange(context, 'me', {
        ...{ ...change, redisKey: redisKey('t'), prefix: PREFIX, source: 'observed', renewals: 0 },
        from: owners.from === null ? null : Buffer.from(owners.from),
        to: owners.to === null ? null : Buffer.from(owners.to),
      });
    await write({ event: 'acquired', at, heldForMs: null }, { from: null, to: 'run-1' });
    await write(
      { event: 'transferred', at: at + 30, heldForMs: 30 },
      { from: 'run-1', to: 'run-2' },
    );
    await write({ event: to ? 'transferred' : 'released', ...how }, { from, to });
    const reader = new HistoryReader({ store: redis, prefixes: [PREFIX] });
    await reader.start();
    reader.close();
    return reader
      .page({ limit: 1000 })
      .entries.toReversed()
      .slice(2)
      .map(({ from, to, source, heldForMs }) => `${from}>${to} ${source} ${heldForMs}`);
  }

  test('a holder that only the recorder before saw is the one whose time ends', async () => {
    const late = { at: at + 60, heldForMs: 60 };
    expect(await storyAfter('run-1', 'run-3', late)).toEqual(['run-2>run-3 observed 30']);
    await redis.flushall();
    expect(await storyAfter('run-1', null, late)).toEqual(['run-2>null observed 30']);
  });

  test('a holder that the recorder before did not see is told as found later', async () => {
    expect(await storyAfter('run-3', 'run-4', { at: at + 60, heldForMs: 10 })).toEqual([
      'run-2>run-3 reconciled 30',
      'run-3>run-4 observed 10',
    ]);
  });

  test('an end told a moment after a grant is that of the grant before', async () => {
    expect(await storyAfter('run-1', null, { at: at + 35, heldForMs: 35 })).toEqual([]);
  });
});

describe('times nobody looked', () => {
  test('all away: one gap with its times, and what differs afterwards as reconciled', async () => {
    const first = await dashboard('a');
    await first.writes();
    for (const name of ['stays', 'ends', 'moves']) first.watch.see(name, 'run-1');
    await vi.waitFor(() => expect(first.reader.size).toBe(3));
    await first.close();
    const from = Date.now();
    await new Promise((resolve) => setTimeout(resolve, 1200));
    const to = Date.now();
    const second = await dashboard('b');
    second.watch.find('stays', 'run-1');
    second.watch.find('moves', 'run-2');
    second.watch.find('new', 'run-3');
    await vi.waitFor(() => expect(story(second.reader)).toHaveLength(7), 10_000);
    expect(story(second.reader).slice(3, 4)).toEqual(['gap']);
    expect(story(second.reader).slice(4).sort()).toEqual([
      'ends released run-1> reconciled',
      'moves transferred run-1>run-2 reconciled',
      'new acquired >run-3 reconciled',
    ]);
    const gap = second.reader.page({ event: 'gap' }).entries[0];
    expect(Math.abs(Number(gap?.from) - from)).toBeLessThan(700);
    expect(Math.abs(Number(gap?.to) - to)).toBeLessThan(700);
  });

  test('a gap of one dashboard that another covered is none', async () => {
    const [a, b] = [await dashboard('a'), await dashboard('b')];
    await vi.waitFor(() => {
      expect([a.recorder.trust.state, b.recorder.trust.state].sort()).toEqual([
        'standby',
        'writing',
      ]);
    }, 8000);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    a.watch.miss(Date.now() - 400, Date.now());
    b.watch.see('t', 'run-1');
    a.watch.see('t', 'run-1');
    await new Promise((resolve) => setTimeout(resolve, 3500));
    expect(story(a.reader)).toEqual(['t acquired >run-1 observed']);
    for (const { watch } of [a, b]) watch.miss(Date.now() - 300, Date.now(), 'subscriber cut off');
    await vi.waitFor(() => expect(story(a.reader)).toContain('gap'), 8000);
    expect(a.reader.page({ event: 'gap' }).entries).toMatchObject([
      { reason: 'subscriber cut off' },
    ]);
  });
});
