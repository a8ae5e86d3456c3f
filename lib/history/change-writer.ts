/** Writes what a recorder has to write: what was seen, what was held at first, what differs after a gap. */

import { leaseIdOf } from '../keys/lease-id.ts';
import type { HeldNow } from '../observe/owner-change.ts';
import type { ChangeMatcher } from './change-matcher.ts';
import { type RecordedChange, recordChange, type ScriptContext } from './history-script.ts';
import type { LeaseSource } from './lease-source.ts';
import type { HistoryReader } from './reader.ts';
import { differences, differingKeys } from './reconcile.ts';
import type { RecorderTerm } from './recorder-term.ts';
import { truncateOwner } from './truncate-owner.ts';
import type { WrittenEntries } from './written-entries.ts';

/**
 * Changes sent at once. A recorder that takes over has hundreds to write: sent together they keep this
 * process from taking in readings for 40 to 70 ms, and what is over meanwhile is never seen.
 */
const BATCH = 50;

export interface ChangeWriterOptions {
  context: ScriptContext;
  watch: LeaseSource;
  reader: HistoryReader;
  /** What was seen and is not in the history yet. */
  matcher: ChangeMatcher;
  /** Takes note of what is written here. */
  own: WrittenEntries;
  /** Ends when the script finds another recorder. */
  term: RecorderTerm;
}

/** Every method writes for one term, and stops in the middle when that is over. */
export class ChangeWriter {
  readonly #context: ScriptContext;
  readonly #watch: LeaseSource;
  readonly #reader: HistoryReader;
  readonly #matcher: ChangeMatcher;
  readonly #own: WrittenEntries;
  readonly #term: RecorderTerm;

  constructor({ context, watch, reader, matcher, own, term }: ChangeWriterOptions) {
    this.#context = context;
    this.#watch = watch;
    this.#reader = reader;
    this.#matcher = matcher;
    this.#own = own;
    this.#term = term;
  }

  /** Nothing was ever recorded here: what is held now is the beginning, and no change. */
  async noteHolders(owner: string): Promise<void> {
    const before = new Map<string, HeldNow['owner'] | null>();
    const keys = new Map<string, Buffer>();
    for (const lease of this.#heldNow()) {
      const id = leaseIdOf(lease.redisKey);
      before.set(id, lease.owner);
      keys.set(id, lease.redisKey);
    }
    // Where a change waits to be recorded, the beginning is what was before it.
    for (const { change } of this.#matcher.unrecorded().reverse()) {
      const id = leaseIdOf(change.redisKey);
      before.set(id, change.from);
      keys.set(id, change.redisKey);
    }
    const notes: RecordedChange[] = [];
    for (const [id, to] of before) {
      const redisKey = keys.get(id);
      if (!redisKey || !to) continue;
      const base = { prefix: this.#context.prefix, from: null, heldForMs: null, renewals: 0 };
      notes.push({
        ...base,
        redisKey,
        event: 'held',
        to,
        at: this.#watch.now(),
        source: 'reconciled',
      });
    }
    await this.#record(owner, notes);
  }

  /** Writes what was seen and is not in the history yet, in the order seen. */
  async flush(owner: string): Promise<void> {
    const seen = this.#matcher.unrecorded();
    await this.#record(
      owner,
      seen.map(({ change }) => change),
      (index) => {
        const one = seen[index];
        if (one) this.#matcher.settle(leaseIdOf(one.change.redisKey), one);
      },
    );
  }

  /** Writes where the history's last word is not what is held, unless news of it is on its way. */
  async reconcile(owner: string): Promise<void> {
    const { store, prefix } = this.#context;
    const heldNow = () => this.#heldNow();
    const keys = await differingKeys(store, prefix, heldNow);
    if (keys.length === 0) return;
    await this.#reader.catchUp(prefix);
    await this.flush(owner);
    const changes = await differences(store, prefix, keys, heldNow, this.#watch.now());
    const quiet = changes.filter(({ redisKey }) => this.#matcher.isSettled(leaseIdOf(redisKey)));
    await this.#record(owner, quiet);
  }

  *#heldNow(): Generator<HeldNow> {
    for (const lease of this.#watch.heldNow(this.#context.prefix)) {
      yield { ...lease, owner: truncateOwner(lease.owner) };
    }
  }

  /** Records changes in their order. The first goes alone, so that the script is known for the rest. */
  async #record(
    owner: string,
    changes: readonly RecordedChange[],
    onDone: (index: number) => void = () => {},
  ): Promise<void> {
    const one = async (change: RecordedChange, index: number) => {
      const { outcome, ids } = await recordChange(this.#context, owner, change);
      this.#own.answered(ids);
      if (outcome === 'not-recorder') this.#term.lost();
      else onDone(index);
    };
    for (let at = 0; at < changes.length; at += BATCH) {
      // Writing much may take longer than a term lasts.
      if (this.#term.owner === owner) await this.#term.keep();
      if (this.#term.owner !== owner) return;
      const [first, ...rest] = changes.slice(at, at + BATCH);
      if (first) await one(first, at);
      if (this.#term.owner !== owner) return;
      await Promise.all(rest.map((change, index) => one(change, at + 1 + index)));
    }
  }
}
