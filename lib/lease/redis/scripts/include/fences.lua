--@include fence-limit

-- As include/fence, for many grants: as many as there may be are reserved at once, before any of
-- them is made.
local lastFence

local function reserveFences(count)
  local last = redis.call('GET', KEYS[3]) or '0'
  if not isFence(last) then refuseFence(last) end
  lastFence = math.max(tonumber(last), time[1] * 1000000 + time[2] - 1)
  local most = digits(lastFence + count)
  if not isFence(most) then refuseFence(last) end
  redis.call('SET', KEYS[3], most)
end

local function nextFence()
  lastFence = lastFence + 1
  return digits(lastFence)
end
