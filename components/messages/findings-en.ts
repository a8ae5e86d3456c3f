import type { SayingName } from '@/lib/observe/diagnose/saying.ts';

/** What diagnostics find, in English. */
export const findingsEn: Record<SayingName, string> = {
  'events-keyspace': 'Keyspace events, flags {flags}',
  'events-tracking': 'Client tracking instead of events, flags {flags}',
  'events-sampled': 'Sampled every {period}, flags {flags}',
  'flags-hidden': 'hidden',
  'flags-none': 'none',
  'events-all': 'Every change of a lease is told at once, and read before it is believed.',
  'events-blind':
    'Changes are told at once. Evictions are not: an evicted lease is found by the next scan.',
  'tracking-means': 'Changes are told at once, but not what they are: each costs a read.',
  'sampled-means': 'Changes are seen up to one period late, and two within a period as one.',
  why: 'Why: {why}.',
  'this-user': 'this user',
  'rights-lacking': '{user} may not use {commands}',
  'rights-some': '{user} may read leases, but not use {commands}',
  'rights-all': '{user} may do all that observing needs',
  'rights-unsure': 'Without INFO and CONFIG GET some of what is said here is not known.',
  'rights-asked': 'Asked of the server just now, command by command.',
  'rights-fix': 'Give the user what observing needs; it reads and changes nothing.',
  replica: 'This server is a replica',
  'replica-means':
    'Expiry shows late and as a delete here, and nothing can be released. Its primary is {primary}.',
  'replica-fix': 'Point REDIS_URL at the primary.',
  evicts: 'Leases can be evicted ({policy})',
  'evicts-not': 'Leases are never evicted',
  'evicts-means':
    'When memory runs out Redis drops keys, and a dropped lease lets a second owner in. Keys evicted since it started: {n}.',
  'evicts-not-means': 'When memory runs out writes fail, which is what leases need.',
  'evicts-fix': 'Keep leases in a Redis that does not evict.',
  expiry: '{n} keys with a TTL, {percent} % of them overdue',
  'expiry-means':
    'Redis tells of an expired key when it deletes it, which can be minutes late. Here each lease is asked for at its deadline, so that everybody hears of it at once.',
  server: '{name} {version}, up for {time}',
  'server-old':
    'Client tracking and users came with version 6; without them only events and sampling are left.',
  'server-means': 'Mode {mode}, {clients} clients.',
  silent: '{node} does not answer',
  'silent-means': 'Nothing is known of its leases until it does. It was said: {why}.',
  coverage: '{observed} of {total} primaries observed',
  known: 'Leases known: {n}.',
  'gaps-none': 'Watched without a gap since this server started.',
  gaps: 'Gaps since this server started: {n}; each is in the history.',
  rate: '{n} events a second, lag {lag}',
  'rate-alone': '{n} events a second, lag not measured',
  'lag-means': 'Lag is from the server’s word to its arrival here, behind all that waits.',
  scanned: 'Everything was compared with a full scan {time} ago.',
  'scanned-never': 'No full scan was done yet.',
  'clock-same': 'This machine’s clock agrees with Redis’',
  'clock-ahead': 'This machine’s clock is {time} ahead of Redis’',
  'clock-behind': 'This machine’s clock is {time} behind Redis’',
  'clock-good': 'All times here are on Redis’ clock.',
  'clock-off':
    'Nothing here goes by it: all times are Redis’. But logs of this machine will not match them.',
  'clock-fix': 'Let the machine keep its clock by NTP.',
  versions: '{text}',
  process: '{system}, up for {time}.',
  'fix-parameter-group':
    'CONFIG is not available here: set it in the parameter group of the cluster.',
  'fix-serverless':
    'ElastiCache Serverless has no keyspace events. Leases are sampled; a node-based cluster has events.',
  'fix-azure': 'Set it in the portal under Advanced settings, or with the command line tool.',
  'fix-memorystore': 'Set it on the instance.',
  'fix-heroku': 'Heroku sets it through its own command.',
  'fix-here':
    'Set them on the server. To keep them over a restart, set them in its configuration, too.',
  'fix-elsewhere':
    'The user of this dashboard may not do it. Somebody who may can type this on the server.',
};
