-- Writes down how an act ended: once in the audit trail, and in the request for whoever asks again.
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
