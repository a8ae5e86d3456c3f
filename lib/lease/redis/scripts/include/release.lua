-- Frees a lease, only if that owner (and, where `expected` is not empty, that very grant) still holds it.
-- Answers { code, server time in ms, holder }: code 1 freed, 0 not held by that owner, -1 too late.
-- Raises the server's error, and has then changed nothing.
local function release(key, owner, notAfterMs, actor, reason, expected)
  if notAfterMs > 0 and nowMs >= notAfterMs then return { -1, nowMs } end

  local current = holderOf(key)
  if current ~= owner then
    requireWritable(key, current)
    return { 0, nowMs, current }
  end
  if not KEYS[2] then
    remove(key)
    return { 1, nowMs }
  end

  local readable, record = pcall(recordOf, key)
  if not readable and expected ~= '' then error(record, 0) end
  local fence, since, _, renewals, recorded = parseRecord(readable and record)
  if expected ~= '' and expected ~= fence then
    requireWritable(key, current)
    return { 0, nowMs, current }
  end

  dropRecord(key)
  local well, failure = pcall(remove, key)
  if not well then
    if readable and record then pcall(putRecord, key, record) end
    error(failure, 0)
  end
  if recorded == owner then
    appendSafely(key, 'released', owner, '', '', 'recorded', actor, reason, digits(nowMs - since), renewals, '')
  else
    appendSafely(key, 'released', owner, '', '', 'recorded', actor, reason, '', '', '')
  end
  return { 1, nowMs }
end
