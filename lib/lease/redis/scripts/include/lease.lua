-- One lease: who holds it, and setting and removing it. Each raises the server's error, and has
-- then changed nothing.
local function holderOf(key)
  return redis.call('GET', key)
end

-- Takes the lease if it is free. Answers whether it was.
local function claim(key, owner, ttlMs)
  return redis.call('SET', key, owner, 'PX', ttlMs, 'NX') and true or false
end

local function place(key, owner, ttlMs)
  redis.call('SET', key, owner, 'PX', ttlMs)
end

local function extend(key, ttlMs)
  redis.call('PEXPIRE', key, ttlMs)
end

local function remove(key)
  redis.call('DEL', key)
end

-- Takes back a claim of this very script: a user who may set may also let it end at once.
local function unclaim(key, owner)
  local freed = redis.pcall('DEL', key)
  if type(freed) == 'table' then redis.call('SET', key, owner, 'PX', 1) end
end

-- Raises READONLY on a server that could not have changed the lease: a demoted primary answers
-- reads, but what it says of a holder may be long over. The write changes nothing: the key exists
-- for NX, or does not exist for DEL.
local function requireWritable(key, holder)
  local answer
  if holder then answer = redis.pcall('SET', key, '', 'PX', 1, 'NX') else answer = redis.pcall('DEL', key) end
  if type(answer) == 'table' and answer.err and string.find(answer.err, 'READONLY', 1, true) then
    error(answer, 0)
  end
end
