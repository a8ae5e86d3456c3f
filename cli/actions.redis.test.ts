/** Every act of the installed command, straight on Redis, against real workers. */

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Deployment } from '../demo/testing/deployment.ts';
import type { WorkerProcess } from '../demo/worker-process.ts';
import type { ThreadRef } from '../demo/worker-protocol.ts';
import { leaseKeyPrefix, storeKeys } from '../lib/lease/index.ts';
import { type Ended, InstalledCommand } from './testing/installed-command.ts';

let command: InstalledCommand;
let deployment: Deployment;
let agent: WorkerProcess;
const adopting: WorkerProcess[] = [];

beforeAll(async () => {
  command = new InstalledCommand();
  deployment = await Deployment.start();
  agent = await deployment.worker('agent');
}, 120_000);

afterEach(async () => {
  for (const worker of adopting.splice(0)) await worker.kill();
});

afterAll(async () => {
  command.remove();
  await deployment.stop();
});

function leaseboard(...args: string[]): Promise<Ended> {
  const { server, prefix } = deployment;
  return command.run([...args, '--json'], { REDIS_URL: server.url, LEASEBOARD_PREFIXES: prefix });
}

interface Told {
  outcome: string;
  owner: string | null;
  detail: string | null;
  auditId: string;
}

/** Runs an act with a reason; answers its exit code and what its JSON says. */
async function act(
  name: string,
  lease: string,
  owner: string,
  ...more: string[]
): Promise<Told & { code: number }> {
  const guards = ['--expect-owner', owner, '--reason', `test of ${name}`, '--as', 'Ada'];
  const { code, out, err } = await leaseboard(name, lease, ...guards, ...more);
  expect(err).toBe('');
  return { code, ...(JSON.parse(out) as Told) };
}

const named = ({ resourceId, threadId }: ThreadRef) => `${resourceId}\\0${threadId}`;

/** Gives a thread to a run of the agent; its lease outlasts whatever the machine is busy with. */
async function running(text: string): Promise<{ thread: ThreadRef; run: string }> {
  const thread = deployment.thread();
  const { runId } = await agent.order({ does: 'send', ...thread, text });
  await expect.poll(() => deployment.owner(thread)).toBe(runId);
  return { thread, run: runId ?? '' };
}

function lastPart(thread: ThreadRef) {
  const last = async () => (await deployment.events(thread)).at(-1);
  return expect.poll(last, { timeout: 20_000 });
}

/** A lease of no process, as one that died leaves it. */
async function leftBehind(key: string): Promise<string> {
  const redisKey = `${leaseKeyPrefix(deployment.prefix)}${key}`;
  await deployment.redis.set(redisKey, 'dead-worker', 'PX', 120_000);
  return redisKey;
}

async function adopter(service: string): Promise<{ owner: string; worker: WorkerProcess }> {
  const worker = await deployment.libraryWorker(service);
  adopting.push(worker);
  const owner = `${service}@test-host:${worker.pid}`;
  const adopters = async () => JSON.parse((await leaseboard('adopters')).out).adopters;
  await expect
    .poll(adopters, { timeout: 20_000 })
    .toContainEqual(expect.objectContaining({ owner, pid: worker.pid }));
  return { owner, worker };
}

test('ls and get know the run behind a thread, and the process it is in', async () => {
  const { thread, run } = await running('Slowly [say 60000]');
  await lastPart(thread).toMatchObject({ part: 'text-delta' });
  const { leases } = JSON.parse((await leaseboard('ls', 'process:agent', 'health:working')).out);
  const process = { label: 'agent', host: 'test-host', pid: agent.pid };
  expect(leases).toContainEqual(expect.objectContaining({ owner: run, threadId: thread.threadId }));
  const shown = JSON.parse((await leaseboard('get', named(thread))).out);
  expect(shown).toMatchObject({ owner: run, run: { state: 'working' }, process });
  await act('stop', named(thread), run);
});

describe('stop', () => {
  test('a run that works is aborted and gives up its lease: exit 0', async () => {
    const { thread, run } = await running('Slowly [say 60000]');
    await lastPart(thread).toMatchObject({ part: 'text-delta' });
    const told = await act('stop', named(thread), run);
    expect(told).toMatchObject({ code: 0, outcome: 'done', owner: null });
    expect(await deployment.owner(thread)).toBeNull();
    expect((await deployment.events(thread)).map(({ type }) => type)).toContain('run-aborted');
  });

  test('a tool that does not listen may work on: exit 0, and it is named', async () => {
    const { thread, run } = await running('All of it [deaf export_ledger 8000]');
    await lastPart(thread).toMatchObject({ part: 'tool-call' });
    const told = await act('stop', named(thread), run);
    expect(told).toMatchObject({ code: 0, outcome: 'done', owner: null });
    expect(told.detail).toContain('export_ledger');
  });

  test('a run that waits for a person does not hear it: exit 6, with the cause', async () => {
    const { thread, run } = await running('Money back [ask refund_order]');
    await lastPart(thread).toMatchObject({ type: 'run-suspended' });
    const told = await act('stop', named(thread), run);
    expect(told).toMatchObject({ code: 6, outcome: 'ignored', owner: run });
    expect(told.detail).toContain('waits for a person');
    expect(await deployment.owner(thread)).toBe(run);
  });
});

