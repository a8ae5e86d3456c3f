// Made by scripts/embed-lua.ts from lib/observe/scripts/*.lua. Change those, then run it.

export const readLeases = {
  name: 'read-leases',
  sha1: '29c44f8d27bf661ff451a4161c1973cd44ee67a6',
  source: `-- Owner and remaining time of many leases, as of one moment. Changes nothing.
--
-- KEYS[n] string  the leases
--
-- Answers { server time as TIME tells it, values as MGET tells them, remaining times in ms as PTTL tells them }.

local remaining = {}
for n, key in ipairs(KEYS) do remaining[n] = redis.call('PTTL', key) end
return { redis.call('TIME'), redis.call('MGET', unpack(KEYS)), remaining }
`,
} as const;
