import type { SayingName } from '@/lib/observe/diagnose/finding-text.ts';

/** What diagnostics find, in English. */
export const findingsEn: Record<SayingName, string> = {
  'events-keyspace': 'Keyspace events, flags {flags}',
  'events-tracking': 'Client tracking instead of events; flags {flags}',
  'events-sampled': 'Sampled every {period}; flags {flags}',
  'flags-hidden': 'hidden',
  'flags-none': 'none',
  'events-all': 'Changes arrive instantly and are verified by reading the key.',
  'events-blind':
    'Changes arrive instantly, except evictions: an evicted lease is found by the next scan.',
  'tracking-means': 'Changes arrive instantly but without their kind, so each costs a read.',
  'sampled-means': 'Changes appear up to one period late, and two within a period appear as one.',
  why: 'Reason: {why}.',
  'this-user': 'this user',
  'rights-lacking': '{user} is missing permission for {commands}',
  'rights-some': '{user} can read leases but not run {commands}',
  'rights-all': '{user} has every permission that observing needs',
  'rights-unsure': 'Without INFO and CONFIG GET, some of these facts are unknown.',
  'rights-asked': 'Checked on the server just now, command by command.',
  'rights-fix': 'Grant the user what observing needs. It only reads.',
  replica: 'This server is a replica',
  'replica-means':
    'On a replica, expiry appears late and as a delete, and leases cannot be released. Its primary is {primary}.',
  'replica-fix': 'Set REDIS_URL to the primary.',
  evicts: 'Leases can be evicted ({policy})',
  'evicts-not': 'Leases are never evicted',
  'evicts-means':
    'When memory runs out, Redis drops keys. A dropped lease lets a second owner in. Keys evicted since Redis started: {n}.',
  'evicts-not-means': 'When memory runs out, writes fail, which is what leases need.',
  'evicts-fix': 'Keep leases in a Redis with maxmemory-policy noeviction.',
  expiry: '{n} keys with a TTL, {percent}% overdue',
  'expiry-means':
    'Redis announces an expired key only when it deletes it, which can be minutes late. Leaseboard reads each lease at its deadline, so everyone sees the expiry immediately.',
  server: '{name} {version}, up for {time}',
  'server-old':
    'Client tracking and ACL users need Redis 6. Older versions offer only events and sampling.',
  'server-means': 'Mode {mode}, {clients} clients.',
  silent: '{node} does not respond',
  'silent-means': 'The state of its leases is unknown until it does. Last error: {why}.',
  coverage: '{observed} of {total} primaries observed',
  known: 'Known leases: {n}.',
  'gaps-none': 'No gap since this server started.',
  gaps: 'Gaps since this server started: {n}. Each is in the history.',
  rate: '{n} events/s, lag {lag}',
  'rate-alone': '{n} events/s, lag not measured',
  'lag-means': 'Lag is the time from the server to here, including queued events.',
  scanned: 'Last compared with a full scan {time} ago.',
  'scanned-never': 'No full scan yet.',
  'clock-same': 'This machine’s clock agrees with Redis',
  'clock-ahead': 'This machine’s clock is {time} ahead of Redis',
  'clock-behind': 'This machine’s clock is {time} behind Redis',
  'clock-good': 'All times shown use the Redis clock.',
  'clock-off':
    'All times shown use the Redis clock, so they are correct. Logs of this machine will not match them.',
  'clock-fix': 'Synchronize the machine’s clock with NTP.',
  versions: '{text}',
  process: '{system}, up for {time}.',
  'fix-parameter-group': 'CONFIG is not available here: set it in the cluster’s parameter group.',
  'fix-serverless':
    'ElastiCache Serverless has no keyspace events, so leases are sampled. A node-based cluster has events.',
  'fix-azure': 'Set it in the portal under Advanced settings, or with the command-line tool.',
  'fix-memorystore': 'Set it on the instance.',
  'fix-heroku': 'Set it with Heroku’s own command.',
  'fix-here':
    'Set them on the server. To keep them after a restart, also add them to its configuration.',
  'fix-elsewhere':
    'This dashboard’s user may not do it. Someone with permission can run this on the server.',
};
