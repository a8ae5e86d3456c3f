-- Claims one act of one request, so that a second click, another tab or a retry has no second effect.
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
