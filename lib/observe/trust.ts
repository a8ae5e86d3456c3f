/** The facts about trust, put together from all nodes: the weakest speaks for all. */

import type { NodeWatch } from './node/node-watch.ts';
import type { EventsMode, ObservedTrust, Restart } from './observed-trust.ts';
import { isRefusal } from './refusal.ts';

/** For so long a restart that lost leases is told of. */
const RESTART_TOLD_MS = 10 * 60_000;
const WORST_LAST: EventsMode[] = ['keyspace', 'tracking', 'sampling'];

export function trustOf(
  nodes: readonly NodeWatch[],
  options: {
    now: number;
    samplePeriodMs: number;
    seeking: { since: number; detail: string | null };
  },
): ObservedTrust {
  const restart = restartOf(nodes, options.now);
  return {
    redis: { ...redisTrust(nodes, options.seeking), ...(restart && { restart }) },
    events: eventsTrust(nodes, options),
  };
}

/** The newest restart that is still to be told of, with what all nodes lost in that time. */
function restartOf(nodes: readonly NodeWatch[], now: number): Restart | null {
  const restarts = nodes
    .flatMap(({ life }) => life.restart ?? [])
    .filter(({ at }) => now - at < RESTART_TOLD_MS);
  if (restarts.length === 0) return null;
  const sum = (count: (restart: Restart) => number) =>
    restarts.reduce((total, restart) => total + count(restart), 0);
  return {
    at: Math.max(...restarts.map(({ at }) => at)),
    held: sum(({ held }) => held),
    lost: sum(({ lost }) => lost),
  };
}

/**
 * How old what is known is, milliseconds: how long Redis has not answered by `now` on its clock.
 * `null` while it does.
 */
export function staleFor({ redis }: Pick<ObservedTrust, 'redis'>, now: number): number | null {
  return redis.state === 'up' ? null : Math.max(0, Math.round(now - redis.since));
}

function redisTrust(
  nodes: readonly NodeWatch[],
  seeking: { since: number; detail: string | null },
): ObservedTrust['redis'] {
  if (nodes.length === 0) {
    const refused = seeking.detail !== null && isRefusal(seeking.detail);
    return { state: seeking.detail === null ? 'connecting' : 'down', ...seeking, refused };
  }
  const down = nodes.filter((node) => node.state !== 'up');
  const worst = down.find((node) => node.state === 'down') ?? down[0];
  if (!worst) {
    const since = Math.max(...nodes.map((node) => node.stateSince));
    return { state: 'up', since, detail: null, refused: false };
  }
  const where = nodes.length > 1 ? `${down.length} of ${nodes.length} nodes: ` : '';
  const detail = worst.detail === null ? null : where + worst.detail;
  return {
    state: worst.state === 'down' ? 'down' : 'connecting',
    since: worst.stateSince,
    detail,
    refused: detail !== null && isRefusal(detail),
  };
}

function eventsTrust(
  nodes: readonly NodeWatch[],
  options: { samplePeriodMs: number },
): ObservedTrust['events'] {
  const known = nodes.filter((node) => node.mode !== null);
  const mode = known
    .map((node) => node.mode ?? 'sampling')
    .reduce<EventsMode>(
      (a, b) => (WORST_LAST.indexOf(b) > WORST_LAST.indexOf(a) ? b : a),
      'keyspace',
    );
  const lags = known.flatMap((node) => (node.lagMs === null ? [] : [node.lagMs]));
  return {
    mode,
    reason: known.find((node) => node.mode === mode)?.modeReason ?? null,
    lagMs: lags.length > 0 ? Math.round(Math.max(...lags)) : null,
    periodMs: mode === 'sampling' ? options.samplePeriodMs : null,
    complete: nodes.length > 0 && nodes.every((node) => node.complete),
  };
}
