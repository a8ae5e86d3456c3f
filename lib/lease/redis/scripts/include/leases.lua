-- As include/lease, for many leases, whose holders are read at once. That says nothing of a key
-- which is no lease but of another type: what is free as far as that reading goes is therefore
-- claimed only if there is nothing, and looked at again before it is called free.
local holders, claimed = {}, {}

local function readHolders(keys)
  for n, holder in ipairs(redis.call('MGET', unpack(keys))) do holders[keys[n]] = holder end
end

local function holderOf(key)
  return holders[key]
end

local function claim(key, owner, ttlMs)
  if not redis.call('SET', key, owner, 'PX', ttlMs, 'NX') then redis.call('GET', key) end
  holders[key], claimed[key] = owner, true
end

local function place(key, owner, ttlMs)
  if claimed[key] then
    claimed[key] = nil
    return
  end
  redis.call('SET', key, owner, 'PX', ttlMs)
  holders[key] = owner
end

local function remove(key)
  redis.call('DEL', key)
  holders[key] = false
end
