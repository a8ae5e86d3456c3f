/** Records the history of one prefix: as the recorder, or as a standby that could take over. */

import { leaseIdOf } from '../keys/lease-id.ts';
import type { LeaseProvider } from '../lease/index.ts';
import type { OwnerChange } from '../observe/owner-change.ts';
import { ChangeMatcher } from './change-matcher.ts';
import { ChangeWriter } from './change-writer.ts';
import { CoverageSpans } from './coverage-spans.ts';
import type { HistoryEntry } from './entry.ts';
import { type CoverOutcome, type ScriptContext, tellCoverage } from './history-script.ts';
import { isObserving, type LeaseSource } from './lease-source.ts';
import type { HistoryReader } from './reader.ts';
import { RecorderTerm } from './recorder-term.ts';
import type { RecorderTrust } from './recorder-trust.ts';
import { WrittenEntries } from './written-entries.ts';

const BUSY_MS = 25;
const IDLE_MS = 250;
const COVERAGE_EVERY_MS = 500;
/** How many seen and how old changes a standby keeps, to go on where a recorder ended. */
const KEPT_CHANGES = 10_000;
const KEPT_MS = 60_000;

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
  readonly #own = new WrittenEntries();
  readonly #spans = new CoverageSpans();
  readonly #term: RecorderTerm;
  readonly #writer: ChangeWriter;
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
    this.#writer = new ChangeWriter({
      ...options,
      matcher: this.#matcher,
      own: this.#own,
      term: this.#term,
    });
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
    if (isNewTerm && this.#isFirst) await this.#writer.noteHolders(owner);
    await this.#writer.flush(owner);
    if (isNewTerm && this.#term.owner === owner) {
      await this.#writer.reconcile(owner);
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

  #setTrust(trust: RecorderTrust): void {
    if (trust.state === this.#trust.state && trust.reason === this.#trust.reason) return;
    this.#trust = trust;
    this.#onTrust();
  }
}
