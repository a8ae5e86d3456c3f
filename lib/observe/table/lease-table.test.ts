import { beforeEach, describe, expect, it } from 'vitest';
import { FLAPPING_CHANGES } from '../health.ts';
import type { OwnerChange } from '../owner-change.ts';
import { leasePrefixes } from './lease-prefix.ts';
import type { LeaseHome, LeaseRecord } from './lease-record.ts';
import { LeaseTable } from './lease-table.ts';
import { type Hint, noHint, ownerFrom } from './reading.ts';

const [PREFIX = { name: '', keyStart: '' }] = leasePrefixes(['p']);
const KEY = 'p:lease:u\0t';

let now: number;
let changes: OwnerChange[];
let due: string[];
let table: LeaseTable;
let home: LeaseHome & { reachable: boolean };

beforeEach(() => {
  now = 1_000_000;
  changes = [];
  due = [];
  home = { name: 'n', scanId: 1, reachable: true, due: (lease) => due.push(lease.key) };
  const listener = {
    ownerChanged: (change: OwnerChange) => changes.push(change),
    changed: () => {},
  };
  table = new LeaseTable(listener, now, () => 0.5);
});

function read(owner: string, remainingMs: number | null, hint: Partial<Hint> = {}, key = KEY) {
  const reading = {
    state: 'held',
    at: now,
    slackMs: 0,
    owner: ownerFrom(Buffer.from(owner)),
    remainingMs,
  } as const;
  table.take(key, PREFIX, home, reading, { ...noHint({ reconciled: false }), ...hint });
}

function pass(ms: number): void {
  now += ms;
  table.advance(now);
}

const lease = (key = KEY): LeaseRecord => {
  const found = table.get(key);
  if (!found) throw new Error('no such lease');
  return found;
};

describe('renewals', () => {
  beforeEach(() => {
    read('run-1', 14_998, { setAt: now - 2, expireAt: now - 2 });
  });

  it('are believed without a reading when they come as expected', () => {
    expect(lease()).toMatchObject({ ttlMs: 15_000, renewEveryMs: 5000 });
    for (let i = 1; i <= 5; i++) {
      pass(4998);
      expect(table.renewed(KEY, now)).toBe(true);
      expect(lease()).toMatchObject({ expiresAt: now + 15_000, renewals: i, health: 'healthy' });
    }
  });

  it('want a reading when they come at another time', () => {
    pass(2000);
    expect(table.renewed(KEY, now)).toBe(false);
    read('run-1', 60_000, { expireAt: now });
    expect(lease()).toMatchObject({ ttlMs: 60_000, renewals: 1 });
    expect(table.renewed('p:lease:unknown', now)).toBe(false);
  });

  it('are learnt anew after two of another habit', () => {
    for (const _ of [1, 2]) {
      pass(1000);
      read('run-1', 15_000, { expireAt: now });
    }
    expect(lease().renewEveryMs).toBe(1000);
    pass(1000);
    expect(table.renewed(KEY, now)).toBe(true);
  });

  it('that are missed show as late, then at risk, then due, with time alone', () => {
    pass(5700);
    expect(lease().health).toBe('healthy');
    pass(100);
    expect(lease().health).toBe('late');
    pass(5000);
    expect(lease().health).toBe('at-risk');
    expect(table.tallies(now).byHealth).toEqual({ 'at-risk': 1 });
    pass(4300);
    expect(lease().health).toBe('expired');
    expect(due).toEqual([KEY]);
  });
});

describe('since when a lease is held', () => {
  const noted = (minutesAgo: number) => ({ at: now - minutesAgo * 60_000, exact: false });

  it('is taken over for one whose beginning was not seen, its health with it', () => {
    read('run-1', 9000, { reconciled: true, baseline: true });
    expect(lease()).toMatchObject({ heldSince: now, heldSinceExact: false, health: 'healthy' });
    const since = noted(20);
    table.backdate(lease(), since, now);
    expect(lease()).toMatchObject({ heldSince: since.at, health: 'long-held' });
    table.backdate(lease(), noted(10), now);
    expect(lease().heldSince).toBe(since.at);
    table.backdate(lease(), { at: since.at, exact: true }, now);
    expect(lease().heldSinceExact).toBe(true);
    read('run-2', 15_000, { setAt: now });
    expect(changes.at(-1)).toMatchObject({ event: 'transferred', heldForMs: 20 * 60_000 });
    expect(lease()).toMatchObject({ heldSince: now, health: 'healthy' });
  });

  it('stays what was seen', () => {
    read('run-1', 15_000, { setAt: now });
    table.backdate(lease(), noted(20), now);
    expect(lease()).toMatchObject({ heldSince: now, heldSinceExact: true });
  });

  it('does not keep a lease from the habits of its kind', () => {
    read('run-1', 9000, { reconciled: true, baseline: true });
    table.backdate(lease(), noted(20), now);
    const others = Array.from({ length: 8 }, (_, n) => `${KEY}${n}`);
    for (const key of others) read('run', 15_000, { setAt: now, expireAt: now }, key);
    pass(5000);
    for (const key of others) read('run', 15_000, { expireAt: now }, key);
    expect(lease().ttlMs).toBeNull();
    pass(1000);
    expect(lease()).toMatchObject({ ttlMs: 15_000, renewEveryMs: 5000 });
  });
});

