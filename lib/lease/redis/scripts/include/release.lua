-- Frees a lease, only if that owner (and, where `expected` is not empty, that very grant) still holds it.
-- Answers { code, server time in ms, holder }: code 1 freed, 0 not held by that owner, -1 too late.
local function release(key, owner, notAfterMs, actor, reason, expected)
  if notAfterMs > 0 and nowMs >= notAfterMs then return { -1, nowMs } end

  local current = holderOf(key)
  if current ~= owner then return { 0, nowMs, current } end

  if KEYS[2] then
    local fence, since, _, renewals, recorded = readRecord(key)
    if expected ~= '' and expected ~= fence then return { 0, nowMs, current } end
    if recorded == owner then
      append(key, 'released', owner, '', '', 'recorded', actor, reason, digits(nowMs - since), renewals, '')
    else
      append(key, 'released', owner, '', '', 'recorded', actor, reason, '', '', '')
    end
    dropRecord(key)
  end
  remove(key)
  return { 1, nowMs }
end
