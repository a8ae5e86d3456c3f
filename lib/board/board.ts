/**
 * What is shown of leases: the facts that are observed, joined with what runs, history and operators
 * add to them. Pages, streams and the command line ask it; who knows something of a lease annotates it.
 */

import type { RecorderTrust } from '../history/recorder-trust.ts';
import type { HeldNow, LeaseRecord, LeaseWatch, OwnerChange } from '../observe/index.ts';
import { Listeners } from '../observe/index.ts';
import { type AnnotationChange, Annotations } from './annotations.ts';
import { toRow } from './lease-row.ts';
import { LeaseQuery } from './query/lease-query.ts';
import type { Counts, LeaseRow, LeaseView, Trust } from './wire.ts';

/** Who records the history, as far as trust is concerned. */
interface Recorder {
  readonly trust: RecorderTrust;
  onTrust(tell: (trust: RecorderTrust) => void): () => void;
}

export class Board {
  readonly #watch: LeaseWatch;
  readonly #annotations = new Annotations();
  readonly #changes = new Listeners<LeaseRecord>();
  readonly #trusts = new Listeners<Trust>();
  readonly #stopListening: (() => void)[];
  #recorder: RecorderTrust = { state: 'starting', reason: null };

  /** @param watch closed by whoever made it. */
  constructor(watch: LeaseWatch) {
    this.#watch = watch;
    this.#stopListening = [
      watch.onOwnerChange(({ redisKey, to }) => {
        if (to) this.#annotations.forgetOwner(redisKey.toString('latin1'));
      }),
      watch.onLeaseChange((lease) => {
        if (lease.gone) this.#annotations.delete(lease.key);
        this.#changes.tell(lease);
      }),
      watch.onTrust(() => this.#trusts.tell(this.trust())),
    ];
  }

  /** Stops listening. Safe to call twice. */
  close(): void {
    for (const stop of this.#stopListening.splice(0)) stop();
    this.#changes.clear();
    this.#trusts.clear();
  }

  /** Redis' clock, milliseconds. */
  now(): number {
    return this.#watch.now();
  }

  /** How far what is shown can be trusted now. */
  trust(): Trust {
    return { ...this.#watch.trust(), recorder: this.#recorder };
  }

  counts(): Counts {
    return { ...this.#watch.tallies(), byRun: this.#annotations.byRun() };
  }

  /** The leases a view shows, in its order, and how many match its filter. */
  query(view: LeaseView): { matched: number; rows: LeaseRow[] } {
    const { matched, leases } = this.prepare(view).select(this.leases(), this.now());
    return { matched, rows: leases.map((lease) => this.rowOf(lease)) };
  }

  /** A view's question, prepared to be asked again and again. */
  prepare(view: LeaseView): LeaseQuery {
    return new LeaseQuery(view, this.#annotations);
  }

  /** How many leases there are. */
  get size(): number {
    return this.#watch.size;
  }

  /** Every lease, in no order. */
  leases(): Iterable<LeaseRecord> {
    return this.#watch.leases();
  }

  rowOf(lease: LeaseRecord): LeaseRow {
    return toRow(lease, this.#annotations);
  }

  /** Counts every change of a row but a moved deadline. */
  versionOf(lease: LeaseRecord): number {
    return lease.version + (this.#annotations.of(lease.key)?.version ?? 0);
  }

  /** The lease as it is shown; `null` when it is not held or no such id exists. */
  get(id: string): LeaseRow | null {
    const lease = this.find(id);
    return lease ? this.rowOf(lease) : null;
  }

  find(id: string): LeaseRecord | undefined {
    return this.#watch.find(id);
  }

  /**
   * The lease as Redis has it now.
   * @throws when Redis cannot be asked: then nothing is known.
   */
  async fresh(id: string): Promise<LeaseRow | null> {
    const lease = await this.#watch.fresh(id);
    return lease ? this.rowOf(lease) : null;
  }

  /** Every lease of this prefix that is held now, as far as it is known. */
  heldNow(prefix: string): Iterable<HeldNow> {
    return this.#watch.heldNow(prefix);
  }

  /** Calls back for each lease that came, went or changed in more than its deadline. */
  onLeaseChange(tell: (lease: LeaseRecord) => void): () => void {
    return this.#changes.add(tell);
  }

  /** Calls back for every change of owner, in order per lease. */
  onOwnerChange(tell: (change: OwnerChange) => void): () => void {
    return this.#watch.onOwnerChange(tell);
  }

  /** Calls back at once when one of the facts about trust changes. */
  onTrust(tell: (trust: Trust) => void): () => void {
    return this.#trusts.add(tell);
  }

  /** Adds the trust of the recorder to that of the observer, until the board is closed. */
  followRecorder(recorder: Recorder): void {
    const take = (trust: RecorderTrust) => {
      if (trust.state === this.#recorder.state && trust.reason === this.#recorder.reason) return;
      this.#recorder = trust;
      this.#trusts.tell(this.trust());
    };
    this.#stopListening.push(recorder.onTrust(take));
    take(recorder.trust);
  }

  /** Adds to a lease what is known of it; a lease that is not held has no annotations. */
  annotate(id: string, change: AnnotationChange): void {
    const lease = this.find(id);
    if (!lease) return;
    this.#annotations.set(lease.key, change);
    this.#changes.tell(lease);
  }

  /** Restores since when a lease is held, from a record of it; see {@link LeaseWatch.restoreHeldSince}. */
  restoreHeldSince(id: string, since: { at: number; exact: boolean }): void {
    const lease = this.find(id);
    if (lease) this.#watch.restoreHeldSince(lease, since);
  }
}
