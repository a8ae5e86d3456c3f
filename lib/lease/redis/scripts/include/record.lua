-- What was last recorded of a lease's holder: fence, since, deadline, renewals, owner.
-- Times are milliseconds. Answers nothing when there is no (readable) record.
local function readRecord(key)
  local text = redis.call('HGET', KEYS[2], key)
  if not text then return nil end
  local fence, since, deadline, renewals, owner = string.match(text, '^(%d+) (%d+) (%d+) (%d+) (.*)$')
  return fence, tonumber(since), tonumber(deadline), tonumber(renewals), owner
end

local function writeRecord(key, fence, since, deadline, renewals, owner)
  redis.call('HSET', KEYS[2], key, string.format('%s %.0f %.0f %.0f %s', fence, since, deadline, renewals, owner))
end
