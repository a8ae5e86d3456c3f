/** What real agents do, as it is read from Redis, and what a stop request does to them. */

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { RunReader, requestStop } from '../lib/runs/index.ts';
import { Deployment, LEASE_TTL_MS } from './testing/deployment.ts';
import type { WorkerProcess } from './worker-process.ts';
import type { ThreadRef } from './worker-protocol.ts';

const SILENT_AFTER_MS = 1_200;
const LOST_AFTER_MS = 2_000;
const asked: string[] = [];
let deployment: Deployment;
let a: WorkerProcess;
let b: WorkerProcess;
let reader: RunReader;

beforeAll(async () => {
  deployment = await Deployment.start();
  [a, b] = await Promise.all([deployment.worker('A', asked), deployment.worker('B', asked)]);
  // Tests and server share a machine, so its clock is Redis' clock.
  reader = new RunReader({
    redis: deployment.redis,
    now: Date.now,
    silentAfterMs: SILENT_AFTER_MS,
    lostAfterMs: LOST_AFTER_MS,
  });
  // The first run of a process takes long, on a busy machine longer than a lease lasts.
  for (const worker of [a, b]) {
    const thread = deployment.thread();
    await worker.order({ does: 'send', ...thread, text: 'warm up [say 50]' });
    // `expect.poll` is for tests alone.
    await vi.waitFor(async () => expect(await deployment.owner(thread)).toBeNull(), 30_000);
  }
}, 180_000);

afterAll(() => deployment.stop());

const textOf = ({ resourceId, threadId }: ThreadRef) => `${resourceId}\0${threadId}`;

async function viewOf(thread: ThreadRef) {
  const owner = await deployment.owner(thread);
  return reader.viewOf(deployment.prefix, textOf(thread), owner);
}

function eventually(thread: ThreadRef) {
  return expect.poll(() => viewOf(thread), { timeout: 15_000 });
}

function free(thread: ThreadRef) {
  return expect.poll(() => deployment.owner(thread), { timeout: 15_000 }).toBeNull();
}

async function stop(thread: ThreadRef, options: { clearPendingSignals?: boolean } = {}) {
  const owner = (await deployment.owner(thread)) ?? '';
  const { redis, prefix } = deployment;
  return requestStop({
    redis,
    prefix,
    threadKey: textOf(thread),
    owner,
    waitMs: 2_000,
    ...options,
  });
}

