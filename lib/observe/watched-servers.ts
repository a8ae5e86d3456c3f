/** The servers behind a watch: numbers about observing them, and questions to them. */

import type { Redis } from 'ioredis';
import { leaseKeyPrefix } from '../lease/redis-keys.ts';
import type { Observed } from './diagnose/server-findings.ts';
import type { NodeWatch } from './node/node-watch.ts';
import { enableEventFlags, type FlagsSet } from './source/enable-events.ts';

export interface WatchStats {
  /** News of leases, renewals and all. */
  eventsPerSecond: number;
  nodes: { observed: number; total: number };
  /** Times in which nobody observed, the start itself aside. */
  gaps: number;
  /** This machine's wall clock minus Redis', milliseconds. */
  clockAheadMs: number;
  /** When all was last compared with a full scan, milliseconds on Redis' clock. */
  lastScanAt: number | null;
}

/** One server, how it is observed, and a connection to ask it. */
export interface WatchedServer extends Observed {
  redis: Redis;
  /** A key of the watched prefix that no lease has. */
  probeKey: string;
}

export function nodeStats(nodes: readonly NodeWatch[]): Pick<WatchStats, 'nodes' | 'lastScanAt'> {
  const oldest = Math.min(...nodes.map((node) => node.lastScanAt ?? Number.NaN));
  return {
    nodes: { observed: nodes.filter((node) => node.reachable).length, total: nodes.length },
    lastScanAt: Number.isFinite(oldest) ? oldest : null,
  };
}

export function watchedServers(
  nodes: readonly NodeWatch[],
  options: { prefixes: readonly string[]; samplePeriodMs: number },
): WatchedServer[] {
  return nodes.map((node) => ({
    ...options,
    node: node.name,
    mode: node.mode,
    modeReason: node.modeReason,
    redis: node.redis,
    probeKey: `${leaseKeyPrefix(options.prefixes[0] ?? '')}leaseboard probe`,
  }));
}

/** @throws when a server refuses; those before it have been changed. */
export async function enableEventsOn(nodes: readonly NodeWatch[]): Promise<FlagsSet[]> {
  const changed: FlagsSet[] = [];
  for (const node of nodes) {
    const set = await enableEventFlags(node.redis, node.name);
    if (set) changed.push(set);
  }
  return changed;
}
