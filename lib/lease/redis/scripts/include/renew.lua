-- Extends a lease that its owner still holds. Never creates one. The TTL comes as text.
-- Answers { code, server time in ms, holder }: code 1 extended, 0 not held by that owner, -1 too late.
local function renew(key, owner, ttlMs, notAfterMs)
  if notAfterMs > 0 and nowMs >= notAfterMs then return { -1, nowMs } end

  local current = holderOf(key)
  if current ~= owner then return { 0, nowMs, current } end

  if KEYS[2] then
    local fence, since, _, renewals, recorded = readRecord(key)
    if recorded == owner then writeRecord(key, fence, since, nowMs + ttlMs, digits(renewals + 1), owner) end
  end
  redis.call('PEXPIRE', key, ttlMs)
  return { 1, nowMs }
end
