-- Records the end of a lease that ran out without anybody noticing. Idempotent.
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

local _, since, deadline, renewals, recorded = readRecord(KEYS[1])
if not recorded or tonumber(deadline) + 1 >= nowMs then return { 0, nowMs } end

local remainingMs = redis.call('PTTL', KEYS[1])
if remainingMs == -2 then
  append(KEYS[1], 'expired', recorded, '', deadline, 'recorded', '', '', digits(deadline - since), renewals, '')
  dropRecord(KEYS[1])
  return { 1, nowMs }
end
return { 0, nowMs }
