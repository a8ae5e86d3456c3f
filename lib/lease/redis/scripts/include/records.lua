--@include record-text

-- As include/record, for many leases: all are read at once, and what changed is written at the end.
local records, changed = {}, {}

local function readRecords(keys)
  for n, text in ipairs(redis.call('HMGET', KEYS[2], unpack(keys))) do records[keys[n]] = text end
end

local function readRecord(key)
  return parseRecord(records[key])
end

local function writeRecord(key, fence, since, deadline, renewals, owner)
  records[key] = recordText(fence, since, deadline, renewals, owner)
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
