-- As include/history, for many changes: what is too old is cut off once, at the end.
local historyKey = KEYS[4]

local function append(key, event, from, to, at, source, actor, reason, held, renewals, fence)
  if not historyKey then return end
  redis.call('XADD', historyKey, '*',
    'key', key, 'event', event, 'from', from, 'to', to, 'at', at, 'source', source,
    'actor', actor, 'reason', reason, 'held', held, 'renewals', renewals, 'fence', fence)
end

-- An untrimmed history is still true.
local function trimHistory()
  if historyKey then redis.pcall('XTRIM', historyKey, 'MAXLEN', '~', '100000') end
end
