/** What the runs behind thread leases are doing, read from Redis alone. */

import { leaseKeyPrefix } from '../lease/index.ts';
import { type Circumstances, judge, waitingOf } from './classify-run.ts';
import type { RunDetail, RunView } from './run-view.ts';
import type { RunFacts } from './thread-state.ts';
import { type RedisClient, ThreadTail } from './thread-tail.ts';

export interface RunReaderOptions {
  redis: RedisClient;
  /** Redis' clock, milliseconds. */
  now: () => number;
  /** A renewed run without progress for this long is silent. Default 60 s. */
  silentAfterMs?: number;
  /** A message that nobody took for this long after its run was over is lost. Default 10 s. */
  lostAfterMs?: number;
  /** Whether a process is known to live, by the id under which it registers runs. Default: none is. */
  isAlive?: (sourceId: string) => boolean;
  /** How many threads are remembered between reads. Default 20,000. */
  mostThreads?: number;
}

/** A thread and who holds its lease; `owner` is `null` when nobody does. */
export interface ThreadLease {
  prefix: string;
  /** Text of `<resourceId>\0<threadId>`. */
  threadKey: string;
  owner: string | null;
}

interface KnownThread {
  tail: ThreadTail;
  owner: string | null;
  ownerSince: number;
  /** First deadline seen after the run was over; a later one proves a renewal. */
  deadlineWhenOver: number | null;
  renewedSinceOver: boolean;
  reading: Promise<void> | null;
}

const UNKNOWN: RunView = {
  state: 'unknown',
  since: null,
  lastType: null,
  lastAt: null,
  tool: null,
  streamId: null,
  processId: null,
  ghostRunId: null,
  queued: 0,
  lost: 0,
  countsAreAtLeast: false,
};

const RENEWAL_MS = 250;
/** Ids of messages in one answer. */
const MOST_IDS = 100;

export class RunReader {
  readonly #redis: RedisClient;
  readonly #now: () => number;
  readonly #silentAfterMs: number;
  readonly #lostAfterMs: number;
  readonly #isAlive: (sourceId: string) => boolean;
  readonly #mostThreads: number;
  readonly #threads = new Map<string, KnownThread>();

  constructor(options: RunReaderOptions) {
    this.#redis = options.redis;
    this.#now = options.now;
    this.#silentAfterMs = options.silentAfterMs ?? 60_000;
    this.#lostAfterMs = options.lostAfterMs ?? 10_000;
    this.#isAlive = options.isAlive ?? (() => false);
    this.#mostThreads = options.mostThreads ?? 20_000;
  }

  get silentAfterMs(): number {
    return this.#silentAfterMs;
  }

  /**
   * What the run that holds a thread's lease is doing. One bounded read; `unknown` where the thread
   * has no stream. `owner` is the lease's value, empty or `null` when nobody holds it.
   * @throws what Redis answers.
   */
  async viewOf(prefix: string, threadKey: string, owner: string | null): Promise<RunView> {
    return this.#viewOf(await this.#read({ prefix, threadKey, owner: owner || null }));
  }

  /** What {@link viewOf} says, with message ids and how many processes listen: two reads. */
  async detailOf(lease: ThreadLease): Promise<RunDetail> {
    const thread = await this.#read({ ...lease, owner: lease.owner || null }, { whole: true });
    const view = this.#viewOf(thread);
    if (!thread?.tail.exists) return { view, queued: [], lost: [], attached: 0 };
    const { queued, lost } = waitingOf(thread.tail.state, this.#circumstances(thread));
    return {
      view,
      queued: queued.slice(0, MOST_IDS),
      lost: lost.slice(0, MOST_IDS),
      attached: await thread.tail.attached(this.#redis),
    };
  }

  /** The registration of the thread's owner, as far as it was read and whatever became of its entry. */
  registrationOf({ prefix, threadKey, owner }: ThreadLease): string | null {
    const thread = this.#threads.get(idOf({ prefix, threadKey, owner }));
    return owner === null ? null : (thread?.tail.state.run(owner)?.streamId ?? null);
  }

  /**
   * The newest runs of a thread, with the process of each where it said so. One bounded read.
   * @throws what Redis answers.
   */
  async runsOf(lease: ThreadLease): Promise<Pick<RunFacts, 'runId' | 'sourceId'>[]> {
    return (await this.#read(lease))?.tail.state.runs ?? [];
  }

  #viewOf(thread: KnownThread | null): RunView {
    return thread?.tail.exists ? judge(thread.tail.state, this.#circumstances(thread)) : UNKNOWN;
  }

  async #read(lease: ThreadLease, { whole = false } = {}): Promise<KnownThread | null> {
    const thread = this.#thread(lease);
    if (!thread) return null;
    if (thread.owner !== lease.owner) {
      thread.owner = lease.owner;
      thread.ownerSince = this.#now();
      thread.deadlineWhenOver = null;
      thread.renewedSinceOver = false;
    }
    // A read of a part is waited for, then everything is read.
    if (whole) await thread.reading;
    const { owner } = lease;
    thread.reading ??= thread.tail.update(this.#redis, { owner, whole }).finally(() => {
      thread.reading = null;
    });
    await thread.reading;
    await this.#lookForRenewal(thread, lease);
    return thread;
  }

  /** A lease whose run is over is either about to go, or leaked: its deadline tells. */
  async #lookForRenewal(thread: KnownThread, lease: ThreadLease): Promise<void> {
    const { owner } = lease;
    if (owner === null || thread.renewedSinceOver || !thread.tail.state.run(owner)?.over) return;
    const ttl = await this.#redis.pttl(`${leaseKeyPrefix(lease.prefix)}${lease.threadKey}`);
    if (ttl < 0) return;
    const deadline = this.#now() + ttl;
    thread.deadlineWhenOver ??= deadline;
    thread.renewedSinceOver = deadline - thread.deadlineWhenOver > RENEWAL_MS;
  }

  #thread(lease: ThreadLease): KnownThread | null {
    const id = idOf(lease);
    const known = this.#threads.get(id);
    if (known) {
      this.#threads.delete(id);
      this.#threads.set(id, known);
      return known;
    }
    const tail = tailOf(lease);
    if (!tail) return null;
    const thread: KnownThread = {
      tail,
      owner: lease.owner,
      ownerSince: this.#now(),
      deadlineWhenOver: null,
      renewedSinceOver: false,
      reading: null,
    };
    this.#threads.set(id, thread);
    if (this.#threads.size > this.#mostThreads) {
      const [oldest] = this.#threads.keys();
      if (oldest !== undefined) this.#threads.delete(oldest);
    }
    return thread;
  }

  #circumstances(thread: KnownThread): Circumstances {
    return {
      countsAreAtLeast: thread.tail.countsAreAtLeast,
      owner: thread.owner,
      now: this.#now(),
      ownerSince: thread.ownerSince,
      renewedSinceOver: thread.renewedSinceOver,
      silentAfterMs: this.#silentAfterMs,
      lostAfterMs: this.#lostAfterMs,
      isAlive: this.#isAlive,
    };
  }
}

/** The thread's stream; `null` where the key is no well-formed text and so names none. */
function tailOf({ prefix, threadKey }: ThreadLease): ThreadTail | null {
  try {
    return new ThreadTail(prefix, threadKey);
  } catch {
    return null;
  }
}

function idOf({ prefix, threadKey }: ThreadLease): string {
  return `${prefix}\n${threadKey}`;
}
