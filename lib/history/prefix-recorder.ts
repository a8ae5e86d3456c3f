/** Records the history of one prefix: as the recorder, or as a standby that could take over. */

import { leaseIdOf } from '../keys/lease-id.ts';
import type { LeaseProvider } from '../lease/index.ts';
import type { HeldNow, OwnerChange } from '../observe/owner-change.ts';
import type { Trust } from '../observe/wire.ts';
import { ChangeMatcher } from './change-matcher.ts';
import { CoverageSpans } from './coverage-spans.ts';
import type { HistoryEntry } from './entry.ts';
import {
  type CoverOutcome,
  type RecordedChange,
  recordChange,
  type ScriptContext,
  tellCoverage,
} from './history-script.ts';
import { isObserving, type LeaseSource } from './lease-source.ts';
import { OwnEntries } from './own-entries.ts';
import { cutOwner } from './owner-cut.ts';
import type { HistoryReader } from './reader.ts';
import { differences, differingKeys } from './reconcile.ts';
import { RecorderTerm } from './recorder-term.ts';

const BUSY_MS = 25;
const IDLE_MS = 250;
const COVERAGE_EVERY_MS = 500;
/** How many seen and how old changes a standby keeps, to go on where a recorder ended. */
const KEPT_CHANGES = 10_000;
const KEPT_MS = 60_000;
const BATCH = 500;

export type RecorderTrust = Trust['recorder'];

export interface PrefixRecorderOptions {
  context: ScriptContext;
  /** Where the recorder's own lease is. */
  leases: LeaseProvider;
  watch: LeaseSource;
  reader: HistoryReader;
  /** Names this dashboard. */
  self: string;
  onTrust: () => void;
}

