/** Real agents in processes of their own, coordinated through Redis alone. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listInstances } from '../lib/pubsub/index.ts';
import { Deployment, mostRunsAtOnce } from './testing/deployment.ts';
import type { WorkerProcess } from './worker-process.ts';

const askedOfA: string[] = [];
const askedOfB: string[] = [];
const askedOfC: string[] = [];
let deployment: Deployment;
let a: WorkerProcess;
let b: WorkerProcess;
let c: WorkerProcess;

beforeAll(async () => {
  deployment = await Deployment.start();
  [a, b, c] = await Promise.all([
    deployment.worker('A', askedOfA),
    deployment.worker('B', askedOfB),
    deployment.worker('C', askedOfC),
  ]);
}, 120_000);

afterAll(() => deployment.stop());

/** Resolves when nobody holds the thread any more. */
function free(thread: Parameters<Deployment['owner']>[0]) {
  return expect.poll(() => deployment.owner(thread), { timeout: 15_000 }).toBeNull();
}

describe('agents in three processes', () => {
  it('runs one at a time: what another process sends is handled by the one that holds the thread', async () => {
    const thread = deployment.thread();
    const first = await a.order({ does: 'send', ...thread, text: 'wake [say 900]' });
    expect(first.action).toBe('wake');
    expect(await deployment.owner(thread)).toBe(first.runId);
    const second = await b.order({ does: 'send', ...thread, text: 'from B [say 100]' });
    expect(second).toMatchObject({ action: 'deliver', runId: first.runId });
    await expect.poll(() => askedOfA, { timeout: 15_000 }).toContain('from B [say 100]');
    await free(thread);
    expect(askedOfB).toEqual([]);
    expect(mostRunsAtOnce(await deployment.events(thread))).toBe(1);
  });

  it('hands the lease on to a queued turn without an instant in which it is free', async () => {
    const thread = deployment.thread();
    const owners: (string | null)[] = [];
    const first = await a.order({ does: 'send', ...thread, text: 'turn 1 [say 600]' });
    const next = await a.order({ does: 'queue', ...thread, text: 'turn 2 [say 300]' });
    expect(next.runId).not.toBe(first.runId);
    while (owners.at(-1) !== null) owners.push(await deployment.owner(thread));
    expect([...new Set(owners)]).toEqual([first.runId, next.runId, null]);
    const history = await deployment.redis.xrange(
      `leaseboard:{${deployment.prefix}}:history`,
      ...(['-', '+'] as const),
    );
    const changes = history
      .map(([, fields]) => ({ key: fields[1], event: fields[3] }))
      .filter(({ key }) => key === deployment.leaseKey(thread));
    expect(changes.map(({ event }) => event)).toEqual(['acquired', 'transferred', 'released']);
  });

  it('lets one of three win when all wake the thread at once, and loses no message', async () => {
    const thread = deployment.thread();
    const texts = ['one [say 300]', 'two [say 300]', 'three [say 300]'];
    const outcomes = await Promise.all(
      [a, b, c].map((worker, n) => worker.order({ does: 'send', ...thread, text: texts[n] ?? '' })),
    );
    expect(outcomes.filter(({ action }) => action === 'wake')).toHaveLength(1);
    const asked = () => [...askedOfA, ...askedOfB, ...askedOfC];
    await expect.poll(asked, { timeout: 15_000 }).toEqual(expect.arrayContaining(texts));
    await free(thread);
    expect(mostRunsAtOnce(await deployment.events(thread))).toBe(1);
  });

  it('stops a run that was woken elsewhere', async () => {
    const thread = deployment.thread();
    await a.order({ does: 'send', ...thread, text: 'never [hang]' });
    await b.order({ does: 'subscribe', ...thread });
    await expect
      .poll(async () => (await b.order({ does: 'abort', ...thread })).action)
      .toBe('aborting');
    await free(thread);
    expect((await deployment.events(thread)).map(({ type }) => type)).toContain('run-aborted');
  });

  it('goes on when every connection is cut in the middle of a run', async () => {
    const thread = deployment.thread();
    const first = await a.order({ does: 'send', ...thread, text: 'long [say 2000]' });
    await deployment.redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    const second = await b.order({ does: 'send', ...thread, text: 'after the cut [say 50]' });
    expect(second).toMatchObject({ action: 'deliver', runId: first.runId });
    await expect.poll(() => askedOfA, { timeout: 15_000 }).toContain('after the cut [say 50]');
    await free(thread);
    const events = await deployment.events(thread);
    expect(mostRunsAtOnce(events)).toBe(1);
    expect(events.map(({ type }) => type)).toContain('run-completed');
  });

  it('goes on when Redis is restarted in the middle of a run: what is published later is not lost', async () => {
    const thread = deployment.thread();
    const last = async () => (await deployment.events(thread)).at(-1);
    const first = await a.order({ does: 'send', ...thread, text: 'long [tool run_report 8000]' });
    await expect.poll(last, { timeout: 15_000 }).toMatchObject({ part: 'tool-call' });
    await deployment.restartRedis();
    expect(await deployment.owner(thread)).toBe(first.runId);
    const second = await b.order({ does: 'send', ...thread, text: 'after the restart [say 50]' });
    expect(second).toMatchObject({ action: 'deliver', runId: first.runId });
    const third = await c.order({ does: 'send', ...thread, text: 'from C as well [say 50]' });
    expect(third).toMatchObject({ action: 'deliver', runId: first.runId });
    for (const text of ['after the restart [say 50]', 'from C as well [say 50]']) {
      await expect.poll(() => askedOfA, { timeout: 20_000 }).toContain(text);
    }
    await free(thread);
    const events = await deployment.events(thread);
    expect(mostRunsAtOnce(events)).toBe(1);
    expect(events.map(({ type }) => type)).toContain('run-completed');
    expect([...askedOfB, ...askedOfC]).not.toContain('after the restart [say 50]');
  });

  it('names its processes, with the id under which their runs are known', async () => {
    const thread = deployment.thread();
    await a.order({ does: 'send', ...thread, text: 'hello [say 100]' });
    await free(thread);
    const [registered] = await deployment.events(thread);
    const instances = await listInstances(deployment.redis, deployment.prefix);
    expect(instances.map(({ service }) => service).sort()).toEqual(['A', 'B', 'C']);
    const mine = instances.find(({ sourceId }) => sourceId === registered?.sourceId);
    expect(mine).toMatchObject({ service: 'A', host: 'test-host', pid: a.pid, alive: true });
  });
});

describe('when a process dies', () => {
  let hasty: WorkerProcess;
  let doomed: WorkerProcess;

  beforeAll(async () => {
    [hasty, doomed] = await Promise.all([deployment.worker('hasty'), deployment.worker('doomed')]);
  }, 120_000);

  it('handles the message of a sender that exits at once', async () => {
    const thread = deployment.thread();
    await a.order({ does: 'send', ...thread, text: 'long [say 2500]' });
    await hasty.order({ does: 'send', ...thread, text: 'bye [say 50]' });
    await hasty.kill();
    await expect.poll(() => askedOfA, { timeout: 15_000 }).toContain('bye [say 50]');
    await free(thread);
  });

  it('frees the thread of a crashed process within one TTL, for the next to run', async () => {
    const thread = deployment.thread();
    const lost = await doomed.order({ does: 'send', ...thread, text: 'x [hang]' });
    expect(await deployment.owner(thread)).toBe(lost.runId);
    await doomed.kill();
    await free(thread);
    const next = await b.order({ does: 'send', ...thread, text: 'after the crash [say 100]' });
    expect(next.action).toBe('wake');
    await expect.poll(() => askedOfB, { timeout: 15_000 }).toContain('after the crash [say 100]');
    await free(thread);
  });
});
