/**
 * Asks a Mastra run to stop, as its own processes do, and reports what was then seen. Nobody
 * answers such a request: its success shows on the thread's stream and in the lease.
 */

import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { threadStreamKey } from '../keys/thread-stream.ts';
import { leaseKeyPrefix, runScript } from '../lease/index.ts';
import { serverTime } from '../lease/redis/lua-scripts.ts';
import { askToStop } from './lua-scripts.ts';
import { parseThreadEvent, type ThreadEvent } from './thread-event.ts';
import { type RedisClient, ThreadTail } from './thread-tail.ts';

export interface StopRequest {
  redis: RedisClient;
  prefix: string;
  /** Text of `<resourceId>\0<threadId>`. */
  threadKey: string;
  /** The run that is meant; nothing is done when another holds the lease. */
  owner: string;
  /** Registration that is meant; the newest of the run when absent. */
  streamId?: string | null;
  /** Registration that was read earlier, for a stream that has lost the entry since. */
  registered?: string | null;
  /** Drops the messages that wait; else they start as a new run at once. */
  clearPendingSignals?: boolean;
  /** How long the effect is waited for, milliseconds. Default 5000. */
  waitMs?: number;
  /** The deployment's stream cap. Default 10,000; never trims below what is there. */
  maxStreamLength?: number;
}

export type StopOutcome = 'stopped' | 'ignored' | 'owner-changed' | 'already-free' | 'unknown';

export interface StopResult {
  outcome: StopOutcome;
  /** Who holds the lease now; `null` when nobody does or it is not known. */
  owner: string | null;
  /** One sentence: the likely cause, or what goes on all the same. */
  detail: string | null;
  /** A tool that had not answered when the run stopped: it may work on. */
  toolLeftRunning: string | null;
}

const POLL_MS = 40;
/** A request that takes longer to reach Redis is refused there. */
const ASKED_WITHIN_MS = 1000;
/** How long the thread is watched after the lease was given up, for what still comes. */
const AFTERMATH_MS = 300;

/** Requests the stop and waits for its effect. Every outcome is a value; it never throws. */
export async function requestStop(request: StopRequest): Promise<StopResult> {
  const { redis, prefix, threadKey, owner } = request;
  try {
    const holder = await holderOf(request);
    if (holder !== owner) return elsewhere(holder);
    const tail = new ThreadTail(prefix, threadKey);
    await tail.update(redis, { owner });
    const run = tail.state.run(owner);
    const streamId = request.streamId ?? run?.streamId ?? request.registered;
    if (!streamId) {
      return ignored(owner, 'this run cannot be reached by a stop request (it has not registered)');
    }
    const tool = run?.openTools.values().next().value?.tool ?? null;
    const asked = await ask(request, streamId);
    if (asked.state === 'elsewhere') return elsewhere(asked.holder);
    if (asked.state === 'late') return ignored(owner, 'Redis was too slow: the run was not asked');
    if (asked.state === 'no-stream') {
      return ignored(owner, 'the thread has no stream: no process listens');
    }
    const seen = await watch(request, asked.id);
    if (seen.over) return stopped(seen, tool);
    if (seen.holder !== owner) return elsewhere(seen.holder);
    return ignored(owner, await causeOf(request, tail, streamId));
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    return {
      outcome: 'unknown',
      owner: null,
      detail: `Redis did not answer: ${cause}`,
      toolLeftRunning: null,
    };
  }
}

interface Seen {
  holder: string | null;
  over: ThreadEvent | null;
  /** Parts that the run published after it was over. */
  partsAfter: number;
}

type Asked =
  | { state: 'asked'; id: string }
  | { state: 'elsewhere'; holder: string | null }
  | { state: 'late' }
  | { state: 'no-stream' };

/**
 * Asks once, and never late: what reaches Redis after its time is refused there. In a cluster the
 * stream and the lease are in different slots, so the holder was read just before: a run that lost
 * its lease meanwhile ignores the request, which names the run.
 */
