import { rowOf } from '../lib/observe/testing/watched-redis.ts';
/** A durable agent whose process is killed and whose run another process recovers. */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { leaseIdOf } from '../lib/keys/lease-id.ts';
import { leaseKeyPrefix } from '../lib/lease/index.ts';
import { LeaseWatch, redisConnector } from '../lib/observe/index.ts';
import { RunReader } from '../lib/runs/index.ts';
import { compiledProgram } from '../scripts/system/compiled-program.ts';
import { Deployment } from './testing/deployment.ts';

const thread = { resourceId: 'acct_42', threadId: 'ticket-durable' };
const children: ChildProcess[] = [];
let deployment: Deployment;
let watch: LeaseWatch;

beforeAll(async () => {
  deployment = await Deployment.start();
  watch = new LeaseWatch({
    connect: redisConnector(deployment.server.url),
    prefixes: [deployment.prefix],
  });
  watch.start();
});

afterAll(async () => {
  watch.close();
  for (const child of children) child.kill('SIGKILL');
  await deployment.stop();
});

async function durableWorker(): Promise<ChildProcess> {
  const setup = { redisUrl: deployment.server.url, prefix: deployment.prefix };
  const source = fileURLToPath(new URL('testing/durable-worker.ts', import.meta.url));
  const child = fork(compiledProgram(source), [JSON.stringify(setup)], {
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
  });
  children.push(child);
  await once(child, 'message');
  return child;
}

async function order(child: ChildProcess, what: object): Promise<{ runId: string }> {
  child.send(what);
  const [reply] = await once(child, 'message');
  return reply as { runId: string };
}

it('shows the recovery lease, and the run registered by the process that took it over', async () => {
  const first = await durableWorker();
  const { runId } = await order(first, { start: 'x [tool run_report 30000]' });
  const reader = new RunReader({ redis: deployment.redis, now: Date.now });
  const view = async () =>
    reader.viewOf(
      deployment.prefix,
      `${thread.resourceId}\0${thread.threadId}`,
      await deployment.owner(thread),
    );
  await expect.poll(view, { timeout: 20_000 }).toMatchObject({ state: 'in-tool' });
  first.kill('SIGKILL');
  const second = await durableWorker();
  expect(await order(second, { recover: runId })).toEqual({ runId });
  const key = `mastra:durable-agent-recovery:v1:${JSON.stringify(['support', runId])}`;
  const id = leaseIdOf(Buffer.from(`${leaseKeyPrefix(deployment.prefix)}${key}`));
  await expect
    .poll(() => rowOf(watch, id), { timeout: 10_000 })
    .toMatchObject({ kind: 'recovery', health: 'healthy', owner: expect.any(String) });
  const registrations = async () =>
    (await deployment.events(thread)).filter(({ type }) => type === 'run-registered');
  await expect.poll(registrations, { timeout: 20_000 }).toHaveLength(2);
  const [before, after] = await registrations();
  expect(after?.runId).toBe(before?.runId);
  expect(after?.sourceId).not.toBe(before?.sourceId);
}, 240_000);
