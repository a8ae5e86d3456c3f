/** Our pubsub and another backend on one Redis: leases and events are understood in both directions. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RedisStreamsPubSub } from '../lib/pubsub/index.ts';
import { Collector, eventOf } from '../lib/pubsub/testing/collector.ts';
import { RunReader } from '../lib/runs/index.ts';
import { createAgent, type DemoAgent } from './agents/agents.ts';
import { Deployment, mostRunsAtOnce } from './testing/deployment.ts';
import { ForeignPubSub } from './testing/foreign-pubsub.ts';
import type { WorkerProcess } from './worker-process.ts';

const LONG_MS = 60_000;
const askedOfOurs: string[] = [];
const askedOfTheirs: string[] = [];
let deployment: Deployment;
let ours: RedisStreamsPubSub;
let theirs: ForeignPubSub;
let ourWorker: WorkerProcess;
let theirAgent: DemoAgent;

beforeAll(async () => {
  deployment = await Deployment.start();
  const { server, prefix } = deployment;
  ours = new RedisStreamsPubSub({ url: server.url, keyPrefix: prefix, process: false });
  theirs = await ForeignPubSub.connect(server.url, prefix);
  theirAgent = createAgent(theirs, (texts) => askedOfTheirs.push(...texts));
  ourWorker = await deployment.worker('ours', askedOfOurs);
}, 120_000);

afterAll(async () => {
  await ours.close();
  theirs.close();
  await deployment.stop();
});

describe('leases', () => {
  it('exclude each other, and are renewed, handed on and released under each other’s eyes', async () => {
    expect(await ours.acquireLease('k', 'a', LONG_MS)).toMatchObject({ acquired: true });
    expect(await theirs.acquireLease('k', 'b', LONG_MS)).toEqual({ acquired: false, owner: 'a' });
    expect(await theirs.getLeaseOwner('k')).toBe('a');
    expect(await theirs.renewLease('k', 'b', LONG_MS)).toBe(false);
    expect(await theirs.transferLease('k', 'a', 'b', LONG_MS)).toBe(true);
    expect(await ours.getLeaseOwner('k')).toBe('b');
    expect(await ours.renewLease('k', 'a', LONG_MS)).toBe(false);
    expect(await ours.renewLease('k', 'b', LONG_MS)).toBe(true);
    await ours.releaseLease('k', 'a');
    expect(await theirs.getLeaseOwner('k')).toBe('b');
    await ours.releaseLease('k', 'b');
    expect(await theirs.acquireLease('k', 'c', LONG_MS)).toMatchObject({ acquired: true });
    expect(await ours.acquireLease('k', 'd', LONG_MS)).toMatchObject({
      acquired: false,
      owner: 'c',
    });
    await theirs.releaseLease('k', 'c');
    expect(await ours.getLeaseOwner('k')).toBeUndefined();
  });

  it('have one winner when both run for many keys at once', async () => {
    const keys = Array.from({ length: 100 }, (_, n) => `contended-${n}`);
    const results = await Promise.all(
      keys.map((key) =>
        Promise.all([theirs.acquireLease(key, 'x', LONG_MS), ours.acquireLease(key, 'y', LONG_MS)]),
      ),
    );
    for (const pair of results) expect(pair.filter(({ acquired }) => acquired)).toHaveLength(1);
  });
});

describe('events', () => {
  it('arrive on both sides, in order, as what they were', async () => {
    const [here, there] = [new Collector(), new Collector()];
    await ours.subscribe('both', here.callback);
    await theirs.subscribe('both', there.callback);
    for (let n = 0; n < 20; n += 2) {
      await ours.publish('both', eventOf(n));
      await theirs.publish('both', eventOf(n + 1));
    }
    const all = Array.from({ length: 20 }, (_, n) => n);
    await expect.poll(() => here.received).toEqual(all);
    await expect.poll(() => there.received).toEqual(all);
    for (const event of [...here.events, ...there.events]) {
      expect(event).toMatchObject({ type: 'test', runId: 'run-1', deliveryAttempt: 1 });
      expect(event.createdAt).toBeInstanceOf(Date);
    }
    expect(here.events.map(({ id }) => id)).toEqual(there.events.map(({ id }) => id));
  });
});

describe('agents', () => {
  it('on ours take up what is sent on theirs, one run at a time', async () => {
    const thread = deployment.thread();
    const first = await ourWorker.order({ does: 'send', ...thread, text: 'ours [say 1000]' });
    const sent = await theirAgent.sendMessage('from theirs [say 50]', thread).accepted;
    expect(sent).toMatchObject({ action: 'deliver', runId: first.runId });
    await expect.poll(() => askedOfOurs, { timeout: 15_000 }).toContain('from theirs [say 50]');
    expect(mostRunsAtOnce(await deployment.events(thread))).toBe(1);
  });

  it('on theirs take up what is sent on ours, and the run is read like any other', async () => {
    const thread = deployment.thread();
    const first = await theirAgent.sendMessage('theirs [tool run_report 1500]', thread).accepted;
    const reader = new RunReader({ redis: deployment.redis, now: Date.now });
    const threadKey = `${thread.resourceId}\0${thread.threadId}`;
    const view = async () =>
      reader.viewOf(deployment.prefix, threadKey, await deployment.owner(thread));
    await expect.poll(view, { timeout: 15_000 }).toMatchObject({
      state: 'in-tool',
      tool: 'run_report',
    });
    const sent = await ourWorker.order({ does: 'send', ...thread, text: 'from ours [say 50]' });
    expect(sent).toMatchObject({ action: 'deliver', runId: 'runId' in first ? first.runId : '' });
    await expect.poll(() => askedOfTheirs, { timeout: 15_000 }).toContain('from ours [say 50]');
    expect(mostRunsAtOnce(await deployment.events(thread))).toBe(1);
  });
});
