-- Extends a lease that its owner (and, where `expected` is not empty, that very grant) still holds.
-- Never creates one. The TTL comes as text.
-- Answers { code, server time in ms, holder }: code 1 extended, 0 not held by that owner, -1 too late.
-- Raises the server's error, and has then changed nothing.
local function renew(key, owner, ttlMs, notAfterMs, expected)
  if notAfterMs > 0 and nowMs >= notAfterMs then return { -1, nowMs } end

  local current = holderOf(key)
  if current ~= owner then
    requireWritable(key, current)
    return { 0, nowMs, current }
  end
  if not KEYS[2] then
    extend(key, ttlMs)
    return { 1, nowMs }
  end

  local readable, record = pcall(recordOf, key)
  if not readable and expected ~= '' then error(record, 0) end
  local fence, since, _, renewals, recorded = parseRecord(readable and record)
  if expected ~= '' and expected ~= fence then
    requireWritable(key, current)
    return { 0, nowMs, current }
  end

  extend(key, ttlMs)
  if not readable then
    pcall(dropRecord, key)
  elseif recorded == owner then
    recordSafely(key, recordText(fence, since, nowMs + ttlMs, digits(renewals + 1), owner))
  end
  return { 1, nowMs }
end
