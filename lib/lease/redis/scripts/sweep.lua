-- Records the end of a lease that expired without anybody noticing. Idempotent.
--
-- KEYS[1] string  the lease
-- KEYS[2] hash    last recorded holders
-- KEYS[3] string  last fencing token      (unused)
-- KEYS[4] stream  ownership history       (absent: the record is dropped, nothing is written)
--
-- Answers { code, server time in ms }: code 1 recorded, 0 nothing to do.

--@include clock
--@include record
--@include history

local record = recordOf(KEYS[1])
local _, since, deadline, renewals, recorded = parseRecord(record)
if not recorded or tonumber(deadline) + 1 >= nowMs then return { 0, nowMs } end
if redis.call('PTTL', KEYS[1]) ~= -2 then return { 0, nowMs } end

-- The record first: one that stays would be recorded again by the next sweep.
dropRecord(KEYS[1])
local well, failure = pcall(append, KEYS[1], 'expired', recorded, '', deadline, 'recorded', '', '',
  digits(deadline - since), renewals, '')
if well then return { 1, nowMs } end
pcall(putRecord, KEYS[1], record)
error(failure, 0)
