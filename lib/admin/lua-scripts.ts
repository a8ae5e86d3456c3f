// Made by scripts/embed-lua.ts from lib/admin/scripts/*.lua. Change those, then run it.

export const claim = {
  name: 'claim',
  sha1: '9ac7187f6a0c18b4d9fa050ab238e1b261422bd6',
  source: `-- Claims one act of one request, so that a second click, another tab or a retry has no second effect.
--
-- KEYS[1] hash  the request: act and lease → how it ended, or who is at it
-- ARGV[1] field: act and lease
-- ARGV[2] who claims it
-- ARGV[3] how long the request is remembered, ms
--
-- Answers nothing when it is claimed now, else what the field holds.

local field, claimant, keepMs = ARGV[1], ARGV[2], ARGV[3]

local known = redis.call('HGET', KEYS[1], field)
if known then return known end

redis.call('HSET', KEYS[1], field, claimant)
redis.call('PEXPIRE', KEYS[1], keepMs)
return false
`,
} as const;

export const settle = {
  name: 'settle',
  sha1: '7cf51b5d89494f4bd2331550f82af3c78971d6f4',
  source: `-- Writes down how an act ended: once in the audit trail, and in the request for whoever asks again.
-- Asked twice for the same act, it writes nothing and answers as before.
--
-- KEYS[1] stream  the audit trail
-- KEYS[2] hash    the request: act and lease → how it ended, or who is at it
-- ARGV[1] field: act and lease
-- ARGV[2] the result, JSON
-- ARGV[3] how long the request is remembered, ms
-- ARGV[4] entries kept in the audit trail, about
-- ARGV[5…] fields and values of the audit entry
--
-- Answers the audit entry's id, a space, and the result as first written.

local field, result, keepMs, entries = ARGV[1], ARGV[2], ARGV[3], ARGV[4]

local known = redis.call('HGET', KEYS[2], field)
if known and string.find(known, '^%d+%-%d+ ') then return known end

local id = redis.call('XADD', KEYS[1], 'MAXLEN', '~', entries, '*', unpack(ARGV, 5))
local settled = id .. ' ' .. result
redis.call('HSET', KEYS[2], field, settled)
redis.call('PEXPIRE', KEYS[2], keepMs)
return settled
`,
} as const;
