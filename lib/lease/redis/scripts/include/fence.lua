-- The next fencing token: above the last one given, and never below the server's time in
-- microseconds, so that it rises even when the counter was lost. Below 2^53, hence exact.
local lastFence
local function nextFence()
  if lastFence then
    lastFence = lastFence + 1
    redis.call('SET', KEYS[3], string.format('%.0f', lastFence))
    return string.format('%.0f', lastFence)
  end
  local fence = time[1] * 1000000 + time[2]
  local last = tonumber(redis.call('SET', KEYS[3], string.format('%.0f', fence), 'GET') or '0')
  if last >= fence then
    fence = last + 1
    redis.call('SET', KEYS[3], string.format('%.0f', fence))
  end
  lastFence = fence
  return string.format('%.0f', fence)
end
