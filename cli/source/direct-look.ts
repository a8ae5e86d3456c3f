/** One look at the leases straight on Redis: what is there, and what others wrote down about it. */

import { setTimeout as pause } from 'node:timers/promises';
import { Board } from '../../lib/board/board.ts';
import {
  annotateGrants,
  annotateHolds,
  restoreHeldSince,
} from '../../lib/board/lease-annotations.ts';
import { type ListedLease, listedLease } from '../../lib/board/listed-lease.ts';
import { RunAnnotations } from '../../lib/board/run-annotations.ts';
import type { LeaseRow } from '../../lib/board/wire.ts';
import { HistoryReader } from '../../lib/history/reader.ts';
import { redisConnector } from '../../lib/observe/connector.ts';
import { LeaseWatch } from '../../lib/observe/lease-watch.ts';
import type { RedisClient } from '../../lib/platform/redis-connection.ts';

/** With more threads than this, the runs of those shown are read and no others. */
export const MOST_THREADS = 5000;
/** A lease that was first seen by this look itself was seen so much before the look, at most. */
const SLACK_MS = 250;
const HISTORY_WITHIN_MS = 10_000;

export class DirectLook {
  readonly board: Board;
  readonly #watch: LeaseWatch;
  readonly #prefixes: readonly string[];
  readonly #runs: RunAnnotations;
  readonly #beganAt = performance.now();

  /** @param options.redis the same server as `url`; not closed here. */
  constructor(options: { url: string; redis: RedisClient; prefixes: readonly string[] }) {
    const { url, redis, prefixes } = options;
    this.#prefixes = prefixes;
    this.#watch = new LeaseWatch({ connect: redisConnector(url), prefixes });
    this.board = new Board(this.#watch);
    this.#runs = new RunAnnotations({ board: this.board, shown: () => [], redis, prefixes });
    annotateHolds(this.board);
    this.#watch.start();
  }

  /** Whether all leases have been read. */
  get isComplete(): boolean {
    const { redis, events } = this.board.trust();
    return redis.state === 'up' && events.complete;
  }

  /**
   * Reads since when leases are held, as far as a dashboard or their holders wrote it down.
   * @throws what the store answers; what was read until then counts.
   */
  async readHolders(store: RedisClient): Promise<void> {
    await restoreHeldSince(this.board, { store, prefixes: this.#prefixes });
    const history = new HistoryReader({ store, prefixes: this.#prefixes });
    try {
      // It asks a store that refuses again and again: what it has by then counts.
      await Promise.race([history.start(), pause(HISTORY_WITHIN_MS, undefined, { ref: false })]);
      annotateGrants(this.board, history)();
    } finally {
      history.close();
    }
  }

  /** Reads what the runs of all threads, or of these, are doing, and their processes. @throws what Redis answers. */
  async readRuns(leaseIds?: ReadonlySet<string>): Promise<void> {
    await this.#runs.look(leaseIds);
  }

  /** How many threads are held. */
  get threads(): number {
    return this.board.counts().byKind.thread ?? 0;
  }

  /** Of how many leases nobody wrote down since when they are held. */
  heldSinceNobodyKnows(): number {
    const lookedFor = performance.now() - this.#beganAt + SLACK_MS;
    let count = 0;
    for (const { heldSince, heldSinceExact } of this.board.leases()) {
      if (!heldSinceExact && this.board.now() - heldSince < lookedFor) count++;
    }
    return count;
  }

  /** A lease as one look knows it: whether its renewals are in time takes watching them. */
  listed(row: LeaseRow): ListedLease {
    const lease = listedLease(row, this.board.now());
    return lease.health === 'healthy' ? { ...lease, health: 'unknown' } : lease;
  }

  close(): void {
    this.#runs.close();
    this.board.close();
    this.#watch.close();
  }
}
