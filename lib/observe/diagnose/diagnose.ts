/** Everything that can be in the way of a true picture, asked of the servers now, each with its fix. */

import type { LeaseWatch } from '../lease-watch.ts';
import type { Finding } from './finding.ts';
import { askServer } from './server-facts.ts';
import { serverFindings } from './server-findings.ts';

/** A clock off by more than this is worth mending. */
const CLOCK_NOTE_MS = 1000;

/**
 * Findings about the deployment, the worst first. Asks the servers a handful of harmless questions.
 * @param versions what else to name: `{ Leaseboard: '0.1.0' }`.
 */
export async function diagnose(
  watch: LeaseWatch,
  versions: Readonly<Record<string, string>> = {},
): Promise<Finding[]> {
  const perServer = await Promise.all(
    watch.servers().map(async (server): Promise<Finding[]> => {
      try {
        return serverFindings(await askServer(server.redis, server.probeKey), server);
      } catch (error) {
        return [away(server.node, (error as Error).message)];
      }
    }),
  );
  const findings = [
    ...perServer.flat(),
    coverage(watch),
    freshness(watch),
    clock(watch),
    ourVersions(versions),
  ];
  const gravity = { problem: 0, warning: 1, note: 2, good: 3 };
  return findings.sort((a, b) => gravity[a.state] - gravity[b.state]);
}

function away(node: string, why: string): Finding {
  return {
    id: 'coverage',
    node,
    state: 'problem',
    title: `${node} does not answer`,
    detail: `Nothing is known of its leases until it does: ${why}.`,
    fix: null,
  };
}

function coverage(watch: LeaseWatch): Finding {
  const { nodes, gaps } = watch.stats();
  const complete = nodes.total > 0 && nodes.observed === nodes.total;
  return {
    id: 'coverage',
    node: null,
    state: complete ? 'good' : 'problem',
    title: `${nodes.observed} of ${nodes.total} primaries observed`,
    detail: `${watch.size.toLocaleString('en')} leases known. Not observed ${gaps} ${gaps === 1 ? 'time' : 'times'} since this server started; each is in the history.`,
    fix: null,
  };
}

function freshness(watch: LeaseWatch): Finding {
  const { eventsPerSecond, lastScanAt } = watch.stats();
  const { lagMs } = watch.trust().events;
  const lag = lagMs === null ? 'not measured' : `${lagMs} ms`;
  const scan =
    lastScanAt === null ? 'never' : `${Math.round((watch.now() - lastScanAt) / 1000)} s ago`;
  return {
    id: 'lag',
    node: null,
    state: lagMs !== null && lagMs > 1000 ? 'warning' : 'good',
    title: `${Math.round(eventsPerSecond).toLocaleString('en')} events a second, lag ${lag}`,
    detail: `Lag is from the server’s word to its arrival here, behind all that waits. Everything was compared with a full scan ${scan}.`,
    fix: null,
  };
}

function clock(watch: LeaseWatch): Finding {
  const ahead = watch.stats().clockAheadMs;
  const off = Math.abs(ahead) > CLOCK_NOTE_MS;
  const shown =
    Math.abs(ahead) < 1000 ? `${Math.round(ahead)} ms` : `${(ahead / 1000).toFixed(1)} s`;
  return {
    id: 'clock',
    node: null,
    state: off ? 'note' : 'good',
    title: `This machine’s clock is ${shown} ahead of Redis’`,
    detail: off
      ? 'Nothing here goes by it: all times are Redis’. But logs of this machine will not match them.'
      : 'All times here are on Redis’ clock.',
    fix: off
      ? {
          say: 'Let the machine keep its clock by NTP.',
          line: 'timedatectl set-ntp true',
          act: null,
        }
      : null,
  };
}

function ourVersions(versions: Readonly<Record<string, string>>): Finding {
  const all = { ...versions, Node: process.versions.node };
  return {
    id: 'versions',
    node: null,
    state: 'good',
    title: Object.entries(all)
      .map(([name, version]) => `${name} ${version}`)
      .join(', '),
    detail: `${process.platform} ${process.arch}, up for ${Math.floor(process.uptime() / 60)} min.`,
    fix: null,
  };
}
