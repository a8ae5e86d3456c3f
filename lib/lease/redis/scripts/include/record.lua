--@include record-text

-- What was last recorded of a lease's holder, as text; `false` when there is no record.
local function recordOf(key)
  return redis.call('HGET', KEYS[2], key)
end

local function putRecord(key, text)
  redis.call('HSET', KEYS[2], key, text)
end

-- Removes a record, or makes it one that says nothing. Raises when neither is allowed.
local function dropRecord(key)
  local dropped = redis.pcall('HDEL', KEYS[2], key)
  if type(dropped) ~= 'table' then return end
  local voided = redis.pcall('HSET', KEYS[2], key, '')
  if type(voided) == 'table' then error(dropped, 0) end
end
