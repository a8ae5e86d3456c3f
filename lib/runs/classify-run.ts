/** From what a thread's stream says to what its run is doing. Pure. */

import { holderName } from '../keys/hold.ts';
import type { RunState, RunView } from './run-view.ts';
import type { RunFacts, ThreadState, WaitingMessage } from './thread-state.ts';

export interface Circumstances {
  /** Whether the stream may hold, or have held, messages that were not read. */
  countsAreAtLeast?: boolean;
  /** The run that holds the lease; `null` when nobody does. */
  owner: string | null;
  /** Redis' clock, milliseconds. */
  now: number;
  /** When this owner, or that nobody holds the lease, was first seen. */
  ownerSince: number;
  /** Whether the lease was renewed after its run was over. */
  renewedSinceOver: boolean;
  /** A renewed run without progress for this long is silent. */
  silentAfterMs: number;
  /** A message that nobody took for this long after its run was over is lost. */
  lostAfterMs: number;
  /** Whether the process that registers its runs under this id is known to live. */
  isAlive: (sourceId: string) => boolean;
}

/** Slack for parts that were on their way when the lease changed hands. */
const GHOST_GRACE_MS = 500;
/** What a run publishes before its first step. */
const PREPARING = new Set(['run-registered', 'start', 'data-user-message', 'data-signal']);

/** What the run behind the lease is doing. The gravest state wins. */
export function judge(thread: ThreadState, circumstances: Circumstances): RunView {
  const { owner } = circumstances;
  const run = owner === null ? null : thread.run(owner);
  const ghost = ghostOf(thread, run, circumstances);
  const waiting = waitingOf(thread, circumstances);
  const shown = run ?? ghost;
  // A run that holds the lease and has said nothing yet is not the one that goes on beside it.
  const itself = owner === null ? ghost : run;
  const [state, since] = ghost
    ? (['ghost', Math.min(ghost.lastAt, circumstances.ownerSince)] as const)
    : stateOf(run, circumstances);
  return {
    state,
    since,
    lastType: shown?.lastType ?? null,
    lastAt: shown?.lastAt ?? null,
    tool: shown && !shown.over ? (firstTool(shown)?.tool ?? null) : null,
    streamId: itself?.streamId ?? null,
    processId: itself?.sourceId ?? null,
    ghostRunId: ghost?.runId ?? null,
    queued: waiting.queued.length,
    lost: waiting.lost.length,
    countsAreAtLeast: circumstances.countsAreAtLeast ?? false,
  };
}

/** Ids of the messages that wait for a run, and of those that none will take. */
export function waitingOf(
  thread: ThreadState,
  circumstances: Circumstances,
): { queued: string[]; lost: string[] } {
  const queued: string[] = [];
  const lost: string[] = [];
  for (const message of thread.waiting) {
    (isLost(thread, message, circumstances) ? lost : queued).push(message.signalId);
  }
  return { queued, lost };
}

/**
 * Whether no run will take a message any more. What waits lies in the process of the run it was
 * meant for: the next run there takes one of the messages at its beginning, the others at its next
 * step or with the run after it. So none is lost while that process has the thread.
 */
function isLost(thread: ThreadState, message: WaitingMessage, at: Circumstances): boolean {
  const target = thread.run(message.runId);
  const holder = at.owner === null ? null : thread.run(at.owner);
  const process = target?.sourceId ?? null;
  if (holder && holder !== target && !holder.over && process !== null) {
    if (holder.sourceId === process) return false;
  }
  const overAt = target?.over ? lastOverIn(thread, target) : null;
  // Who holds the thread as an operator is no run, and takes nothing.
  const toHold = holderName(message.runId) !== null;
  const movedOn = toHold ? message.at : movedOnAt(thread, message, at);
  const since = overAt ?? movedOn;
  if (since === null) return false;
  // A new owner says where it runs only once it has begun.
  const begun = at.owner !== null && holder === null ? at.ownerSince : 0;
  return at.now - Math.max(since, begun, message.at) >= at.lostAfterMs;
}

/** When the thread passed from the message's run to another; `null` while that run has it. */
function movedOnAt(thread: ThreadState, message: WaitingMessage, at: Circumstances): number | null {
  if (message.runId === at.owner) return null;
  const later = thread.runs.flatMap(({ runId, registeredAt }) =>
    runId !== message.runId && registeredAt !== null && registeredAt > message.at
      ? [registeredAt]
      : [],
  );
  return Math.min(at.ownerSince, ...later);
}

/** When the last run that was in the same process as this one was over. */
function lastOverIn(thread: ThreadState, { sourceId, over }: RunFacts): number {
  const ends = thread.runs.flatMap((run) =>
    run.over && sourceId !== null && run.sourceId === sourceId ? [run.over.at] : [],
  );
  return Math.max(over?.at ?? 0, ...ends);
}

/**
 * A run that is not over although the lease passed to another, or to nobody: it said something
 * afterwards, or its process lives. One whose process died says nothing more; one that waits for a
 * person does nothing meanwhile.
 */
function ghostOf(thread: ThreadState, run: RunFacts | null, at: Circumstances): RunFacts | null {
  const since = at.owner === null ? at.ownerSince : run?.firstAt;
  if (since === undefined || at.now <= since + GHOST_GRACE_MS) return null;
  const others = thread.runs.filter((other) => other !== run && !other.over);
  const goesOn = (other: RunFacts) =>
    other.lastAt > since + GHOST_GRACE_MS ||
    (other.waitingSince === null && other.sourceId !== null && at.isAlive(other.sourceId));
  return others.find(goesOn) ?? null;
}

function stateOf(run: RunFacts | null, at: Circumstances): readonly [RunState, number | null] {
  if (at.owner === null) return ['over', at.ownerSince];
  if (!run) {
    const silent = at.now - at.ownerSince >= at.silentAfterMs;
    return [silent ? 'silent' : 'preparing', at.ownerSince];
  }
  if (run.over) return [at.renewedSinceOver ? 'leaked' : 'over', run.over.at];
  if (run.waitingSince !== null) return ['waiting-for-person', run.waitingSince];
  const tool = firstTool(run);
  if (tool) return ['in-tool', tool.since];
  if (at.now - run.lastAt >= at.silentAfterMs) return ['silent', run.lastAt];
  const began = run.registeredAt ?? run.firstAt;
  return [PREPARING.has(run.lastType) ? 'preparing' : 'working', began];
}

function firstTool(run: RunFacts): { tool: string; since: number } | undefined {
  return run.openTools.values().next().value;
}