describe('what a run is doing', () => {
  it('is working while the model streams, under the name of its process', async () => {
    const thread = deployment.thread();
    await a.order({ does: 'send', ...thread, text: 'x [say 1500]' });
    await eventually(thread).toMatchObject({ state: 'working', lastType: 'text-delta' });
    const view = await viewOf(thread);
    const [registered] = await deployment.events(thread);
    expect(view.processId).toBe(registered?.sourceId);
    await free(thread);
    expect(await viewOf(thread)).toMatchObject({ state: 'over', ghostRunId: null, lost: 0 });
  });

  it('is in a tool, however long that takes, and not silent', async () => {
    const thread = deployment.thread();
    await a.order({ does: 'send', ...thread, text: `x [tool run_report ${3 * SILENT_AFTER_MS}]` });
    await eventually(thread).toMatchObject({ state: 'in-tool', tool: 'run_report' });
    const { since } = await viewOf(thread);
    await expect
      .poll(() => Date.now() - (since ?? 0), { timeout: 10_000 })
      .toBeGreaterThan(2 * SILENT_AFTER_MS);
    expect(await viewOf(thread)).toMatchObject({ state: 'in-tool', tool: 'run_report' });
    await free(thread);
  });

  it('is silent when nothing comes for long although the lease is renewed', async () => {
    const thread = deployment.thread();
    await a.order({ does: 'send', ...thread, text: 'x [hang]' });
    await eventually(thread).toMatchObject({ state: 'working', lastType: 'step-start' });
    const { lastAt } = await viewOf(thread);
    await eventually(thread).toMatchObject({ state: 'silent', since: lastAt });
    expect(await deployment.owner(thread)).not.toBeNull();
    await stop(thread);
  });

  it('waits for a person, is not silent, and cannot be stopped there', async () => {
    const thread = deployment.thread();
    const { runId } = await a.order({ does: 'stream', ...thread, text: 'x [ask refund_order]' });
    await eventually(thread).toMatchObject({
      state: 'waiting-for-person',
      tool: 'refund_order',
      lastType: 'run-suspended',
    });
    const { lastAt } = await viewOf(thread);
    await expect
      .poll(() => Date.now() - (lastAt ?? 0), { timeout: 10_000 })
      .toBeGreaterThan(SILENT_AFTER_MS + 200);
    expect((await viewOf(thread)).state).toBe('waiting-for-person');
    expect(await stop(thread)).toMatchObject({
      outcome: 'ignored',
      owner: runId,
      detail: expect.stringContaining('waits for a person'),
    });
  });

  it('counts a message that waits, and forgets it once a run took it', async () => {
    const thread = deployment.thread();
    await a.order({ does: 'send', ...thread, text: 'x [tool run_report 3000]' });
    await b.order({ does: 'send', ...thread, text: 'later [say 50]' });
    await eventually(thread).toMatchObject({ queued: 1, lost: 0 });
    const detail = await reader.detailOf({
      prefix: deployment.prefix,
      threadKey: textOf(thread),
      owner: await deployment.owner(thread),
    });
    expect(detail.queued).toHaveLength(1);
    expect(detail.attached).toBeGreaterThan(0);
    await free(thread);
    expect(await viewOf(thread)).toMatchObject({ queued: 0, lost: 0 });
  });

  it('sees the ghost that a lease deleted from outside leaves behind', async () => {
    const thread = deployment.thread();
    const ghost = await a.order({ does: 'send', ...thread, text: 'x [say 6000]' });
    await eventually(thread).toMatchObject({ state: 'working' });
    await deployment.redis.del(deployment.leaseKey(thread));
    await eventually(thread).toMatchObject({ state: 'ghost', ghostRunId: ghost.runId });
    const second = await b.order({ does: 'send', ...thread, text: 'y [say 3000]' });
    expect(second.action).toBe('wake');
    await eventually(thread).toMatchObject({ state: 'ghost', ghostRunId: ghost.runId });
    expect(await deployment.owner(thread)).toBe(second.runId);
    await free(thread);
  });

  it('sees a lease that outlives its run', async () => {
    const thread = deployment.thread();
    const { runId } = await a.order({ does: 'send', ...thread, text: 'x [say 100]' });
    await free(thread);
    const key = deployment.leaseKey(thread);
    await deployment.redis.set(key, runId ?? '', 'PX', LEASE_TTL_MS);
    expect((await viewOf(thread)).state).toBe('over');
    await deployment.redis.pexpire(key, 3 * LEASE_TTL_MS);
    expect((await viewOf(thread)).state).toBe('leaked');
  });

  it('knows nothing of a thread that has no stream', async () => {
    const thread = deployment.thread();
    await deployment.redis.set(deployment.leaseKey(thread), 'run-1', 'PX', 5_000);
    expect((await viewOf(thread)).state).toBe('unknown');
    expect(await stop(thread)).toMatchObject({ outcome: 'ignored', owner: 'run-1' });
  });
});

describe('privacy', () => {
  it('leaves what people and models wrote where it was', async () => {
    const marker = 'MARKER-5417';
    const thread = deployment.thread();
    const text = `${marker} [tool run_report 30000]`;
    await a.order({ does: 'send', ...thread, text });
    await b.order({ does: 'send', ...thread, text: `${marker} [say 100]` });
    await eventually(thread).toMatchObject({ state: 'in-tool', queued: 1 });
    const lease = {
      prefix: deployment.prefix,
      threadKey: textOf(thread),
      owner: await deployment.owner(thread),
    };
    const told = [await reader.detailOf(lease), await stop(thread), await viewOf(thread)];
    expect(JSON.stringify(told)).not.toContain(marker);
    await free(thread);
    const written = await deployment.ownKeys();
    expect(written.length).toBeGreaterThan(2);
    expect(JSON.stringify(written)).not.toContain(marker);
    const stream = await deployment.redis.xrange(deployment.streamKey(thread), '-', '+');
    expect(JSON.stringify(stream)).toContain(marker);
  });
});