export class PrefixRecorder {
  readonly #context: ScriptContext;
  readonly #watch: LeaseSource;
  readonly #reader: HistoryReader;
  readonly #self: string;
  readonly #onTrust: () => void;
  readonly #matcher = new ChangeMatcher();
  readonly #own = new OwnEntries();
  readonly #spans = new CoverageSpans();
  readonly #term: RecorderTerm;
  readonly #unsubscribe: (() => void)[] = [];
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #closed = false;
  #trust: RecorderTrust = { state: 'starting', reason: null };
  #covered: { at: number; outcome: CoverOutcome } = {
    at: Number.NEGATIVE_INFINITY,
    outcome: 'waiting',
  };
  /** The term for which the history was compared with the leases held. */
  #settledTerm: string | null = null;
  #isFirst = false;
  /** Whether all that earlier recorders wrote has been read, so that the rest is this one's own. */
  #caughtUp = false;

  constructor(options: PrefixRecorderOptions) {
    this.#context = options.context;
    this.#watch = options.watch;
    this.#reader = options.reader;
    this.#self = options.self;
    this.#onTrust = options.onTrust;
    this.#term = new RecorderTerm({ leases: options.leases, self: options.self });
  }

  get trust(): RecorderTrust {
    return this.#trust;
  }

  start(): void {
    const { prefix } = this.#context;
    this.#unsubscribe.push(
      this.#watch.onOwnerChange((change) => {
        if (change.prefix === prefix) this.#see(change);
      }),
      this.#watch.onGap((gap) => {
        if (gap.prefix !== prefix) return;
        this.#spans.interrupt(gap);
        this.#matcher.seeingSince(gap.to);
      }),
      this.#reader.onStored((entry) => {
        if (entry.prefix === prefix) this.#stored(entry);
      }),
    );
    this.#schedule(0);
  }

  /** Tells what was observed to the last, writes what is still to be written, and gives the lease up. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running;
    try {
      this.#covered.at = Number.NEGATIVE_INFINITY;
      await this.#turn();
      await this.#term.leave();
    } catch {
      // The store is away: the lease ends by its TTL, and another dashboard writes what is missing.
    }
  }

  #see(change: OwnerChange): void {
    this.#matcher.see(leaseIdOf(change.redisKey), change);
    if (this.#term.owner !== null && !this.#running) this.#schedule(BUSY_MS);
  }

  #stored(entry: HistoryEntry): void {
    if (entry.leaseId === null || this.#own.isWritten(entry)) return;
    // Once all that earlier recorders wrote has been read, nobody else writes what was observed.
    if (this.#caughtUp && entry.source !== 'recorded') this.#own.await(entry);
    else this.#matcher.recorded(entry);
  }

  /** This term is over, or its writes are in doubt: what others write counts again. */
  #endTerm(): void {
    this.#settledTerm = null;
    this.#caughtUp = false;
    for (const entry of this.#own.takeUnanswered()) this.#matcher.recorded(entry);
  }

  #schedule(afterMs: number): void {
    if (this.#closed) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#running = this.#guardedTurn().finally(() => {
        this.#running = null;
        const busy = this.#term.owner !== null && this.#matcher.pending > 0;
        this.#schedule(busy ? BUSY_MS : IDLE_MS);
      });
    }, afterMs);
  }

  async #guardedTurn(): Promise<void> {
    try {
      await this.#turn();
      this.#setTrust(this.#standing());
    } catch (error) {
      this.#setTrust({
        state: 'failing',
        reason: error instanceof Error ? error.message : String(error),
      });
      // What was sent may still take effect. A new term has a new owner, and the old one's writes are refused.
      this.#endTerm();
      await this.#term.leave().catch(() => {});
    }
  }

  #standing(): RecorderTrust {
    if (this.#term.owner !== null) return { state: 'writing', reason: null };
    if (isObserving(this.#watch)) return { state: 'standby', reason: null };
    return this.#trust.state === 'starting'
      ? this.#trust
      : { state: 'failing', reason: 'nothing is seen at the moment' };
  }

  async #turn(): Promise<void> {
    const now = this.#watch.now();
    const observing = isObserving(this.#watch);
    this.#spans.extend(now, observing);
    this.#shed();
    if (observing && !this.#closed) {
      if (this.#mayRecord) await this.#term.keep();
    } else if (!this.#closed) await this.#term.leave();
    await this.#cover(now);
    const { owner } = this.#term;
    if (owner === null) {
      this.#endTerm();
      this.#matcher.forget(now, now - KEPT_MS);
      return;
    }
    this.#matcher.forget(now, null);
    if (this.#covered.outcome === 'waiting') return;
    await this.#reader.catchUp(this.#context.prefix);
    this.#caughtUp = true;
    const isNewTerm = this.#settledTerm !== owner;
    if (isNewTerm && this.#isFirst) await this.#noteHolders(owner);
    await this.#flush(owner);
    if (isNewTerm && this.#term.owner === owner) {
      await this.#reconcile(owner);
      this.#settledTerm = owner;
      this.#isFirst = false;
    }
  }

  /** A recorder goes on; a standby may become one unless another has observed for longer. */
  get #mayRecord(): boolean {
    if (this.#term.owner !== null) return true;
    return this.#covered.outcome !== 'junior' && Number.isFinite(this.#covered.at);
  }

  async #cover(now: number): Promise<void> {
    const untold = this.#spans.untold();
    const isDue = now - this.#covered.at >= COVERAGE_EVERY_MS || untold.interruption !== null;
    if (!isDue && this.#settledTerm === this.#term.owner) return;
    const outcome = await tellCoverage(this.#context, this.#term.owner, this.#self, now, untold);
    this.#spans.told(untold);
    if (outcome === 'not-recorder') this.#term.lost();
    if (outcome === 'first') this.#isFirst = true;
    this.#covered = { at: now, outcome };
  }

  /** More was seen than could be kept: that time counts as not observed. */
  #shed(): void {
    const lost = this.#matcher.shed(KEPT_CHANGES);
    if (!lost) return;
    this.#spans.interrupt({ ...lost, reason: 'more changes than could be recorded' });
    this.#settledTerm = null;
  }

  /** Nothing was ever recorded here: what is held now is the beginning, and no change. */
  async #noteHolders(owner: string): Promise<void> {
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

  async #flush(owner: string): Promise<void> {
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

  async #reconcile(owner: string): Promise<void> {
    const { store, prefix } = this.#context;
    const heldNow = () => this.#heldNow();
    const keys = await differingKeys(store, prefix, heldNow);
    if (keys.length === 0) return;
    await this.#reader.catchUp(prefix);
    await this.#flush(owner);
    const changes = await differences(store, prefix, keys, heldNow, this.#watch.now());
    const quiet = changes.filter(({ redisKey }) => this.#matcher.isSettled(leaseIdOf(redisKey)));
    await this.#record(owner, quiet);
  }

  *#heldNow(): Generator<HeldNow> {
    for (const lease of this.#watch.heldNow(this.#context.prefix)) {
      yield { ...lease, owner: cutOwner(lease.owner) };
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
    for (let at = 0; at < changes.length && this.#term.owner === owner; at += BATCH) {
      const [first, ...rest] = changes.slice(at, at + BATCH);
      if (first) await one(first, at);
      if (this.#term.owner !== owner) return;
      await Promise.all(rest.map((change, index) => one(change, at + 1 + index)));
    }
  }

  #setTrust(trust: RecorderTrust): void {
    if (trust.state === this.#trust.state && trust.reason === this.#trust.reason) return;
    this.#trust = trust;
    this.#onTrust();
  }
}
