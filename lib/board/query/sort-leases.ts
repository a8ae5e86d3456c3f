/** The orders in which leases are shown. */

import type { Health } from '../../observe/health.ts';
import type { LeaseRecord } from '../../observe/table/lease-record.ts';
import type { RunState } from '../../runs/run-view.ts';
import type { Annotations } from '../annotations.ts';
import type { LEASE_SORTS, LeaseSort } from '../wire.ts';

type SortName = (typeof LEASE_SORTS)[number];
type SortKey = number | string;

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

/** An order of leases: compare what {@link LeaseOrder.keyOf} gives, then the leases' keys, so that rows keep their places. */
export interface LeaseOrder {
  keyOf(lease: LeaseRecord): SortKey;
  turned: boolean;
}

export function leaseOrder(sort: LeaseSort, annotations: Annotations): LeaseOrder {
  const turned = sort.startsWith('-');
  const name = (turned ? sort.slice(1) : sort) as SortName;
  return { keyOf: sortKeys(annotations)[name], turned };
}

/** Below zero when `a` comes first. */
export function compareLeases(order: LeaseOrder, a: LeaseRecord, b: LeaseRecord): number {
  const byKey = compare(order.keyOf(a), order.keyOf(b));
  return (order.turned ? -byKey : byKey) || compare(a.key, b.key);
}

/**
 * The leases from place `start` to before `end` of their order. The rest is not sorted: time grows
 * with the number of leases, and no more for a window deep down than for the first.
 */
export function leasesBetween(
  leases: readonly LeaseRecord[],
  { start, end }: { start: number; end: number },
  order: LeaseOrder,
): LeaseRecord[] {
  const sign = order.turned ? -1 : 1;
  const ahead = (a: Ranked, b: Ranked) =>
    sign * compare(a.rank, b.rank) || compare(a.lease.key, b.lease.key);
  // Cut whenever it has doubled: cheaper than keeping it short all the time.
  const first: Ranked[] = [];
  let last: Ranked | undefined;
  for (const lease of leases) {
    const rank = order.keyOf(lease);
    if (last) {
      const byRank = sign * compare(rank, last.rank);
      if (byRank > 0 || (byRank === 0 && lease.key > last.lease.key)) continue;
    }
    first.push({ lease, rank });
    if (first.length < 2 * end + 64) continue;
    cut(first, end, ahead);
    last = first.at(-1);
  }
  cut(first, end, ahead);
  settle(first, start, ahead);
  return first
    .slice(start)
    .sort(ahead)
    .map(({ lease }) => lease);
}

interface Ranked {
  lease: LeaseRecord;
  rank: SortKey;
}

function sortKeys(annotations: Annotations): Record<SortName, (lease: LeaseRecord) => SortKey> {
  return {
    attention: (lease) => {
      const run = annotations.of(lease.key)?.run?.state;
      const health = HEALTH_RANK[lease.health];
      return run === undefined ? health : Math.min(health, RUN_RANK[run] ?? health);
    },
    thread: (lease) => lease.key.slice(lease.key.indexOf('\0', lease.prefix.keyStart.length) + 1),
    owner: (lease) => lease.owner ?? '',
    ttl: (lease) => lease.expiresAt ?? Number.MAX_VALUE,
    held: (lease) => lease.heldSince,
    changes: (lease) => -lease.changes,
    'last-change': (lease) => -(lease.lastChangeAt ?? 0),
  };
}

/** Leaves the first `count` items of their order, the last of them at the end. */
function cut<Item>(items: Item[], count: number, compare: (a: Item, b: Item) => number): void {
  if (items.length <= count) return;
  settle(items, count - 1, compare);
  items.length = Math.max(0, count);
}

/**
 * Puts that item at `place` which belongs there, those ahead of it before and the others behind:
 * Hoare's selection, with the middle of three for a pivot.
 */
function settle<Item>(items: Item[], place: number, compare: (a: Item, b: Item) => number): void {
  let low = 0;
  let high = items.length - 1;
  if (place < low || place > high) return;
  while (low < high) {
    const pivot = middleOf(items, low, high, compare);
    let left = low;
    let right = high;
    while (left <= right) {
      while (compare(items[left] as Item, pivot) < 0) left++;
      while (compare(items[right] as Item, pivot) > 0) right--;
      if (left > right) break;
      [items[left], items[right]] = [items[right] as Item, items[left] as Item];
      left++;
      right--;
    }
    if (place <= right) high = right;
    else if (place >= left) low = left;
    else return;
  }
}

function middleOf<Item>(
  items: readonly Item[],
  low: number,
  high: number,
  compare: (a: Item, b: Item) => number,
): Item {
  const three = [items[low], items[(low + high) >> 1], items[high]] as [Item, Item, Item];
  return three.sort(compare)[1];
}

function compare(a: SortKey, b: SortKey): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
