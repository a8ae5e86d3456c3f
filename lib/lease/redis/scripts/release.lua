-- Frees a lease, only if that owner (and, where asked, that very grant) still holds it.
--
-- KEYS[1] string  the lease
-- KEYS[2] hash    last recorded holders   (2 and 3 absent: no fencing)
-- KEYS[3] string  last fencing token
-- KEYS[4] stream  ownership history       (absent: no history)
-- ARGV[1] owner
-- ARGV[2] server time in ms from which on nothing may be done; 0 for no limit
-- ARGV[3] actor for the history
-- ARGV[4] reason for the history          (absent: none)
-- ARGV[5] fence that the grant must have  (absent or empty: any)
--
-- Answers { code, server time in ms, holder }: code 1 freed, 0 not held by that owner, -1 too late.

--@include clock
--@include record
--@include history

local owner, notAfterMs, actor, reason, expected = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4] or '', ARGV[5] or ''

if notAfterMs > 0 and nowMs >= notAfterMs then return { -1, nowMs } end

local current = redis.call('GET', KEYS[1])
if current ~= owner then return { 0, nowMs, current } end

if KEYS[2] then
  local fence, since, _, renewals, recorded = readRecord()
  if expected ~= '' and expected ~= fence then return { 0, nowMs, current } end
  if recorded == owner then
    append('released', owner, '', '', 'recorded', actor, reason, nowMs - since, renewals, '')
  else
    append('released', owner, '', '', 'recorded', actor, reason, '', '', '')
  end
  redis.call('HDEL', KEYS[2], KEYS[1])
end
redis.call('DEL', KEYS[1])
return { 1, nowMs, owner }
