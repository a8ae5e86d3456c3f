/** The orders in which leases are shown. */

import type { RunState } from '../../runs/run-view.ts';
import type { Annotations } from '../annotations.ts';
import type { Health } from '../health.ts';
import type { LeaseRecord } from '../table/lease-record.ts';
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

/** The first `count` leases in order, without sorting the rest. */
export function firstLeases(
  leases: readonly LeaseRecord[],
  count: number,
  order: LeaseOrder,
): LeaseRecord[] {
  const sign = order.turned ? -1 : 1;
  const ahead = (a: Ranked, b: Ranked) =>
    sign * compare(a.rank, b.rank) || compare(a.lease.key, b.lease.key);
  // Sorted whole whenever it has doubled, and cut: cheaper than keeping it in order all the time.
  let first: Ranked[] = [];
  let last: Ranked | undefined;
  for (const lease of leases) {
    const rank = order.keyOf(lease);
    if (last) {
      const byRank = sign * compare(rank, last.rank);
      if (byRank > 0 || (byRank === 0 && lease.key > last.lease.key)) continue;
    }
    first.push({ lease, rank });
    if (first.length < 2 * count + 64) continue;
    first = first.sort(ahead).slice(0, count);
    last = first.at(-1);
  }
  return first
    .sort(ahead)
    .slice(0, count)
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

function compare(a: SortKey, b: SortKey): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
