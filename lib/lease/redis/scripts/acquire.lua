-- Claims a lease, or refreshes it for the owner that holds it already.
--
-- KEYS[1] string  the lease
-- KEYS[2] hash    last recorded holders   (2 and 3 absent: no fencing)
-- KEYS[3] string  last fencing token
-- KEYS[4] stream  ownership history       (absent: no history)
-- ARGV[1] owner
-- ARGV[2] TTL in ms
-- ARGV[3] server time in ms from which on nothing may be done; 0 for no limit
-- ARGV[4] actor for the history
--
-- Answers { code, server time in ms, holder, fence }: code 1 granted, 0 held by another, -1 too late.

--@include clock
--@include record
--@include fence
--@include history

local owner, ttlMs, notAfterMs, actor = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]

if notAfterMs > 0 and nowMs >= notAfterMs then return { -1, nowMs } end

local current = redis.call('GET', KEYS[1])
if current and current ~= owner then return { 0, nowMs, current } end

if not KEYS[3] then
  redis.call('SET', KEYS[1], owner, 'PX', ttlMs)
  return { 1, nowMs, owner }
end

local fence, since, deadline, renewals, recorded = readRecord()

if current and recorded == owner and fence ~= '0' and deadline >= nowMs then
  redis.call('SET', KEYS[1], owner, 'PX', ttlMs)
  writeRecord(fence, since, nowMs + ttlMs, renewals, owner)
  return { 1, nowMs, owner, fence }
end

-- A record without its lease: it ran out unseen, or somebody deleted it behind our back.
if recorded and not current then
  if deadline <= nowMs + 1 then
    append('expired', recorded, '', string.format('%.0f', deadline), 'recorded', '', '', deadline - since, renewals, '')
  else
    append('released', recorded, '', '', 'reconciled', '', '', nowMs - since, renewals, '')
  end
end

fence = nextFence()
if not current or not recorded then
  append('acquired', '', owner, '', 'recorded', actor, '', '', '', fence)
elseif recorded ~= owner then
  append('transferred', recorded, owner, '', 'reconciled', '', '', nowMs - since, renewals, fence)
end
writeRecord(fence, nowMs, nowMs + ttlMs, 0, owner)
redis.call('SET', KEYS[1], owner, 'PX', ttlMs)
return { 1, nowMs, owner, fence }
