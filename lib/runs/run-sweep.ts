/**
 * Looks at every held thread now and then, so that silent, leaked and ghost runs and lost messages
 * are found without anybody looking. Reads are counted against a budget: many threads make it
 * slower, never more expensive. Threads on somebody's screen are read every second.
 */

import type { RunView } from './run-view.ts';
import { SweepPlan, type SweptThread } from './sweep-plan.ts';

export interface RunSweepOptions {
  reader: {
    viewOf(prefix: string, threadKey: string, owner: string | null): Promise<RunView>;
    readonly silentAfterMs: number;
  };
  /** The thread leases that are held now. */
  threads: () => Iterable<SweptThread>;
  /** Told what a run is doing, each time it was read. */
  onView: (thread: SweptThread, view: RunView) => void;
  /** Told when Redis did not answer; the thread is read again later. */
  onError?: (error: unknown) => void;
  /** Most reads a second for threads that nobody looks at. Default 60. */
  readsPerSecond?: number;
  /** How often a thread is read when the budget allows it. Default 20 s. */
  periodMs?: number;
  /** Redis' clock, milliseconds. */
  now: () => number;
}

/** A run that goes on although nobody holds its thread's lease. */
export interface LooseGhost {
  prefix: string;
  threadKey: string;
  view: RunView;
}

const TICK_MS = 100;
const PLAN_EVERY_MS = 1_000;
const WATCHED_EVERY_MS = 1_000;
const MOST_WATCHED = 100;
/** A released thread is looked at again after this time: its run should be over. */
const AFTER_RELEASE_MS = 3_000;

export class RunSweep {
  readonly #options: RunSweepOptions;
  readonly #readsPerSecond: number;
  readonly #plan: SweepPlan;
  readonly #ghosts = new Map<string, LooseGhost>();
  readonly #reading = new Set<string>();
  #watched: readonly string[] = [];
  #timer: NodeJS.Timeout | undefined;
  #tokens = 0;
  #tickedAt: number | undefined;
  #planAt = 0;
  #watchedAt = 0;

  constructor(options: RunSweepOptions) {
    this.#options = options;
    this.#readsPerSecond = options.readsPerSecond ?? 60;
    const { silentAfterMs } = options.reader;
    this.#plan = new SweepPlan({ periodMs: options.periodMs ?? 20_000, silentAfterMs });
  }

  start(): void {
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS);
    this.#timer.unref();
  }

  /** Ends reading. Safe to call twice. */
  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Names the leases that are on somebody's screen now, at most 100. */
  watch(leaseIds: readonly string[]): void {
    this.#watched = leaseIds.slice(0, MOST_WATCHED);
  }

  /** Runs that go on without any lease on their thread. */
  ghosts(): LooseGhost[] {
    return [...this.#ghosts.values()];
  }

  #tick(): void {
    const now = this.#options.now();
    // By the time that passed: on a busy machine ticks come late.
    const seconds = Math.max(0, now - (this.#tickedAt ?? now - TICK_MS)) / 1_000;
    this.#tickedAt = now;
    this.#tokens = Math.min(this.#readsPerSecond, this.#tokens + this.#readsPerSecond * seconds);
    if (now >= this.#planAt) {
      this.#planAt = now + PLAN_EVERY_MS;
      this.#plan.refresh(this.#options.threads(), now);
    }
    if (now >= this.#watchedAt) {
      this.#watchedAt = now + WATCHED_EVERY_MS;
      for (const id of this.#watched) this.#readIfHeld(id);
    }
    while (this.#tokens >= 1) {
      const due = this.#plan.next(now);
      if (!due) return;
      this.#tokens -= 1;
      void this.#read(due);
    }
  }

  #readIfHeld(id: string): void {
    const thread = this.#plan.thread(id);
    if (thread) void this.#read(thread);
  }

  async #read(thread: SweptThread): Promise<void> {
    const { id, prefix, threadKey, owner } = thread;
    if (this.#reading.has(id)) return;
    this.#reading.add(id);
    try {
      const view = await this.#options.reader.viewOf(prefix, threadKey, owner);
      const now = this.#options.now();
      if (owner === null) this.#readLoose(thread, view, now);
      else {
        this.#ghosts.delete(id);
        this.#plan.read(thread, view, now);
        this.#options.onView(thread, view);
      }
    } catch (error) {
      this.#plan.failed(thread, this.#options.now());
      this.#options.onError?.(error);
    } finally {
      this.#reading.delete(id);
    }
  }

  /** A thread that nobody holds: forgotten, unless a run still works on it. */
  #readLoose(thread: SweptThread, view: RunView, now: number): void {
    const { id, prefix, threadKey } = thread;
    const ghost = view.state === 'ghost';
    if (ghost) this.#ghosts.set(id, { prefix, threadKey, view });
    else this.#ghosts.delete(id);
    const running = ghost || view.lost + view.queued > 0;
    this.#plan.loose(thread, running ? now + 2 * AFTER_RELEASE_MS : null, now);
  }
}

export type { SweptThread };
