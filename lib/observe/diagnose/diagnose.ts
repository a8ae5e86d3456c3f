/** Everything that can be in the way of a true picture, asked of the servers now, each with its fix. */

import type { LeaseWatch } from '../lease-watch.ts';
import type { Finding } from './finding.ts';
import { type Saying, say } from './finding-text.ts';
import { askServer } from './server-facts.ts';
import { serverFindings } from './server-findings.ts';

/** A clock off by more than this is worth mending. */
const CLOCK_NOTE_MS = 1000;
/** Less than this is how long asking takes. */
const SAME_CLOCK_MS = 20;

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
        // Why the connection was lost says more than that there is none.
        const why = watch.trust().redis.detail ?? (error as Error).message;
        return [away(server.node, why)];
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
    title: say('silent', { node }),
    detail: [say('silent-means', { why })],
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
    title: say('coverage', { observed: nodes.observed, total: nodes.total }),
    detail: [
      say('known', { n: watch.size }),
      gaps === 0 ? say('gaps-none') : say('gaps', { n: gaps }),
    ],
    fix: null,
  };
}

function freshness(watch: LeaseWatch): Finding {
  const { eventsPerSecond, lastScanAt } = watch.stats();
  const { lagMs } = watch.trust().events;
  const n = Math.round(eventsPerSecond);
  return {
    id: 'lag',
    node: null,
    state: lagMs !== null && lagMs > 1000 ? 'warning' : 'good',
    title: lagMs === null ? say('rate-alone', { n }) : say('rate', { n, lag: { ms: lagMs } }),
    detail: [
      say('lag-means'),
      lastScanAt === null
        ? say('scanned-never')
        : say('scanned', { time: { ms: watch.now() - lastScanAt } }),
    ],
    fix: null,
  };
}

function clock(watch: LeaseWatch): Finding {
  const ahead = watch.stats().clockAheadMs;
  const off = Math.abs(ahead) > CLOCK_NOTE_MS;
  return {
    id: 'clock',
    node: null,
    state: off ? 'note' : 'good',
    title: clockTitle(ahead),
    detail: [say(off ? 'clock-off' : 'clock-good')],
    fix: off
      ? {
          how: say('clock-fix'),
          line: 'timedatectl set-ntp true',
          act: null,
        }
      : null,
  };
}

function clockTitle(ahead: number): Saying {
  const time = { ms: Math.abs(ahead) };
  if (time.ms < SAME_CLOCK_MS) return say('clock-same');
  return say(ahead > 0 ? 'clock-ahead' : 'clock-behind', { time });
}

function ourVersions(versions: Readonly<Record<string, string>>): Finding {
  const all = { ...versions, Node: process.versions.node };
  const named = Object.entries(all).map(([name, version]) => `${name} ${version}`);
  return {
    id: 'versions',
    node: null,
    state: 'good',
    title: say('versions', { text: named.join(', ') }),
    detail: [
      say('process', {
        system: `${process.platform} ${process.arch}`,
        time: { ms: process.uptime() * 1000 },
      }),
    ],
    fix: null,
  };
}
