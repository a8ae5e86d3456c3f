--@include record-text

-- What was last recorded of a lease's holder. Answers nothing when there is no (readable) record.
local function readRecord(key)
  return parseRecord(redis.call('HGET', KEYS[2], key))
end

local function writeRecord(key, fence, since, deadline, renewals, owner)
  redis.call('HSET', KEYS[2], key, recordText(fence, since, deadline, renewals, owner))
end

local function dropRecord(key)
  redis.call('HDEL', KEYS[2], key)
end
