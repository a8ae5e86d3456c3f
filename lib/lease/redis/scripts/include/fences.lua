-- As include/fence, for many grants: read once, and written once at the end.
local lastFence
local firstFence = time[1] * 1000000 + time[2]

local function readFence()
  lastFence = tonumber(redis.call('GET', KEYS[3]) or '0')
end

local granted = false
local function nextFence()
  lastFence = math.max(lastFence + 1, firstFence)
  granted = true
  return digits(lastFence)
end

local function writeFence()
  if granted then redis.call('SET', KEYS[3], digits(lastFence)) end
end
