/** The orders in which leases are shown. */

import type { RunState } from '../../runs/run-view.ts';
import type { Annotations } from '../annotations.ts';
import type { Health } from '../health.ts';
import type { LeaseRecord } from '../table/lease-record.ts';
import type { LEASE_SORTS, LeaseSort } from '../wire.ts';

type Order = (typeof LEASE_SORTS)[number];
export type LeaseOrder = (a: LeaseRecord, b: LeaseRecord) => number;

/** What wants attention first. */
const HEALTH_RANK: Record<Health, number> = {
  'at-risk': 0,
  expired: 1,
  unreadable: 3,
  unknown: 4,
  late: 5,
  flapping: 6,
  'no-expiry': 7,
  'long-held': 20,
  healthy: 30,
};

const RUN_RANK: Partial<Record<RunState, number>> = {
  ghost: -3,
  silent: -2,
  leaked: -1,
  'waiting-for-person': 15,
};

/** Compares two leases in this order; equal ones by their keys, so that rows keep their places. */
export function leaseOrder(sort: LeaseSort, annotations: Annotations): LeaseOrder {
  const turned = sort.startsWith('-');
  const compare = comparisons(annotations)[(turned ? sort.slice(1) : sort) as Order];
  return turned
    ? (a, b) => compare(b, a) || compareText(a.key, b.key)
    : (a, b) => compare(a, b) || compareText(a.key, b.key);
}

function comparisons(annotations: Annotations): Record<Order, LeaseOrder> {
  const rank = (lease: LeaseRecord) => {
    const run = annotations.of(lease.key)?.run?.state;
    return Math.min(HEALTH_RANK[lease.health], (run && RUN_RANK[run]) ?? 30);
  };
  return {
    attention: (a, b) => rank(a) - rank(b),
    thread: (a, b) => compareText(titleOf(a), titleOf(b)),
    owner: (a, b) => compareText(a.owner ?? '', b.owner ?? ''),
    ttl: (a, b) => compareNumber(a.expiresAt ?? Number.MAX_VALUE, b.expiresAt ?? Number.MAX_VALUE),
    held: (a, b) => a.heldSince - b.heldSince,
    changes: (a, b) => b.changes - a.changes,
    'last-change': (a, b) => (b.lastChangeAt ?? 0) - (a.lastChangeAt ?? 0),
  };
}

function titleOf(lease: LeaseRecord): string {
  return lease.key.slice(lease.key.indexOf('\0', lease.prefix.keyStart.length) + 1);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function compareNumber(a: number, b: number): number {
  return a - b;
}

/**
 * The first `count` items in order, without sorting the rest.
 * @param items is reordered.
 */
export function firstOf<T>(items: T[], count: number, compare: (a: T, b: T) => number): T[] {
  if (count * 4 >= items.length) return items.sort(compare).slice(0, count);
  const first = items.slice(0, count).sort(compare);
  for (let i = count; i < items.length; i++) {
    const item = items[i] as T;
    if (compare(item, first[count - 1] as T) < 0) insertSorted(first, item, compare, count);
  }
  return first;
}

/** Puts `item` in its place and lets what falls off the end go. */
function insertSorted<T>(sorted: T[], item: T, compare: (a: T, b: T) => number, most: number) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(sorted[middle] as T, item) <= 0) low = middle + 1;
    else high = middle;
  }
  sorted.splice(low, 0, item);
  if (sorted.length > most) sorted.pop();
}
