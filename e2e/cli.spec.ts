/** The installed command over the dashboard's API, with a bearer token, against real workers. */

import { type Ended, InstalledCommand } from '../cli/testing/installed-command.ts';
import { freePort } from '../scripts/redis/launch.ts';
import { startHolder } from './base/holder-process.ts';
import { PREFIX, type Stack } from './base/stack.ts';
import { test as base, expect } from './base/test.ts';

interface Told {
  code: number;
  outcome: string;
  owner: string | null;
  detail: string | null;
  auditId: string;
}

const test = base.extend<
  {
    /** Runs the command against the dashboard of `stack`. */
    leaseboard(...args: string[]): Promise<Ended>;
    /** Runs an act with a reason; answers its exit code and what its JSON says. */
    act(name: string, lease: string, owner: string, ...more: string[]): Promise<Told>;
    /** Starts a process of our library that adopts, or only says so; it ends with the test. */
    adopter(name: string, adopts: 'offers' | 'announced'): Promise<void>;
  },
  { command: InstalledCommand }
>({
  command: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs.
    async ({}, use) => {
      const command = new InstalledCommand();
      await use(command);
      command.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  leaseboard: async ({ command, stack }, use) => {
    await use((...args) => command.run([...args, ...over(stack)]));
  },

  act: async ({ leaseboard }, use) => {
    await use(async (name, lease, owner, ...more) => {
      const guards = ['--expect-owner', owner, '--reason', 'end-to-end test', '--as', 'Ada'];
      const { code, out, err } = await leaseboard(name, lease, ...guards, ...more, '--json');
      expect(err).toBe('');
      return { code, ...(JSON.parse(out) as Omit<Told, 'code'>) };
    });
  },

  adopter: async ({ stack: { redisUrl }, leases }, use) => {
    const holders: { kill(): Promise<void> }[] = [];
    await use(async (name, adopts) => {
      leases.name(`${name}:own-work`);
      const setup = { redisUrl, prefix: PREFIX, name, keys: [], ttlMs: 30_000, adopts };
      holders.push(await startHolder(setup));
    });
    for (const holder of holders) await holder.kill();
  },
});

// Each test starts processes of its own.
test.describe.configure({ timeout: 120_000 });

function over({ dashboard }: Stack): string[] {
  return ['--url', dashboard.url, '--token', dashboard.token];
}

test('stop: a run that works is aborted, and a tool that works on is named', async ({
  stack,
  leases,
  startAgent,
  act,
}) => {
  const agent = await startAgent(stack, 'support-api');
  const resourceId = 'cli';
  const working = leases.name('cli\0working');
  const say = { resourceId, threadId: 'working', text: 'Slowly [say 60000]' };
  const { runId } = await agent.order({ does: 'send', ...say });
  const told = await act('stop', 'cli\\0working', runId ?? '');
  expect(told).toMatchObject({ code: 0, outcome: 'done', owner: null });
  expect(await leases.owner(working)).toBeNull();

  const deaf = leases.name('cli\0deaf');
  const call = { resourceId, threadId: 'deaf', text: 'All [deaf export_ledger 20000]' };
  const next = await agent.order({ does: 'send', ...call });
  await expect.poll(() => lastEvent(stack, 'cli\0deaf')).toContain('"tool-call"');
  const over = await act('stop', 'cli\\0deaf', next.runId ?? '');
  expect(over).toMatchObject({ code: 0, detail: expect.stringContaining('export_ledger') });
  expect(await leases.owner(deaf)).toBeNull();
});

test('stop: a run that waits for a person does not hear it, exit 6', async ({
  stack,
  leases,
  startAgent,
  act,
}) => {
  const agent = await startAgent(stack, 'support-api');
  const lease = leases.name('cli\0parked');
  const ask = { resourceId: 'cli', threadId: 'parked', text: 'Money back [ask refund_order]' };
  const { runId } = await agent.order({ does: 'send', ...ask });
  await expect.poll(() => lastEvent(stack, 'cli\0parked')).toContain('"run-suspended"');
  const told = await act('stop', 'cli\\0parked', runId ?? '');
  expect(told).toMatchObject({ code: 6, outcome: 'ignored', owner: runId });
  expect(await leases.owner(lease)).toBe(runId);
});

test('transfer: adopted, not adopted, and to one that takes over nothing', async ({
  leases,
  adopter,
  act,
}) => {
  await adopter('cli-second', 'offers');
  const moved = await leases.set('cli-job-1', 'dead');
  expect(await act('transfer', 'cli-job-1', 'dead', '--to', 'cli-second')).toMatchObject({
    code: 0,
    owner: 'cli-second',
  });
  expect(await leases.owner(moved)).toBe('cli-second');

  await adopter('cli-hanging', 'announced');
  await leases.set('cli-job-2', 'dead');
  expect(await act('transfer', 'cli-job-2', 'dead', '--to', 'cli-hanging')).toMatchObject({
    code: 6,
    outcome: 'not-adopted',
  });

  const kept = await leases.set('cli-job-3', 'dead');
  expect(await act('transfer', 'cli-job-3', 'dead', '--to', 'nobody')).toMatchObject({
    code: 4,
    outcome: 'not-allowed',
  });
  expect(await leases.owner(kept)).toBe('dead');
});

test('hold and end it, release, and what is over already', async ({ leases, act, leaseboard }) => {
  const lease = await leases.set('cli\0held', 'dead');
  const held = await act('hold', 'cli\\0held', 'dead', '--for', '5m');
  expect(held).toMatchObject({ code: 0, outcome: 'done' });
  const shown = JSON.parse((await leaseboard('get', lease.id, '--json')).out);
  expect(shown).toMatchObject({ owner: held.owner, holdBy: 'Ada' });
  expect(await act('release', lease.id, shown.owner)).toMatchObject({ code: 0, owner: null });
  expect(await leases.owner(lease)).toBeNull();
  expect(await act('release', lease.id, shown.owner)).toMatchObject({
    code: 3,
    outcome: 'already-free',
  });
});

for (const [name, ...more] of [
  ['stop'],
  ['release'],
  ['hold', '--for', '30s'],
  ['transfer', '--to', 'somebody'],
] as const) {
  test(`${name} of an owner that is another one exits 3, changes nothing, and is in the audit`, async ({
    leases,
    act,
    api,
  }) => {
    const key = `cli\0guarded-${name}`;
    const lease = await leases.set(key, 'run-now');
    const told = await act(name, `cli\\0guarded-${name}`, 'run-before', ...more);
    expect(told).toMatchObject({ code: 3, outcome: 'owner-changed', owner: 'run-now' });
    expect(await leases.owner(lease)).toBe('run-now');
    const answer = await api(`/api/audit?q=${encodeURIComponent(`guarded-${name}`)}`);
    expect((await answer.json()).entries).toMatchObject([
      { id: told.auditId, act: name, actor: 'Ada', method: 'bearer', outcome: 'owner-changed' },
    ]);
  });
}

test('who may not act, who is not known, and a dashboard that is not there, each says so', async ({
  leases,
  stack,
  command,
}) => {
  const lease = await leases.set('cli\0refused', 'run-1');
  const guards = ['--expect-owner', 'run-1', '--reason', 'x'];
  const release = (url: string, token: string) =>
    command.run(['release', lease.id, ...guards, '--url', url, '--token', token]);
  const { url } = stack.dashboard;
  expect(await release(url, stack.viewerToken)).toMatchObject({ code: 4, out: '' });
  expect(await release(url, 'not-a-token-of-anybody')).toMatchObject({
    ...{ code: 4, out: '' },
    err: expect.stringContaining('401'),
  });
  for (const host of ['127.0.0.1', 'localhost']) {
    const nobody = `http://${host}:${await freePort()}`;
    expect(await release(nobody, 'whatever')).toMatchObject({ code: 1, out: '' });
  }
  expect(await leases.owner(lease)).toBe('run-1');
});

/** The newest event of a thread's stream, as text. */
async function lastEvent(stack: Stack, thread: string): Promise<string> {
  const key = `${PREFIX}:agent.thread-stream.${encodeURIComponent(thread)}`;
  const [last] = await stack.redis.xrevrange(key, '+', '-', 'COUNT', 1);
  return last?.[1].join() ?? '';
}