test('release frees what a dead owner left: exit 0, and again: exit 3', async () => {
  const redisKey = await leftBehind('job-left');
  const told = await act('release', 'job-left', 'dead-worker');
  expect(told).toMatchObject({ code: 0, outcome: 'done', owner: null });
  expect(await deployment.redis.exists(redisKey)).toBe(0);
  const again = await act('release', 'job-left', 'dead-worker');
  expect(again).toMatchObject({ code: 3, outcome: 'already-free' });
});

describe('transfer', () => {
  test('to a process that takes it over: exit 0, and it renews it', async () => {
    const redisKey = await leftBehind('job-to-move');
    const { owner } = await adopter('second');
    const told = await act('transfer', 'job-to-move', 'dead-worker', '--to', owner);
    expect(told).toMatchObject({ code: 0, outcome: 'done', owner });
    expect(await deployment.redis.get(redisKey)).toBe(owner);
  });

  test('to one that hangs: handed over, not adopted: exit 6', async () => {
    const redisKey = await leftBehind('job-to-lose');
    const { owner, worker } = await adopter('hanging');
    worker.freeze();
    const to = ['--to', owner, '--ttl', '30s'];
    const told = await act('transfer', 'job-to-lose', 'dead-worker', ...to);
    expect(told).toMatchObject({ code: 6, outcome: 'not-adopted', owner });
    expect(told.detail).toMatch(/it is free in \d+ s/);
    expect(await deployment.redis.get(redisKey)).toBe(owner);
    worker.thaw();
  });

  test('to one that takes over nothing: exit 4, and nothing changed', async () => {
    const redisKey = await leftBehind('job-to-keep');
    const told = await act('transfer', 'job-to-keep', 'dead-worker', '--to', 'nobody');
    expect(told).toMatchObject({ code: 4, outcome: 'not-allowed', owner: 'dead-worker' });
    expect(await deployment.redis.get(redisKey)).toBe('dead-worker');
  });
});

test('hold keeps agents off a thread, and release of the hold lets them on again', async () => {
  const { thread, run } = await running('Slowly [say 60000]');
  await lastPart(thread).toMatchObject({ part: 'text-delta' });
  await act('stop', named(thread), run);
  await deployment.redis.set(deployment.leaseKey(thread), 'dead-run', 'PX', 60_000);
  const held = await act('hold', named(thread), 'dead-run', '--for', '5m');
  expect(held).toMatchObject({ code: 0, outcome: 'done' });
  const shown = JSON.parse((await leaseboard('get', named(thread))).out);
  expect(shown).toMatchObject({ owner: held.owner });
  const sent = await agent.order({ does: 'send', ...thread, text: 'lost [say 50]' });
  expect(sent.action).not.toBe('wake');
  const ended = await act('release', named(thread), shown.owner);
  expect(ended).toMatchObject({ code: 0, outcome: 'done', owner: null });
  const next = await agent.order({ does: 'send', ...thread, text: 'heard [say 50]' });
  expect(next.action).toBe('wake');
});

describe('a wrong owner', () => {
  test.each([['stop'], ['release'], ['hold', '--for', '30s'], ['transfer', '--to', 'dead-worker']])(
    '%s exits 3, changes nothing, and is written down',
    async (name, ...more) => {
      const { thread, run } = await running('Slowly [say 20000]');
      const told = await act(name, named(thread), 'run-of-before', ...more);
      expect(told).toMatchObject({ code: 3, outcome: 'owner-changed', owner: run });
      expect(await deployment.owner(thread)).toBe(run);
      const types = (await deployment.events(thread)).map(({ type }) => type);
      expect(types).not.toContain('run-abort-requested');
      const trail = storeKeys(deployment.prefix).audit;
      const [entry] = await deployment.redis.xrange(trail, told.auditId, told.auditId);
      expect(entry?.[1]).toEqual(
        expect.arrayContaining(['Ada', name, 'owner-changed', 'run-of-before', run]),
      );
    },
  );
});
