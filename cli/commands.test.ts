import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LeaseListing, ListedLease } from '../lib/board/listed-lease.ts';
import type { HistoryEntry } from '../lib/history/entry.ts';
import { readCommandLine } from './command-line.ts';
import { runCommand } from './commands.ts';
import { leaseIdFrom } from './lease-name.ts';
import type { Doubt, LeaseSource } from './source/lease-source.ts';

const PREFIX = 'mastra:topic';
const FOUND: LeaseListing = { total: 0, leases: [], staleMs: null, complete: true };
let printed: string[];
let said: string[];

beforeEach(() => {
  printed = [];
  said = [];
  vi.spyOn(console, 'log').mockImplementation((text) => printed.push(String(text)));
  vi.spyOn(console, 'error').mockImplementation((text) => said.push(String(text)));
});

afterEach(() => vi.restoreAllMocks());

/** A source that finds what it is told to. */
function source(answers: {
  listing?: LeaseListing & { doubt?: Doubt };
  held?: string[];
  past?: string[];
  staleMs?: number;
}): LeaseSource {
  const name = (key: string) => ({ id: leaseIdFrom(key, [PREFIX]), prefix: PREFIX, key });
  const { listing = FOUND, held = [], past = [], staleMs = null } = answers;
  return {
    list: async () => listing,
    find: async () => held.map(name),
    get: async () => null,
    history: async ({ leaseId }) => ({
      entries: leaseId === undefined ? past.map((key) => entryOf(name(key))) : [],
      staleMs,
    }),
    watch: async () => {},
    adopters: async () => [],
    act: async () => ({ outcome: 'already-free', owner: null, detail: null, auditId: '1-0' }),
    [Symbol.asyncDispose]: async () => {},
  };
}

const KEY = 'acct_42\0refund-61';

function entryOf({ id, prefix, key }: { id: string; prefix: string; key: string }): HistoryEntry {
  return {
    ...{ id: '1-0', at: 0, leaseId: id, prefix, key, event: 'released', from: 'run-1', to: null },
    ...{ source: 'observed', actor: null, reason: null, heldForMs: null, renewals: null },
    fence: null,
  };
}

function lease(change: Partial<ListedLease> = {}): ListedLease {
  return {
    ...{ id: leaseIdFrom(KEY, [PREFIX]), prefix: PREFIX, key: KEY, kind: 'thread' },
    ...{
      resourceId: 'acct_42',
      threadId: 'refund-61',
      owner: 'run-1',
      ownerBytes: null,
      ownerDigest: null,
    },
    ...{ remainingMs: 9000, ttlMs: null, renewEveryMs: null, heldForMs: 21 },
    ...{ heldForAtLeast: true, health: 'healthy', fence: null, run: null, process: null },
    ...{ holdBy: null, ...change },
  } as ListedLease;
}

async function run(args: string[], from: LeaseSource): Promise<number> {
  const line = readCommandLine(args, { REDIS_URL: 'redis://127.0.0.1:1' });
  if ('ask' in line) throw new Error('no command');
  return await runCommand(line, from);
}

const GUARDS = ['--expect-owner', 'run-1', '--reason', 'x'];

test.each([
  [['get', 'refund-61'], 3],
  [['history', 'refund-61'], 0],
  [['release', 'refund-61', ...GUARDS], 3],
])('%j names the lease that was meant', async (args, code) => {
  expect(await run(args, source({ held: ['acct_42\0refund-61'] }))).toBe(code);
  expect(said).toEqual(["No lease has the key refund-61. Did you mean 'acct_42\\0refund-61'?"]);
});