async function ask(request: StopRequest, streamId: string): Promise<Asked> {
  const { redis, prefix, threadKey, owner, maxStreamLength = 10_000 } = request;
  const stream = threadStreamKey(prefix, threadKey);
  const [, nowMs] = (await runScript(redis, serverTime, [stream], [])) as [number, number];
  const notAfterMs = Number(nowMs) + ASKED_WITHIN_MS;
  const lease = `${leaseKeyPrefix(prefix)}${threadKey}`;
  const keys = redis.isCluster ? [stream] : [stream, lease];
  const args = [owner, notAfterMs, maxStreamLength, eventOf(request, streamId)];
  const [code, text] = (await runScript(redis, askToStop, keys, args)) as [number, string?];
  if (code === 1) return { state: 'asked', id: String(text) };
  if (code === 0) return { state: 'elsewhere', holder: text ?? null };
  return { state: code === -1 ? 'late' : 'no-stream' };
}

function eventOf({ owner, clearPendingSignals }: StopRequest, streamId: string): string {
  const data = {
    type: 'run-abort-requested',
    runId: owner,
    streamId,
    ...(clearPendingSignals ? { clearPendingSignals: true } : {}),
  };
  return JSON.stringify({
    type: data.type,
    runId: owner,
    data,
    id: randomUUID(),
    createdAt: new Date().toISOString(),
    deliveryAttempt: 1,
  });
}

async function watch(request: StopRequest, sent: string): Promise<Seen> {
  const { redis, prefix, threadKey, owner, waitMs = 5_000 } = request;
  const key = threadStreamKey(prefix, threadKey);
  const giveUpAt = performance.now() + waitMs;
  const seen: Seen = { holder: owner, over: null, partsAfter: 0 };
  let from = sent;
  let endsAt = giveUpAt;
  while (performance.now() < endsAt) {
    await delay(POLL_MS);
    const entries = await redis.xrange(key, `(${from}`, '+', 'COUNT', 500);
    for (const [id, fields] of entries) {
      from = id;
      const event = parseThreadEvent(id, fields[fields.indexOf('event') + 1] ?? '');
      if (event) note(seen, event, owner);
    }
    seen.holder = await holderOf(request);
    // The lease is released a moment before the run says that it is over.
    if (seen.holder !== owner && endsAt === giveUpAt) {
      endsAt = Math.min(giveUpAt, performance.now() + AFTERMATH_MS);
    }
  }
  return seen;
}

function note(seen: Seen, event: ThreadEvent, owner: string): void {
  if (!('runId' in event) || event.runId !== owner) return;
  if (event.type === 'over') seen.over ??= event;
  else if (event.type === 'part' && seen.over && event.tool !== null) seen.partsAfter++;
}

function stopped(seen: Seen, tool: string | null): StopResult {
  return {
    outcome: 'stopped',
    owner: seen.holder,
    detail: stoppedDetail(seen, tool),
    toolLeftRunning: tool,
  };
}

function stoppedDetail({ holder, partsAfter }: Seen, tool: string | null): string | null {
  const sentences: string[] = [];
  if (holder !== null) sentences.push(`a waiting message started run ${holder}`);
  if (partsAfter > 0 && tool !== null) sentences.push(`tool ${tool} is still publishing`);
  else if (tool !== null) sentences.push(`tool ${tool} had not finished and may work on`);
  return sentences.length > 0 ? sentences.join('; ') : null;
}

/** Why a request that was sent had no effect, as far as it can be told from outside. */
async function causeOf(request: StopRequest, tail: ThreadTail, streamId: string): Promise<string> {
  const { redis, owner } = request;
  await tail.update(redis);
  const run = tail.state.run(owner);
  if (run?.over) return 'the run is over already, only its lease is still held';
  if (run?.waitingSince != null) return 'the run waits for a person and hears no stop request';
  if (run?.streamId && run.streamId !== streamId) return 'the run was registered anew meanwhile';
  if ((await tail.attached(redis)) === 0) return 'no process listens on the thread';
  return 'its process is gone or does not answer';
}

function elsewhere(holder: string | null): StopResult {
  const outcome = holder === null ? 'already-free' : 'owner-changed';
  return { outcome, owner: holder, detail: null, toolLeftRunning: null };
}

function ignored(owner: string, detail: string): StopResult {
  return { outcome: 'ignored', owner, detail, toolLeftRunning: null };
}

function holderOf({ redis, prefix, threadKey }: StopRequest): Promise<string | null> {
  return redis.get(`${leaseKeyPrefix(prefix)}${threadKey}`);
}
