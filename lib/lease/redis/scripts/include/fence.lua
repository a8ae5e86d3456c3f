-- The next fencing token: above the last one given, and never below the server's time in
-- microseconds, so that it rises even when the counter was lost. Below 2^53, hence exact.
local function nextFence()
  local last = tonumber(redis.call('GET', KEYS[3]) or 0)
  local fence = string.format('%.0f', math.max(last + 1, time[1] * 1000000 + time[2]))
  redis.call('SET', KEYS[3], fence)
  return fence
end