describe('a stop request', () => {
  it('stops a hung run and frees the thread', async () => {
    const thread = deployment.thread();
    await a.order({ does: 'send', ...thread, text: 'x [hang]' });
    await eventually(thread).toMatchObject({ state: 'working', lastType: 'step-start' });
    expect(await stop(thread)).toEqual({
      outcome: 'stopped',
      owner: null,
      detail: null,
      toolLeftRunning: null,
    });
  });

  it('lets waiting messages start at once as a new run', async () => {
    const thread = deployment.thread();
    await a.order({ does: 'send', ...thread, text: 'x [hang]' });
    await eventually(thread).toMatchObject({ lastType: 'step-start' });
    await b.order({ does: 'send', ...thread, text: 'kept [say 1200]' });
    await eventually(thread).toMatchObject({ queued: 1 });
    expect(await stop(thread)).toMatchObject({ outcome: 'stopped' });
    await expect.poll(() => asked, { timeout: 10_000 }).toContain('kept [say 1200]');
    await free(thread);
  });

  it('loses none of two that wait: the second waits while the first is answered', async () => {
    const thread = deployment.thread();
    await a.order({ does: 'send', ...thread, text: 'x [hang]' });
    await eventually(thread).toMatchObject({ lastType: 'step-start' });
    await b.order({ does: 'send', ...thread, text: 'first of two [tool run_report 8000]' });
    await b.order({ does: 'send', ...thread, text: 'second of two [say 50]' });
    await eventually(thread).toMatchObject({ queued: 2 });
    expect(await stop(thread)).toMatchObject({ outcome: 'stopped' });
    const lost: number[] = [];
    const waiting = async () => {
      const view = await viewOf(thread);
      lost.push(view.lost);
      return view.queued;
    };
    await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 2 * LOST_AFTER_MS));
    expect(await waiting()).toBe(1);
    await expect.poll(waiting, { timeout: 20_000 }).toBe(0);
    await free(thread);
    expect(await waiting()).toBe(0);
    expect(Math.max(...lost)).toBe(0);
  });

  it('drops waiting messages when asked to', async () => {
    const thread = deployment.thread();
    await a.order({ does: 'send', ...thread, text: 'x [hang]' });
    await eventually(thread).toMatchObject({ lastType: 'step-start' });
    await b.order({ does: 'send', ...thread, text: 'dropped [say 50]' });
    await eventually(thread).toMatchObject({ queued: 1 });
    const result = await stop(thread, { clearPendingSignals: true });
    expect(result).toMatchObject({ outcome: 'stopped', owner: null });
    expect(await viewOf(thread)).toMatchObject({ queued: 0, lost: 0 });
    expect(asked).not.toContain('dropped [say 50]');
  });

  it('says that a tool may work on when it does not listen to its abort signal', async () => {
    const thread = deployment.thread();
    await a.order({ does: 'send', ...thread, text: 'x [deaf export_ledger 2000]' });
    await eventually(thread).toMatchObject({ state: 'in-tool' });
    expect(await stop(thread)).toMatchObject({
      outcome: 'stopped',
      owner: null,
      toolLeftRunning: 'export_ledger',
      detail: expect.stringContaining('export_ledger'),
    });
  });

  it('does nothing to an owner other than the one that is meant', async () => {
    const thread = deployment.thread();
    const { runId } = await a.order({ does: 'send', ...thread, text: 'x [say 1500]' });
    const { redis, prefix } = deployment;
    const other = { redis, prefix, threadKey: textOf(thread), owner: 'run-of-before' };
    expect(await requestStop(other)).toMatchObject({ outcome: 'owner-changed', owner: runId });
    await free(thread);
    expect(await requestStop(other)).toMatchObject({ outcome: 'already-free', owner: null });
  });
});

describe('when its process died', () => {
  const thread = { resourceId: 'acct_42', threadId: 'ticket-of-the-dead' };
  let doomed: WorkerProcess;

  beforeAll(async () => {
    doomed = await deployment.worker('doomed');
  }, 120_000);

  it('ignores a stop request, and the message in its queue is lost', async () => {
    await doomed.order({ does: 'send', ...thread, text: 'x [hang]' });
    await eventually(thread).toMatchObject({ lastType: 'step-start' });
    const owner = (await deployment.owner(thread)) ?? '';
    await doomed.kill();
    const { redis, prefix } = deployment;
    // Long enough for all that follows, however busy the machine is.
    await redis.pexpire(deployment.leaseKey(thread), 30_000);
    await b.order({ does: 'send', ...thread, text: 'into the void [say 50]' });
    const request = { redis, prefix, threadKey: textOf(thread), owner, waitMs: 400 };
    expect(await requestStop(request)).toMatchObject({ outcome: 'ignored', owner });
    await redis.pexpire(deployment.leaseKey(thread), 1);
    await free(thread);
    await eventually(thread).toMatchObject({ queued: 0, lost: 1 });
  });
});
