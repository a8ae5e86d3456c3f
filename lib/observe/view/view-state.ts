/**
 * What the readers of one view have been told, and what they must be told next. The delta is made
 * once however many they are.
 */

import type { HistoryEntry } from '../../history/entry.ts';
import type { LeaseWatch } from '../lease-watch.ts';
import type { LeaseRecord } from '../table/lease-record.ts';
import type { Counts, DeltaMessage, LeaseRow, LeaseView } from '../wire.ts';

interface Told {
  lease: LeaseRecord;
  version: number;
  expiresAt: number | null;
  renewals: number;
}

export interface ViewQuestion {
  view: LeaseView;
  /** Show this lease alone. */
  leaseId: string | null;
}

export class ViewState {
  readonly #watch: LeaseWatch;
  readonly #question: ViewQuestion;
  #told = new Map<string, Told>();
  #matched = 0;
  #counts: string;
  #selectedAt = Number.NEGATIVE_INFINITY;
  #selectTook = 0;

  constructor(watch: LeaseWatch, question: ViewQuestion) {
    this.#watch = watch;
    this.#question = question;
    this.#counts = '';
  }

  /** Milliseconds the last selection took: what may be spent on the next depends on it. */
  get selectTook(): number {
    return this.#selectTook;
  }

  get selectedAt(): number {
    return this.#selectedAt;
  }

  /** Whether an entry of the history belongs to this view. */
  wants(entry: HistoryEntry): boolean {
    const { leaseId } = this.#question;
    return leaseId === null || entry.leaseId === leaseId || entry.event === 'gap';
  }

  /** The whole view, as told so far. */
  whole(): { matched: number; rows: LeaseRow[]; counts: Counts } {
    const rows = [...this.#told.values()].map(({ lease }) => this.#watch.rowOf(lease));
    return { matched: this.#matched, rows, counts: this.#watch.counts() };
  }

  /** What changed since the last call; `null` when nothing did. */
  delta(reselect: boolean): Omit<DeltaMessage, 'now' | 'feed'> | null {
    const delta: Omit<DeltaMessage, 'now' | 'feed'> = {};
    const rows: LeaseRow[] = [];
    const moves: [string, number, number][] = [];
    if (reselect) this.#select(delta, rows);
    for (const [id, told] of this.#told) this.#compare(id, told, rows, moves);
    if (rows.length > 0) delta.rows = rows;
    if (moves.length > 0) delta.moves = moves;
    const counts = this.#watch.counts();
    const json = JSON.stringify(counts);
    if (json !== this.#counts) {
      this.#counts = json;
      delta.counts = counts;
    }
    for (const _ in delta) return delta;
    return null;
  }

  #select(delta: Omit<DeltaMessage, 'now' | 'feed'>, rows: LeaseRow[]): void {
    const startedAt = performance.now();
    const { matched, leases } = this.#ask();
    const before = [...this.#told.keys()];
    const told = new Map<string, Told>();
    for (const lease of leases) {
      const row = this.#watch.rowOf(lease);
      const known = this.#told.get(row.id);
      if (known?.lease === lease) {
        told.set(row.id, known);
      } else {
        told.set(row.id, toldNow(lease));
        rows.push(row);
      }
    }
    this.#told = told;
    const order = [...told.keys()];
    if (order.length !== before.length || order.some((id, i) => id !== before[i])) {
      delta.order = order;
    }
    if (matched !== this.#matched) {
      this.#matched = matched;
      delta.matched = matched;
    }
    this.#selectedAt = performance.now();
    this.#selectTook = this.#selectedAt - startedAt;
  }

  #ask(): { matched: number; leases: LeaseRecord[] } {
    const { view, leaseId } = this.#question;
    if (leaseId === null) return this.#watch.select(view);
    const lease = this.#watch.find(leaseId);
    return lease ? { matched: 1, leases: [lease] } : { matched: 0, leases: [] };
  }

  #compare(id: string, told: Told, rows: LeaseRow[], moves: [string, number, number][]): void {
    const { lease } = told;
    if (told.version !== lease.version) {
      rows.push(this.#watch.rowOf(lease));
    } else if (told.expiresAt !== lease.expiresAt || told.renewals !== lease.renewals) {
      moves.push([id, Math.round(lease.expiresAt ?? 0), lease.renewals]);
    } else {
      return;
    }
    this.#told.set(id, toldNow(lease));
  }
}

function toldNow(lease: LeaseRecord): Told {
  const { version, expiresAt, renewals } = lease;
  return { lease, version, expiresAt, renewals };
}
