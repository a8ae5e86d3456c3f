-- Appends one entry to the ownership history. Absent values are empty strings, `at` is empty
-- when it is the time in the entry's id. Does nothing where history is off.
local function append(key, event, from, to, at, source, actor, reason, held, renewals, fence)
  if not KEYS[4] then return end
  redis.call('XADD', KEYS[4], 'MAXLEN', '~', '100000', '*',
    'key', key, 'event', event, 'from', from, 'to', to, 'at', at, 'source', source,
    'actor', actor, 'reason', reason, 'held', held, 'renewals', renewals, 'fence', fence)
end
