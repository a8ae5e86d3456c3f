-- Claims a lease, or refreshes it for the owner that holds it already.
-- Answers { code, server time in ms, holder, fence }: code 1 granted, 0 held by another, -1 too late.
local function acquire(key, owner, ttlMs, notAfterMs, actor)
  if notAfterMs > 0 and nowMs >= notAfterMs then return { -1, nowMs } end

  local current = redis.call('GET', key)
  if current and current ~= owner then return { 0, nowMs, current } end

  if not KEYS[3] then
    redis.call('SET', key, owner, 'PX', ttlMs)
    return { 1, nowMs, owner }
  end

  local fence, since, deadline, renewals, recorded = readRecord(key)

  if current and recorded == owner and fence ~= '0' and deadline >= nowMs then
    redis.call('SET', key, owner, 'PX', ttlMs)
    writeRecord(key, fence, since, nowMs + ttlMs, renewals, owner)
    return { 1, nowMs, owner, fence }
  end

  -- A record without its lease: it ran out unseen, or somebody deleted it behind our back.
  if recorded and not current then
    if deadline <= nowMs + 1 then
      append(key, 'expired', recorded, '', string.format('%.0f', deadline), 'recorded', '', '', deadline - since, renewals, '')
    else
      append(key, 'released', recorded, '', '', 'reconciled', '', '', nowMs - since, renewals, '')
    end
  end

  fence = nextFence()
  if not current or not recorded then
    append(key, 'acquired', '', owner, '', 'recorded', actor, '', '', '', fence)
  elseif recorded ~= owner then
    append(key, 'transferred', recorded, owner, '', 'reconciled', '', '', nowMs - since, renewals, fence)
  end
  writeRecord(key, fence, nowMs, nowMs + ttlMs, 0, owner)
  redis.call('SET', key, owner, 'PX', ttlMs)
  return { 1, nowMs, owner, fence }
end
