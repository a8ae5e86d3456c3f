-- As include/lease, for many leases, whose holders are read at once. That says nothing of a key
-- which is no lease but of another type: what is free as far as that reading goes is therefore
-- claimed only if there is nothing, and looked at again before it is called free.
local holders = {}

local function readHolders(keys)
  for n, holder in ipairs(redis.call('MGET', unpack(keys))) do holders[keys[n]] = holder end
end

local function holderOf(key)
  return holders[key]
end

local function claim(key, owner, ttlMs)
  if holders[key] then return false end
  if not redis.call('SET', key, owner, 'PX', ttlMs, 'NX') then redis.call('GET', key) end
  holders[key] = owner
  return true
end

local function place(key, owner, ttlMs)
  redis.call('SET', key, owner, 'PX', ttlMs)
  holders[key] = owner
end

local function extend(key, ttlMs)
  redis.call('PEXPIRE', key, ttlMs)
end

local function remove(key)
  redis.call('DEL', key)
  holders[key] = false
end

local function unclaim(key, owner)
  local freed = redis.pcall('DEL', key)
  if type(freed) == 'table' then redis.call('SET', key, owner, 'PX', 1) end
  holders[key] = false
end

-- The script has written before it looked at any lease.
local function requireWritable() end
