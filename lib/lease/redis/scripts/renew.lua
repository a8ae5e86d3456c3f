-- Extends a lease that its owner still holds. Never creates one.
--
-- KEYS[1] string  the lease
-- KEYS[2] hash    last recorded holders   (absent: no fencing)
-- ARGV[1] owner
-- ARGV[2] TTL in ms
-- ARGV[3] server time in ms from which on nothing may be done; 0 for no limit
--
-- Answers { code, server time in ms, holder }: code 1 extended, 0 not held by that owner, -1 too late.

--@include clock
--@include record

local owner, ttlMs, notAfterMs = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])

if notAfterMs > 0 and nowMs >= notAfterMs then return { -1, nowMs } end

local current = redis.call('GET', KEYS[1])
if current ~= owner then return { 0, nowMs, current } end

if KEYS[2] then
  local fence, since, _, renewals, recorded = readRecord()
  if recorded == owner then writeRecord(fence, since, nowMs + ttlMs, renewals + 1, owner) end
end
redis.call('PEXPIRE', KEYS[1], ttlMs)
return { 1, nowMs, owner }
