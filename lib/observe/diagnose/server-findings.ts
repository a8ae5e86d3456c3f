/** What the facts about one server mean for its leases. */

import type { EventsMode } from '../observed-trust.ts';
import { mergedEventFlags, tellsEvictions } from '../source/event-flags.ts';
import type { Finding } from './finding.ts';
import { type Saying, say } from './finding-text.ts';
import { eventsFix, providerOf } from './provider.ts';
import type { ServerFacts } from './server-facts.ts';

/** How this server is observed now. */
export interface Observed {
  node: string;
  mode: EventsMode | null;
  modeReason: string | null;
  samplePeriodMs: number;
  prefixes: readonly string[];
}

/** Findings about one server, in the order in which they matter. */
export function serverFindings(facts: ServerFacts, observed: Observed): Finding[] {
  return [
    eventsFinding(facts, observed),
    rightsFinding(facts, observed),
    roleFinding(facts, observed.node),
    evictionFinding(facts, observed.node),
    expiryFinding(facts, observed.node),
    versionFinding(facts, observed.node),
  ].filter((finding) => finding !== null);
}

/** What is asked of a server whose flags are hidden. */
const RIGHT_FLAGS = 'Kg$xe';

function eventsFinding(facts: ServerFacts, observed: Observed): Finding {
  const { mode, node } = observed;
  const flags = facts.flags.value;
  const wanted = flags === null ? RIGHT_FLAGS : mergedEventFlags(flags);
  const shown = flags === null ? say('flags-hidden') : flags === '' ? say('flags-none') : flags;
  const base = { id: 'events', node };
  if (mode === 'keyspace') {
    const blind = flags !== null && !tellsEvictions(flags);
    return {
      ...base,
      state: blind ? 'note' : 'good',
      title: say('events-keyspace', { flags: shown }),
      detail: [say(blind ? 'events-blind' : 'events-all')],
      fix: null,
    };
  }
  const canSet = facts.allowed.includes('config|get');
  return {
    ...base,
    state: mode === 'tracking' ? 'note' : 'warning',
    title:
      mode === 'tracking'
        ? say('events-tracking', { flags: shown })
        : say('events-sampled', { period: { ms: observed.samplePeriodMs }, flags: shown }),
    detail: [say(mode === 'tracking' ? 'tracking-means' : 'sampled-means'), ...because(observed)],
    fix: eventsFix(providerOf(facts.host), wanted ?? RIGHT_FLAGS, canSet),
  };
}

function because({ modeReason }: Observed): Saying[] {
  return modeReason === null ? [] : [say('why', { why: modeReason })];
}

const NEEDED = ['get', 'mget', 'pttl', 'scan', 'ping', 'time'];

function rightsFinding(facts: ServerFacts, { node, prefixes }: Observed): Finding {
  const lacking = NEEDED.filter((command) => facts.refused.includes(command));
  const others = facts.refused.filter((command) => !NEEDED.includes(command));
  const user = facts.user ?? say('this-user');
  const keys = prefixes.map((prefix) => `%R~${prefix}:*`).join(' ');
  const channels = prefixes.map((prefix) => `&__keyspace@0__:${prefix}:lease:*`).join(' ');
  const commands = [
    '+get +mget +pttl +type +scan +psubscribe +punsubscribe +ping +hello +auth',
    '+client|setname +client|id +client|tracking +time +config|get +info +xrevrange +xrange',
  ].join(' ');
  return {
    id: 'rights',
    node,
    state: lacking.length > 0 ? 'problem' : others.length > 0 ? 'note' : 'good',
    title:
      lacking.length > 0
        ? say('rights-lacking', { user, commands: lacking.join(', ') })
        : others.length > 0
          ? say('rights-some', { user, commands: others.join(', ') })
          : say('rights-all', { user }),
    detail: [
      say(
        others.includes('info') || others.includes('config|get') ? 'rights-unsure' : 'rights-asked',
      ),
    ],
    fix:
      facts.refused.length === 0
        ? null
        : {
            how: say('rights-fix'),
            line: `ACL SETUSER ${facts.user ?? 'leaseboard'} ${keys} ${channels} ${commands}`,
            act: null,
          },
  };
}

function roleFinding({ info }: ServerFacts, node: string): Finding | null {
  if (info.get('role') !== 'slave') return null;
  const primary = `${info.get('master_host')}:${info.get('master_port')}`;
  return {
    id: 'role',
    node,
    state: 'problem',
    title: say('replica'),
    detail: [say('replica-means', { primary })],
    fix: { how: say('replica-fix'), line: null, act: null },
  };
}

function evictionFinding(facts: ServerFacts, node: string): Finding | null {
  const { evictionPolicy, maxMemory } = facts;
  if (evictionPolicy === null) return null;
  const canEvict = evictionPolicy !== 'noeviction' && maxMemory !== 0;
  const evicted = Number(facts.info.get('evicted_keys') ?? 0);
  return {
    id: 'eviction',
    node,
    state: canEvict ? (evicted > 0 ? 'problem' : 'warning') : 'good',
    title: canEvict ? say('evicts', { policy: evictionPolicy }) : say('evicts-not'),
    detail: [canEvict ? say('evicts-means', { n: evicted }) : say('evicts-not-means')],
    fix: canEvict
      ? {
          how: say('evicts-fix'),
          line: 'CONFIG SET maxmemory-policy noeviction',
          act: null,
        }
      : null,
  };
}

function expiryFinding({ info }: ServerFacts, node: string): Finding | null {
  const keys = /expires=(\d+)/.exec(info.get('db0') ?? '')?.[1];
  const stale = Number(info.get('expired_stale_perc') ?? 0);
  if (keys === undefined) return null;
  return {
    id: 'expiry',
    node,
    state: stale > 10 ? 'note' : 'good',
    title: say('expiry', { n: Number(keys), percent: String(stale) }),
    detail: [say('expiry-means')],
    fix: null,
  };
}

function versionFinding({ info }: ServerFacts, node: string): Finding | null {
  const version = info.get('valkey_version') ?? info.get('redis_version');
  if (version === undefined) return null;
  const name = info.has('valkey_version') ? 'Valkey' : 'Redis';
  const major = Number(version.split('.')[0]);
  const uptimeSeconds = Number(info.get('uptime_in_seconds') ?? 0);
  return {
    id: 'versions',
    node,
    state: major < 6 ? 'warning' : 'good',
    title: say('server', { name, version, time: { ms: uptimeSeconds * 1000 } }),
    detail: [
      major < 6
        ? say('server-old')
        : say('server-means', {
            mode: info.get('redis_mode') ?? info.get('server_mode') ?? 'standalone',
            clients: info.get('connected_clients') ?? '?',
          }),
    ],
    fix: null,
  };
}
