/** What the facts about one server mean for its leases. */

import { mergedEventFlags, tellsEvictions } from '../source/event-flags.ts';
import type { EventsMode } from '../wire.ts';
import type { Finding } from './finding.ts';
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
  const shown = flags === null ? 'hidden' : flags === '' ? 'none' : flags;
  const base = { id: 'events', node };
  if (mode === 'keyspace') {
    const blind = flags !== null && !tellsEvictions(flags);
    return {
      ...base,
      state: blind ? 'note' : 'good',
      title: `Keyspace events, flags ${shown}`,
      detail: blind
        ? 'Changes are told at once. Evictions are not: an evicted lease is found by the next scan.'
        : 'Every change of a lease is told at once, and read before it is believed.',
      fix: null,
    };
  }
  const canSet = facts.allowed.includes('config|get');
  return {
    ...base,
    state: mode === 'tracking' ? 'note' : 'warning',
    title:
      mode === 'tracking'
        ? `Client tracking instead of events, flags ${shown}`
        : `Sampled every ${observed.samplePeriodMs / 1000} s, flags ${shown}`,
    detail:
      mode === 'tracking'
        ? `Changes are told at once, but not what they are: each costs a read. ${because(observed)}`
        : `Changes are seen up to one period late, and two within a period as one. ${because(observed)}`,
    fix: eventsFix(providerOf(facts.host), wanted ?? RIGHT_FLAGS, canSet),
  };
}

function because({ modeReason }: Observed): string {
  return modeReason === null ? '' : `Why: ${modeReason}.`;
}

const NEEDED = ['get', 'mget', 'pttl', 'scan', 'ping', 'time'];

function rightsFinding(facts: ServerFacts, { node, prefixes }: Observed): Finding {
  const lacking = NEEDED.filter((command) => facts.refused.includes(command));
  const others = facts.refused.filter((command) => !NEEDED.includes(command));
  const user = facts.user ?? 'this user';
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
        ? `${user} may not use ${lacking.join(', ')}`
        : others.length > 0
          ? `${user} may read leases, but not use ${others.join(', ')}`
          : `${user} may do all that observing needs`,
    detail:
      others.includes('info') || others.includes('config|get')
        ? 'Without INFO and CONFIG GET some of what is said here is not known.'
        : 'Asked of the server just now, command by command.',
    fix:
      facts.refused.length === 0
        ? null
        : {
            say: 'Give the user what observing needs; it reads and changes nothing.',
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
    title: 'This server is a replica',
    detail: `Expiry shows late and as a delete here, and nothing can be released. Its primary is ${primary}.`,
    fix: { say: 'Point REDIS_URL at the primary.', line: null, act: null },
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
    title: canEvict ? `Leases can be evicted (${evictionPolicy})` : 'Leases are never evicted',
    detail: canEvict
      ? `When memory runs out Redis drops keys, and a dropped lease lets a second owner in. ${evicted} keys were evicted since it started.`
      : 'When memory runs out writes fail, which is what leases need.',
    fix: canEvict
      ? {
          say: 'Keep leases in a Redis that does not evict.',
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
    title: `${Number(keys).toLocaleString('en')} keys with a TTL, ${stale} % of them overdue`,
    detail:
      'Redis tells of an expired key when it deletes it, which can be minutes late. Here each lease is asked for at its deadline, so that everybody hears of it at once.',
    fix: null,
  };
}

function versionFinding({ info }: ServerFacts, node: string): Finding | null {
  const version = info.get('valkey_version') ?? info.get('redis_version');
  if (version === undefined) return null;
  const name = info.has('valkey_version') ? 'Valkey' : 'Redis';
  const major = Number(version.split('.')[0]);
  return {
    id: 'versions',
    node,
    state: major < 6 ? 'warning' : 'good',
    title: `${name} ${version}, up for ${daysOf(Number(info.get('uptime_in_seconds') ?? 0))}`,
    detail:
      major < 6
        ? 'Client tracking and users came with version 6; without them only events and sampling are left.'
        : `Mode ${info.get('redis_mode') ?? info.get('server_mode') ?? 'standalone'}, ${info.get('connected_clients') ?? '?'} clients.`,
    fix: null,
  };
}

function daysOf(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  if (hours < 1) return `${Math.floor(seconds / 60)} min`;
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}
