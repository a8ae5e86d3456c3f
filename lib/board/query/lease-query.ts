/** A view's question, prepared to be asked of the table again and again. */

import type { LeaseRecord } from '../../observe/table/lease-record.ts';
import type { Annotations } from '../annotations.ts';
import type { LeaseView } from '../wire.ts';
import { leaseMatcher } from './match-lease.ts';
import { compareLeases, leaseOrder, leasesBetween } from './sort-leases.ts';

export interface Selection {
  /** Leases that the filter matches. */
  matched: number;
  /** The window of them that is shown, in order. */
  leases: LeaseRecord[];
}

export class LeaseQuery {
  readonly view: LeaseView;
  readonly #matches;
  readonly #order;

  constructor(view: LeaseView, annotations: Annotations) {
    this.view = view;
    this.#matches = leaseMatcher(view, annotations);
    this.#order = leaseOrder(view.sort, annotations);
  }

  /** Whether every lease matches. */
  get matchesAll(): boolean {
    return this.#matches === null;
  }

  matches(lease: LeaseRecord, now: number): boolean {
    return this.#matches === null || this.#matches(lease, now);
  }

  compare(a: LeaseRecord, b: LeaseRecord): number {
    return compareLeases(this.#order, a, b);
  }

  /** Goes through all leases. */
  select(all: Iterable<LeaseRecord>, now: number): Selection {
    const matching: LeaseRecord[] = [];
    for (const lease of all) if (this.matches(lease, now)) matching.push(lease);
    const { offset, limit } = this.view;
    const window = { start: offset, end: offset + limit };
    return { matched: matching.length, leases: leasesBetween(matching, window, this.#order) };
  }
}
