-- Claims a lease, or refreshes it for the owner that holds it already. The TTL comes as text.
-- Answers { code, server time in ms, holder, fence }: code 1 granted (no holder), 0 held by another, -1 too late.
local function acquire(key, owner, ttlMs, notAfterMs, actor)
  if notAfterMs > 0 and nowMs >= notAfterMs then return { -1, nowMs } end

  local current = holderOf(key)
  if current and current ~= owner then return { 0, nowMs, current } end

  if not KEYS[3] then
    place(key, owner, ttlMs)
    return { 1, nowMs }
  end

  local fence, since, deadline, renewals, recorded = readRecord(key)

  if current and recorded == owner and fence ~= '0' and tonumber(deadline) >= nowMs then
    place(key, owner, ttlMs)
    writeRecord(key, fence, since, nowMs + ttlMs, renewals, owner)
    return { 1, nowMs, false, fence }
  end

  if not current then claim(key, owner, ttlMs) end

  -- A record without its lease: it ran out unseen, or somebody deleted it behind our back.
  if recorded and not current then
    if tonumber(deadline) <= nowMs + 1 then
      append(key, 'expired', recorded, '', deadline, 'recorded', '', '', digits(deadline - since), renewals, '')
    else
      append(key, 'released', recorded, '', '', 'reconciled', '', '', digits(nowMs - since), renewals, '')
    end
  end

  fence = nextFence()
  if not current or not recorded then
    append(key, 'acquired', '', owner, '', 'recorded', actor, '', '', '', fence)
  elseif recorded ~= owner then
    append(key, 'transferred', recorded, owner, '', 'reconciled', '', '', digits(nowMs - since), renewals, fence)
  end
  writeRecord(key, fence, nowText, nowMs + ttlMs, '0', owner)
  place(key, owner, ttlMs)
  return { 1, nowMs, false, fence }
end
