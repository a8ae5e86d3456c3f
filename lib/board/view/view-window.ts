/**
 * Which leases a view shows now. Going through 100,000 of them for every change would leave no
 * time for anything else: between two such selections the few leases that changed are put in
 * their places one by one.
 */

import type { LeaseRecord } from '../../observe/table/lease-record.ts';
import type { LeaseQuery, Selection } from '../query/lease-query.ts';

/** Where the leases are. */
export interface LeaseSource {
  readonly size: number;
  now(): number;
  leases(): Iterable<LeaseRecord>;
  find(leaseId: string): LeaseRecord | undefined;
}

/** More changed leases than this are worth a selection. */
const MOST_CHANGED = 2000;
/** Selections this short are made whenever something changed. */
const CHEAP_MS = 2;
/** Selections may take this share of the time at most, all views together. */
const SHARE = 0.15;
const LONGEST_PAUSE_MS = 5000;

export class ViewWindow {
  readonly #source: LeaseSource;
  readonly #query: LeaseQuery;
  readonly #leaseId: string | null;
  readonly #changed = new Set<LeaseRecord>();
  #stale = true;
  #selectedAt = Number.NEGATIVE_INFINITY;
  #selectTook = 0;
  #selection: Selection = { matched: 0, leases: [] };

  /** @param leaseId shows this lease alone, instead of what the query finds. */
  constructor(source: LeaseSource, query: LeaseQuery, leaseId: string | null) {
    this.#source = source;
    this.#query = query;
    this.#leaseId = leaseId;
  }

  get matched(): number {
    return this.#selection.matched;
  }

  /** In order. Not to be changed. */
  get leases(): readonly LeaseRecord[] {
    return this.#selection.leases;
  }

  /** How long the last selection took, milliseconds. */
  get selectTook(): number {
    return this.#selectTook;
  }

  /** Takes note of a lease that came, went or changed. */
  note(lease: LeaseRecord): void {
    this.#stale = true;
    if (this.#changed.size < MOST_CHANGED) this.#changed.add(lease);
  }

  /**
   * Brings the window up to date.
   * @param views how many windows share the time.
   */
  refresh(views: number, at = performance.now()): void {
    if (!this.#stale && this.#changed.size === 0) return;
    if (this.#leaseId !== null) {
      const lease = this.#source.find(this.#leaseId);
      this.#selection = lease ? { matched: 1, leases: [lease] } : { matched: 0, leases: [] };
      this.#settled();
    } else if (this.#stale && at - this.#selectedAt >= this.#pauseMs(views)) {
      this.#selection = this.#query.select(this.#source.leases(), this.#source.now());
      this.#settled();
      this.#selectedAt = performance.now();
      this.#selectTook = this.#selectedAt - at;
    } else {
      for (const lease of this.#changed) this.#place(lease);
      this.#changed.clear();
      if (this.#query.matchesAll) this.#selection.matched = this.#source.size;
    }
  }

  #settled(): void {
    this.#stale = false;
    this.#changed.clear();
  }

  #pauseMs(views: number): number {
    if (this.#selectTook < CHEAP_MS) return 0;
    return Math.min(LONGEST_PAUSE_MS, (this.#selectTook * views) / SHARE);
  }

  /** Puts one lease where it belongs, as far as that can be told without the others. */
  #place(lease: LeaseRecord): void {
    const { leases } = this.#selection;
    const { limit, offset } = this.#query.view;
    const at = leases.indexOf(lease);
    if (at >= 0) leases.splice(at, 1);
    else if (offset > 0) return;
    if (lease.gone || !this.#query.matches(lease, this.#source.now())) return;
    const place = this.#placeOf(lease);
    if (place < limit) leases.splice(place, 0, lease);
    if (leases.length > limit) leases.pop();
  }

  #placeOf(lease: LeaseRecord): number {
    const { leases } = this.#selection;
    let low = 0;
    let high = leases.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = leases[middle];
      if (other && this.#query.compare(other, lease) <= 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
