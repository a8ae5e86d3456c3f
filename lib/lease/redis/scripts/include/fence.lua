--@include fence-limit

-- The next fencing token: above the last one given, and never below the server's time in
-- microseconds, so that it rises even when the counter was lost. Below 2^53, hence exact.
local function nextFence()
  local fence = digits(time[1] * 1000000 + time[2])
  local last = redis.call('SET', KEYS[3], fence, 'GET')
  if last and not isFence(last) then
    redis.call('SET', KEYS[3], last)
    refuseFence(last)
  end
  if last and tonumber(last) >= tonumber(fence) then
    fence = digits(last + 1)
    redis.call('SET', KEYS[3], fence)
  end
  return fence
end
