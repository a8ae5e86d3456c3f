/**
 * Looks at every held thread now and then, so that silent, leaked and ghost runs and lost messages
 * are found without anybody looking. Reads are counted against a budget: many threads make it
 * slower, never more expensive. Threads on somebody's screen are read every second.
 */

import type { LooseAlarm, RunView } from './run-view.ts';
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

/** An alarm before its process has a name. */
type SweptAlarm = Omit<LooseAlarm, 'process'>;

const TICK_MS = 100;
const PLAN_EVERY_MS = 1_000;
const WATCHED_EVERY_MS = 1_000;
const MOST_WATCHED = 100;
/** A released thread is looked at again after this time: its run should be over. */
const AFTER_RELEASE_MS = 3_000;
/** A message that is lost stays lost; whoever is told in this time can send it again. */
const LOST_SHOWN_MS = 15 * 60_000;
const MOST_ALARMS = 1_000;

export class RunSweep {
  readonly #options: RunSweepOptions;
  readonly #readsPerSecond: number;
  readonly #plan: SweepPlan;
  readonly #alarms = new Map<string, SweptAlarm>();
  /** Threads that nobody holds and that were looked at since. */
  readonly #loose = new Set<string>();
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
    const readsPerSecond = this.#readsPerSecond;
    const periodMs = options.periodMs ?? 20_000;
    this.#plan = new SweepPlan({ periodMs, silentAfterMs, readsPerSecond });
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

  /** Runs that go on without any lease on their thread, and messages lost there in the last 15 minutes. */
  alarms(): SweptAlarm[] {
    const now = this.#options.now();
    for (const [id, { view, since }] of this.#alarms) {
      if (view.state !== 'ghost' && now - since > LOST_SHOWN_MS) this.#alarms.delete(id);
    }
    return [...this.#alarms.values()];
  }

  /** Threads, held or just released, of which nothing is known yet. */
  notLookedAt(): number {
    return this.#plan.notLookedAt;
  }

  #tick(): void {
    const now = this.#options.now();
    // By the time that passed: on a busy machine ticks come late.
    const seconds = Math.max(0, now - (this.#tickedAt ?? now - TICK_MS)) / 1_000;
    this.#tickedAt = now;
    this.#tokens = Math.min(this.#readsPerSecond, this.#tokens + this.#readsPerSecond * seconds);
    if (now >= this.#planAt && this.#plan.refresh(this.#options.threads(), now)) {
      this.#planAt = now + PLAN_EVERY_MS;
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
        this.#alarms.delete(id);
        this.#loose.delete(id);
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

  /** A thread that nobody holds: forgotten, unless a run still works on it or messages are left. */
  #readLoose(thread: SweptThread, view: RunView, now: number): void {
    const { id, prefix, threadKey } = thread;
    const ghost = view.state === 'ghost';
    const since = this.#alarms.get(id)?.since ?? now;
    if (!ghost && view.lost === 0) this.#alarms.delete(id);
    else if (this.#alarms.has(id) || this.#alarms.size < MOST_ALARMS) {
      this.#alarms.set(id, { id, prefix, threadKey, since, view });
    }
    // The reader learns at the first look that nobody holds it: what goes on after that is a ghost.
    const first = !this.#loose.has(id);
    const open = first || ghost || view.lost + view.queued > 0;
    if (open) this.#loose.add(id);
    else this.#loose.delete(id);
    const again = open ? now + (first ? 1 : 2) * AFTER_RELEASE_MS : null;
    if (!this.#plan.loose(thread, again, now, { untilOver: ghost })) this.#loose.delete(id);
  }
}

export type { SweptThread };