test('a lease that is free now is named, too, and for programs JSON stays JSON', async () => {
  const free = source({ past: ['acct_42\0refund-61', 'acct_42\0refund-61', 'acct_42\0refund-6'] });
  expect(await run(['get', 'refund-61', '--json'], free)).toBe(3);
  expect(printed).toEqual(['null']);
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(/acct_42\\0refund-61'\?$/);
});

test('of many some are named and the others counted', async () => {
  const held = ['a', 'b', 'c', 'd', "it's"].map((resource) => `${resource}\0t`);
  await run(['get', 't'], source({ held }));
  expect(said[0]).toMatch(/'a\\0t' or 'b\\0t' or 'c\\0t', or one of 2 more\?$/);
});

test('no lease is named where none was meant: a whole key, an id, itself, a part of a name', async () => {
  const held = source({ held: ['acct_42\0refund-61', 'refund-61'] });
  const id = leaseIdFrom('acct_42\\0refund-61', [PREFIX]);
  for (const word of ['acct_7\\0refund-61', id, 'refund-6']) await run(['get', word], held);
  await run(['get', 'refund-61'], source({ held: ['refund-61'] }));
  expect(said).toEqual([]);
});

test('what a dashboard knew before it lost Redis is shown as that, and exits 1', async () => {
  const stale = source({ listing: { ...FOUND, total: 1, leases: [lease()], staleMs: 9000 } });
  expect(await run(['ls'], stale)).toBe(1);
  expect(said.at(-1)).toBe('Redis does not respond. Last-known state from 9.0 s ago.');
  expect(printed[0]).toContain('refund-61');
  printed = [];
  expect(await run(['ls', '--json'], stale)).toBe(1);
  expect(JSON.parse(printed.join(''))).toMatchObject({ total: 1, staleMs: 9000 });
  expect(await run(['history', '--json'], source({ staleMs: 9000 }))).toBe(1);
  const scanning = source({ listing: { ...FOUND, complete: false } });
  expect(await run(['ls'], scanning)).toBe(1);
  expect(said.at(-1)).toContain('there may be more');
});

test.each(['health:nonsense', 'kind:lock', 'held:>banana', 'helth:silent', 'foo:bar'])(
  '%s finds nothing because it is misspelt: exit 2',
  async (query) => {
    await expect(run(['ls', query], source({}))).rejects.toMatchObject({ exitCode: 2 });
    expect(printed).toEqual([]);
  },
);

test('what only looks like a qualifier is a word, where it finds something', async () => {
  const listing = { ...FOUND, total: 1, leases: [lease({ key: 'tenant:eu' })] };
  expect(await run(['ls', 'tenant:eu'], source({ listing }))).toBe(0);
  expect(said).toEqual(['1 lease']);
});

test('a list says what runs do, and nothing of a time that it does not know', async () => {
  const silent = lease({
    ...{ heldForMs: 62_000, heldForAtLeast: false },
    run: {
      ...{ state: 'silent', since: null, lastType: null, lastAt: null, tool: null },
      ...{
        streamId: null,
        processId: 'p',
        ghostRunId: null,
        queued: 2,
        countsAreAtLeast: false,
        lost: 1,
      },
    },
    process: { id: 'p', label: 'support-api', host: 'web-1', pid: 31272 },
  });
  await run(['ls'], source({ listing: { ...FOUND, total: 2, leases: [silent, lease()] } }));
  const [head, first, second] = (printed[0] ?? '').split('\n');
  expect(head).toMatch(/HELD FOR +HEALTH +RUN +PROCESS +ID$/);
  expect(first).toMatch(/1m 02s +healthy +silent +support-api +\S+$/);
  expect(second).toMatch(/unknown +healthy +- +- +\S+$/);

  printed = [];
  await run(['get', 'x'], { ...source({}), get: async () => silent });
  for (const fact of ['held for +1m 02s', 'health +healthy', 'run +silent', 'host +web-1']) {
    expect(printed[0]).toMatch(new RegExp(`^${fact}$`, 'm'));
  }
  expect(printed[0]).toMatch(/^messages +2 queued, 1 lost$/m);
  expect(printed[0]).toMatch(/^pid +31272$/m);
});

test('the start of an owner is told apart from another owner', async () => {
  const changed = (owner: string): LeaseSource => ({
    ...source({}),
    act: async () => ({ outcome: 'owner-changed', owner, detail: null, auditId: '1-0' }),
  });
  expect(await run(['release', 'x', ...GUARDS], changed('run-1-and-more'))).toBe(3);
  expect(printed[0]).toContain('run-1 is only the start of an owner');
  expect(printed[0]).toContain('Pass the whole owner: run-1-and-more');
  expect(await run(['release', 'x', ...GUARDS], changed('run-2'))).toBe(3);
  expect(printed[1]).toContain('another owner holds it now');
  expect(printed[1]).toContain('Owner now: run-2');
});
