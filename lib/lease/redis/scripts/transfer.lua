-- Hands a lease from its owner to the next one, with a fresh TTL and no instant in which it is free.
--
-- KEYS[1] string  the lease
-- KEYS[2] hash    last recorded holders   (2 and 3 absent: no fencing)
-- KEYS[3] string  last fencing token
-- KEYS[4] stream  ownership history       (absent: no history)
-- ARGV[1] owner that hands over
-- ARGV[2] owner that receives
-- ARGV[3] TTL in ms
-- ARGV[4] server time in ms from which on nothing may be done; 0 for no limit
-- ARGV[5] actor for the history
-- ARGV[6] reason for the history          (absent: none)
-- ARGV[7] fence that the grant must have  (absent or empty: any)
--
-- Answers { code, server time in ms, holder, fence, since }: code 1 handed over, 0 not held by that
-- owner, -1 too late. On 0, `since` is the server time in ms of the holder's grant, where recorded.

--@include clock
--@include record
--@include fence
--@include history

local from, to, ttlMs, notAfterMs, actor = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4]), ARGV[5]
local reason, expected = ARGV[6] or '', ARGV[7] or ''

if notAfterMs > 0 and nowMs >= notAfterMs then return { -1, nowMs } end

local current = redis.call('GET', KEYS[1])
if not KEYS[3] then
  if current ~= from then return { 0, nowMs, current } end
  redis.call('SET', KEYS[1], to, 'PX', ttlMs)
  return { 1, nowMs, to }
end

local fence, since, _, renewals, recorded = readRecord()
if current ~= from or (expected ~= '' and expected ~= fence) then
  if recorded == current then return { 0, nowMs, current, fence, since } end
  return { 0, nowMs, current }
end

-- To itself: nobody changes, so this is a refresh of the same grant.
if from == to and recorded == from and fence ~= '0' then
  writeRecord(fence, since, nowMs + ttlMs, renewals, to)
  redis.call('SET', KEYS[1], to, 'PX', ttlMs)
  return { 1, nowMs, to, fence }
end

local heldMs = ''
if recorded == from then heldMs = nowMs - since else renewals = '' end
fence = nextFence()
append('transferred', from, to, '', 'recorded', actor, reason, heldMs, renewals, fence)
writeRecord(fence, nowMs, nowMs + ttlMs, 0, to)
redis.call('SET', KEYS[1], to, 'PX', ttlMs)
return { 1, nowMs, to, fence }
