/** Compares the table with the truth while it says that it is right. */

import { isObserving } from '../../lib/history/lease-source.ts';
import type { LeaseWatch } from '../../lib/observe/index.ts';
import type { TruthLog } from './truth-log.ts';
import type { Writer } from './writer.ts';

const EVERY_MS = 50;
/** A change may be this young and not be in the table yet. */
const SETTLED_MS = 250;
const DEADLINE_OFF_MS = 250;

export interface TableVerdict {
  /** The longest that an owner was wrong while the watch said that it is right. */
  ownerWrongMs: number;
  /** The longest that a deadline was wrong by more than 250 ms, likewise. */
  deadlineWrongMs: number;
}

export class TableCheck {
  readonly verdict: TableVerdict = { ownerWrongMs: 0, deadlineWrongMs: 0 };
  readonly #watch: LeaseWatch;
  readonly #log: TruthLog;
  readonly #writer: Writer;
  readonly #wrongSince = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;

  constructor(watch: LeaseWatch, log: TruthLog, writer: Writer) {
    this.#watch = watch;
    this.#log = log;
    this.#writer = writer;
    this.#timer = setInterval(() => this.#check(), EVERY_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #check(): void {
    const now = this.#watch.now();
    if (!isObserving(this.#watch)) {
      this.#wrongSince.clear();
      return;
    }
    const table = new Map([...this.#watch.leases()].map((lease) => [lease.key, lease]));
    for (const key of this.#log.keys()) {
      const lease = table.get(key);
      const truth = this.#log.current(key, now);
      if (!truth || this.#writer.isBusy(key) || now - truth.since < SETTLED_MS) continue;
      const isOwner = (lease?.owner ?? null) === truth.owner;
      this.#note(`owner ${key}`, isOwner, now, 'ownerWrongMs');
      const deadline = lease?.expiresAt ?? Number.POSITIVE_INFINITY;
      const isNear =
        deadline === truth.deadline || Math.abs(deadline - truth.deadline) <= DEADLINE_OFF_MS;
      this.#note(
        `deadline ${key}`,
        !isOwner || truth.owner === null || isNear,
        now,
        'deadlineWrongMs',
      );
    }
  }

  #note(what: string, isRight: boolean, now: number, kind: keyof TableVerdict): void {
    const since = this.#wrongSince.get(what);
    if (isRight) {
      this.#wrongSince.delete(what);
      return;
    }
    if (since === undefined) this.#wrongSince.set(what, now);
    else this.verdict[kind] = Math.max(this.verdict[kind], Math.round(now - since));
  }
}
