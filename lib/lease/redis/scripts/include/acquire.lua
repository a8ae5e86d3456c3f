-- Makes the grant of a lease that was free: all of it or, with an error, nothing.
local function grantFree(key, owner, ttlMs, actor, before)
  local _, since, deadline, renewals, recorded = parseRecord(before)
  local fence = nextFence()
  putRecord(key, recordText(fence, nowText, nowMs + ttlMs, '0', owner))
  -- A record without its lease: it expired unseen, or somebody deleted it directly in Redis.
  if recorded then
    if tonumber(deadline) <= nowMs + 1 then
      append(key, 'expired', recorded, '', deadline, 'recorded', '', '', digits(deadline - since), renewals, '')
    else
      append(key, 'released', recorded, '', '', 'reconciled', '', '', digits(nowMs - since), renewals, '')
    end
  end
  append(key, 'acquired', '', owner, '', 'recorded', actor, '', '', '', fence)
  return fence
end

-- Claims a lease, or refreshes it for the owner that holds it already. The TTL comes as text.
-- Answers { code, server time in ms, holder, fence }: code 1 granted (no holder), 2 extended, 0 held by
-- another, -1 too late.
-- Raises the server's error, and has then changed nothing.
local function acquire(key, owner, ttlMs, notAfterMs, actor)
  if notAfterMs > 0 and nowMs >= notAfterMs then return { -1, nowMs } end

  local free = claim(key, owner, ttlMs)
  if free then
    if not KEYS[3] then return { 1, nowMs } end
    local readable, before = pcall(recordOf, key)
    if not readable then
      unclaim(key, owner)
      error(before, 0)
    end
    local well, fence = pcall(grantFree, key, owner, ttlMs, actor, before)
    if well then return { 1, nowMs, false, fence } end
    unclaim(key, owner)
    if before then pcall(putRecord, key, before) else pcall(dropRecord, key) end
    error(fence, 0)
  end

  local current = holderOf(key)
  if current ~= owner then return { 0, nowMs, current } end
  if not KEYS[3] then
    place(key, owner, ttlMs)
    return { 2, nowMs }
  end

  local fence, since, deadline, renewals, recorded = parseRecord(recordOf(key))
  if recorded == owner and fence ~= '0' and tonumber(deadline) >= nowMs then
    place(key, owner, ttlMs)
    recordSafely(key, recordText(fence, since, nowMs + ttlMs, renewals, owner))
    return { 2, nowMs, false, fence }
  end

  fence = nextFence()
  place(key, owner, ttlMs)
  recordSafely(key, recordText(fence, nowText, nowMs + ttlMs, '0', owner))
  if not recorded then
    appendSafely(key, 'acquired', '', owner, '', 'recorded', actor, '', '', '', fence)
  elseif recorded ~= owner then
    appendSafely(key, 'transferred', recorded, owner, '', 'reconciled', '', '', digits(nowMs - since), renewals, fence)
  end
  return { 1, nowMs, false, fence }
end
