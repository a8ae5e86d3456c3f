-- One lease: who holds it, and setting and removing it.
local function holderOf(key)
  return redis.call('GET', key)
end

-- To be called before anything is written for a lease that is free.
local function claim() end

local function place(key, owner, ttlMs)
  redis.call('SET', key, owner, 'PX', ttlMs)
end

local function remove(key)
  redis.call('DEL', key)
end