it('lends the habits of a kind to leases that a scan finds', () => {
  for (let i = 0; i < 20; i++) {
    const key = `${KEY}${i}`;
    read('run', 1500, { setAt: now, expireAt: now }, key);
    pass(500);
    read('run', 1500, { expireAt: now }, key);
  }
  read('run-9', 1200, { reconciled: true }, 'p:lease:u\0found');
  expect(lease('p:lease:u\0found')).toMatchObject({ ttlMs: 1500, renewEveryMs: 500 });
});

it('holds still while the server is away, but for what must have ended', () => {
  read('run-1', 15_000, { setAt: now });
  home.reachable = false;
  home.due = (one) => table.doubt(one, now);
  pass(12_000);
  expect(lease().health).toBe('healthy');
  pass(5000);
  expect(lease().health).toBe('unknown');
  home.reachable = true;
  read('run-1', 14_000, { reconciled: true });
  expect(lease().health).toBe('healthy');
});

it('calls a lease that changes hands all the time flapping, whoever frees it in between', () => {
  for (let i = 0; i < FLAPPING_CHANGES / 2; i++) {
    read(`run-${i}`, 60_000, { setAt: now });
    table.take(
      KEY,
      PREFIX,
      home,
      { state: 'missing', at: now },
      { ...noHint({ reconciled: false }) },
    );
  }
  // Free at this moment, and counted all the same.
  expect(table.size).toBe(0);
  expect(table.tallies(now).byHealth).toEqual({ flapping: 1 });
  read('run-9', 600_000, { setAt: now });
  expect(lease()).toMatchObject({ health: 'flapping', changes: FLAPPING_CHANGES + 1 });
  pass(61_000);
  expect(lease().health).not.toBe('flapping');
});

it('tells how a lease ended: by its deadline, by eviction, by release', () => {
  const end = (hint: Partial<Hint> = {}) =>
    table.take(
      KEY,
      PREFIX,
      home,
      { state: 'missing', at: now },
      { ...noHint({ reconciled: false }), ...hint },
    );
  read('run-1', 1000, { setAt: now });
  now += 1200;
  end();
  read('run-2', 1000, { setAt: now });
  end({ freed: 'evicted', freedAt: now });
  read('run-3', 1000, { setAt: now });
  end();
  expect(changes.filter(({ to }) => to === null).map(({ event }) => event)).toEqual([
    'expired',
    'evicted',
    'released',
  ]);
  // The deadline is when it happened, however late Redis tells.
  expect(changes[1]).toMatchObject({ event: 'expired', at: 1_001_000, heldForMs: 1000 });
  expect(table.tallies(now)).toMatchObject({
    held: 0,
    byHealth: {},
    byKind: {},
    expiredLast5Min: 1,
  });
});

describe('news that come in late', () => {
  const told = () => changes.map(({ event, at, exact }) => ({ event, at, exact }));

  it('tell nothing that the reading before had already', () => {
    read('run-1', 29_990, { setAt: now });
    pass(50);
    const late = { freed: 'released', freedAt: now, setAt: now } as const;
    read('run-1', 29_940, late);
    expect(told()).toHaveLength(1);
    pass(50);
    read('run-1', 30_000, { ...late, freedAt: now, setAt: now });
    expect(told().map(({ event }) => event)).toEqual(['acquired', 'released', 'acquired']);
  });

  it('do not move the beginning of a grant, for the deadline tells it', () => {
    const saidAt = (at: number) => ({ setAt: at, expireAt: at });
    read('run-1', 29_998, saidAt(now - 2));
    pass(700);
    read('run-2', 29_500, saidAt(now - 10));
    pass(20);
    read('run-3', 1234, saidAt(now - 10));
    expect(told()).toEqual([
      { event: 'acquired', at: 999_998, exact: true },
      { event: 'transferred', at: 1_000_200, exact: true },
      { event: 'transferred', at: 1_000_710, exact: false },
    ]);
  });
});
