--@include record-text

-- As include/record, for many leases: all are read at once, and what changed is written at the
-- end, which cannot fail: `requireRecords` has tried both commands before anything was done.
local records, changed = {}, {}

local function requireRecords()
  redis.call('HSET', KEYS[2], '', '')
  redis.call('HDEL', KEYS[2], '')
end

local function readRecords(keys)
  for n, text in ipairs(redis.call('HMGET', KEYS[2], unpack(keys))) do records[keys[n]] = text end
end

local function recordOf(key)
  return records[key]
end

local function putRecord(key, text)
  records[key] = text
  changed[key] = true
end

local function dropRecord(key)
  records[key] = false
  changed[key] = true
end

local function writeRecords()
  local written, dropped = {}, {}
  for key in pairs(changed) do
    if records[key] then
      written[#written + 1] = key
      written[#written + 1] = records[key]
    else
      dropped[#dropped + 1] = key
    end
  end
  if #written > 0 then redis.call('HSET', KEYS[2], unpack(written)) end
  if #dropped > 0 then redis.call('HDEL', KEYS[2], unpack(dropped)) end
end
