-- As include/history, for many changes: what is too old is cut off once, at the end.
local function append(key, event, from, to, at, source, actor, reason, held, renewals, fence)
  redis.call('XADD', KEYS[4], '*',
    'key', key, 'event', event, 'from', from, 'to', to, 'at', at, 'source', source,
    'actor', actor, 'reason', reason, 'held', held, 'renewals', renewals, 'fence', fence)
end

-- An untrimmed history is still true.
local function trimHistory()
  redis.pcall('XTRIM', KEYS[4], 'MAXLEN', '~', '100000')
end
