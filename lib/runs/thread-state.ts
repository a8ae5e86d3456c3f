/**
 * What a thread's stream says, folded event by event. Bounded: a few runs and the messages that
 * are queued, whatever the length of the stream.
 */

import type { ThreadEvent } from './thread-event.ts';

export interface RunFacts {
  runId: string;
  /** Of the newest registration; `null` where none was seen, the run's parts name it otherwise. */
  streamId: string | null;
  sourceId: string | null;
  registeredAt: number | null;
  firstAt: number;
  lastAt: number;
  lastType: string;
  /** Calls of tools without a result, oldest first: call id → name and begin. */
  openTools: Map<string, { tool: string; since: number }>;
  /** Since when it waits for a person. */
  waitingSince: number | null;
  /** When and how it ended; `null` while it runs. */
  over: { at: number; how: string } | null;
}

export interface WaitingMessage {
  signalId: string;
  /** The run it was meant for. */
  runId: string;
  at: number;
}

const MOST_RUNS = 64;
/** More than a stream of the usual cap can hold. */
const MOST_MESSAGES = 20_000;

export class ThreadState {
  readonly #runs = new Map<string, RunFacts>();
  readonly #waiting = new Map<string, WaitingMessage>();
  /** Runs whose stop was asked for together with dropping the queue. */
  readonly #clearedBy = new Set<string>();
  #forgotMessages = false;

  /** Runs that were seen, the one that came last at the end. */
  get runs(): RunFacts[] {
    return [...this.#runs.values()];
  }

  /** Messages that no run has taken so far. */
  get waiting(): WaitingMessage[] {
    return [...this.#waiting.values()];
  }

  /** Whether more messages were waiting than are remembered. */
  get forgotMessages(): boolean {
    return this.#forgotMessages;
  }

  run(runId: string): RunFacts | null {
    return this.#runs.get(runId) ?? null;
  }

  apply(event: ThreadEvent): void {
    switch (event.type) {
      case 'registered':
        this.#registered(event);
        break;
      case 'part':
        this.#part(event);
        break;
      case 'suspended':
        this.#touched(event.runId, event.at, 'run-suspended').waitingSince ??= event.at;
        break;
      case 'over':
        this.#over(event);
        break;
      case 'enqueued':
        this.#enqueued(event);
        break;
      case 'cancelled':
        for (const signalId of event.signalIds) this.#waiting.delete(signalId);
        break;
      case 'abort-requested':
        if (event.clears) this.#clearedBy.add(event.runId);
        break;
    }
  }

  /** After a gap in what was read: a message may have been taken unseen, so none is called waiting. */
  forgetWaiting(): void {
    this.#waiting.clear();
  }

  /** Takes over runs that another reading of the same thread knows, and this one does not. */
  adoptRuns(other: ThreadState): void {
    for (const run of other.runs) {
      const known = this.#runs.get(run.runId);
      if (known) known.streamId ??= run.streamId;
      else this.#remember(run);
    }
  }

  #registered(event: Extract<ThreadEvent, { type: 'registered' }>): void {
    const run = this.#touched(event.runId, event.at, 'run-registered');
    run.streamId = event.streamId;
    run.sourceId = event.sourceId;
    run.registeredAt = event.at;
    run.over = null;
    run.waitingSince = null;
    run.openTools.clear();
  }

  #part(event: Extract<ThreadEvent, { type: 'part' }>): void {
    if (event.signalId !== null) this.#waiting.delete(event.signalId);
    const run = this.#touched(event.runId, event.at, event.part);
    run.streamId ??= event.streamId;
    run.sourceId ??= event.sourceId;
    this.#tool(run, event);
  }

  #tool(run: RunFacts, event: Extract<ThreadEvent, { type: 'part' }>): void {
    const { part, tool, toolCallId, at } = event;
    const call = toolCallId ?? tool ?? '';
    if (part === 'tool-call') {
      run.openTools.set(call, { tool: tool ?? 'tool', since: at });
    } else if (part === 'tool-call-approval' || part === 'tool-call-suspended') {
      run.waitingSince ??= at;
      run.openTools.set(call, { tool: tool ?? 'tool', since: at });
    } else if (part === 'tool-result' || part === 'tool-error') {
      run.openTools.delete(call);
      run.waitingSince = null;
    } else if (part === 'step-start' || part === 'finish' || part === 'abort') {
      // A new step has all results of the last one.
      run.openTools.clear();
      run.waitingSince = null;
    }
  }

  #over(event: Extract<ThreadEvent, { type: 'over' }>): void {
    const current = this.#runs.get(event.runId)?.streamId;
    // The end of an earlier segment, told late, does not end the run that was resumed meanwhile.
    if (current && event.streamId && current !== event.streamId) return;
    const run = this.#touched(event.runId, event.at, event.how);
    run.over ??= { at: event.at, how: event.how };
    if (event.how === 'run-aborted' && this.#clearedBy.delete(event.runId)) this.#waiting.clear();
  }

  #enqueued(event: Extract<ThreadEvent, { type: 'enqueued' }>): void {
    const { signalId, runId, at } = event;
    this.#waiting.set(signalId, { signalId, runId, at });
    if (this.#waiting.size <= MOST_MESSAGES) return;
    this.#forgotMessages = true;
    const [oldest] = this.#waiting.keys();
    if (oldest !== undefined) this.#waiting.delete(oldest);
  }

  #touched(runId: string, at: number, type: string): RunFacts {
    const known = this.#runs.get(runId);
    if (known) {
      known.lastAt = at;
      known.lastType = type;
      return known;
    }
    const run: RunFacts = {
      runId,
      streamId: null,
      sourceId: null,
      registeredAt: null,
      firstAt: at,
      lastAt: at,
      lastType: type,
      openTools: new Map(),
      waitingSince: null,
      over: null,
    };
    this.#remember(run);
    return run;
  }

  /** Of too many runs, one that is over is forgotten first. */
  #remember(run: RunFacts): void {
    this.#runs.set(run.runId, run);
    if (this.#runs.size <= MOST_RUNS) return;
    const forgotten = this.runs.find(({ over }) => over !== null) ?? this.runs[0];
    if (forgotten) this.#runs.delete(forgotten.runId);
  }
}
