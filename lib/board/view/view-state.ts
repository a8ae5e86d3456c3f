/**
 * What the readers of one view have been told, and what they must be told next. A delta is made
 * once, however many they are.
 */

import { leaseIdOfBinary } from '../../keys/lease-id.ts';
import type { LeaseRecord } from '../../observe/table/lease-record.ts';
import type { Board } from '../board.ts';
import type { Counts, DeltaMessage, LeaseRow, LeaseView } from '../wire.ts';
import { ViewWindow } from './view-window.ts';

/** What is said of leases; the rest of a message is none of its business. */
export type LeaseDelta = Pick<DeltaMessage, 'counts' | 'matched' | 'rows' | 'moves' | 'order'>;

/** Numbers that change all the time are told at most this often. */
const COUNTS_EVERY_MS = 1000;

interface Told {
  id: string;
  version: number;
  expiresAt: number | null;
  renewals: number;
}

export class ViewState {
  readonly #board: Board;
  readonly #window: ViewWindow;
  #told = new Map<LeaseRecord, Told>();
  #order: readonly LeaseRecord[] = [];
  #matched = 0;
  #counts = '';
  #countsAt = Number.NEGATIVE_INFINITY;

  constructor(board: Board, view: LeaseView, leaseId: string | null) {
    this.#board = board;
    this.#window = new ViewWindow(board, board.prepare(view), leaseId);
  }

  note(lease: LeaseRecord): void {
    this.#window.note(lease);
  }

  /** The whole view as told so far: what a reader needs to understand the next delta. */
  whole(): { matched: number; rows: LeaseRow[]; counts: Counts } {
    const rows = this.#order.map((lease) => this.#board.rowOf(lease));
    return { matched: this.#matched, rows, counts: this.#board.counts() };
  }

  /** Ids of the leases that readers see now. */
  shown(): string[] {
    return [...this.#told.values()].map(({ id }) => id);
  }

  /**
   * What changed since the last call; `null` when nothing did.
   * @param options.views how many views share the time.
   * @param options.moves whether to tell deadlines that moved and counts, too.
   */
  delta(options: { views: number; moves: boolean }): LeaseDelta | null {
    this.#window.refresh(options.views);
    const delta: LeaseDelta = {};
    const rows: LeaseRow[] = [];
    const moves: [string, number, number][] = [];
    const told = new Map<LeaseRecord, Told>();
    for (const lease of this.#window.leases) {
      const before = this.#told.get(lease);
      const version = this.#board.versionOf(lease);
      const same = before?.version === version;
      const moved = before?.expiresAt !== lease.expiresAt || before?.renewals !== lease.renewals;
      if (before && same && (!moved || !options.moves)) {
        told.set(lease, before);
        continue;
      }
      const now = tell(lease, version, before?.id);
      told.set(lease, now);
      if (same) moves.push([now.id, Math.round(lease.expiresAt ?? 0), lease.renewals]);
      else rows.push(this.#board.rowOf(lease));
    }
    this.#told = told;
    if (rows.length > 0) delta.rows = rows;
    if (moves.length > 0) delta.moves = moves;
    this.#tellOrder(delta);
    if (options.moves) this.#tellCounts(delta);
    return Object.keys(delta).length > 0 ? delta : null;
  }

  #tellOrder(delta: LeaseDelta): void {
    const before = this.#order;
    const order = [...this.#window.leases];
    if (order.length === before.length && order.every((lease, i) => lease === before[i])) return;
    // A list that is shorter than it is said to be would show places with nothing in them.
    if (order.length !== before.length) this.#tellMatched(delta);
    this.#order = order;
    delta.order = order.map((lease) => this.#told.get(lease)?.id ?? '');
  }

  #tellCounts(delta: LeaseDelta): void {
    const at = performance.now();
    if (at - this.#countsAt < COUNTS_EVERY_MS) return;
    const counts = this.#board.counts();
    const json = JSON.stringify(counts);
    if (json === this.#counts && this.#window.matched === this.#matched) return;
    this.#countsAt = at;
    if (json !== this.#counts) delta.counts = counts;
    this.#counts = json;
    this.#tellMatched(delta);
  }

  #tellMatched(delta: LeaseDelta): void {
    const { matched } = this.#window;
    if (matched === this.#matched) return;
    delta.matched = matched;
    this.#matched = matched;
  }
}

function tell(lease: LeaseRecord, version: number, id: string | undefined): Told {
  return {
    id: id ?? leaseIdOfBinary(lease.key),
    version,
    expiresAt: lease.expiresAt,
    renewals: lease.renewals,
  };
}
