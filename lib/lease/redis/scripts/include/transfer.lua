-- Transfers a lease from its owner to the next one, with a fresh TTL (as text) and no instant in which it is free.
-- Answers { code, server time in ms, holder, fence, since }: code 1 transferred, 0 not held by that
-- owner, -1 too late. On 0, `since` is the server time in ms of the holder's grant, where recorded.
-- Raises the server's error, and has then changed nothing.
local function transfer(key, from, to, ttlMs, notAfterMs, actor, reason, expected)
  if notAfterMs > 0 and nowMs >= notAfterMs then return { -1, nowMs } end

  local current = holderOf(key)
  if not KEYS[3] then
    if current ~= from then
      requireWritable(key, current)
      return { 0, nowMs, current }
    end
    place(key, to, ttlMs)
    return { 1, nowMs }
  end

  local fence, since, _, renewals, recorded = parseRecord(recordOf(key))
  if current ~= from or (expected ~= '' and expected ~= fence) then
    requireWritable(key, current)
    if recorded == current then return { 0, nowMs, current, fence, since } end
    return { 0, nowMs, current }
  end

  -- To itself: nobody changes, so this is a refresh of the same grant.
  if from == to and recorded == from and fence ~= '0' then
    place(key, to, ttlMs)
    recordSafely(key, recordText(fence, since, nowMs + ttlMs, renewals, to))
    return { 1, nowMs, false, fence }
  end

  local heldMs = ''
  if recorded == from then heldMs = digits(nowMs - since) else renewals = '' end
  fence = nextFence()
  place(key, to, ttlMs)
  recordSafely(key, recordText(fence, nowText, nowMs + ttlMs, '0', to))
  appendSafely(key, 'transferred', from, to, '', 'recorded', actor, reason, heldMs, renewals, fence)
  return { 1, nowMs, false, fence }
end
