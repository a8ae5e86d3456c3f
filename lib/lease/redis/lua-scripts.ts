// Made by scripts/embed-lua.ts from lib/lease/redis/scripts/*.lua. Change those, then run it.

export const acquire = {
  name: 'acquire',
  sha1: '336c7e22b1d7db50c9c2588268fae1b7bc51abc1',
  source: `-- Claims a lease, or refreshes it for the owner that holds it already.
--
-- KEYS[1] string  the lease
-- KEYS[2] hash    last recorded holders   (2 and 3 absent: no fencing)
-- KEYS[3] string  last fencing token
-- KEYS[4] stream  ownership history       (absent: no history)
-- ARGV[1] owner
-- ARGV[2] TTL in ms
-- ARGV[3] server time in ms from which on nothing may be done; 0 for no limit
-- ARGV[4] actor for the history

-- The server's time, and the guard against taking effect after the caller gave up.
local time = redis.call('TIME')
local nowMs = time[1] * 1000 + math.floor(time[2] / 1000)
-- A record of a lease's holder as text: fence, since, deadline, renewals, owner. Times are milliseconds.
local function parseRecord(text)
  if not text then return nil end
  local fence, since, deadline, renewals, owner = string.match(text, '^(%d+) (%d+) (%d+) (%d+) (.*)$')
  return fence, tonumber(since), tonumber(deadline), tonumber(renewals), owner
end

local function recordText(fence, since, deadline, renewals, owner)
  return fence .. ' ' .. since .. ' ' .. deadline .. ' ' .. renewals .. ' ' .. owner
end

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
-- The next fencing token: above the last one given, and never below the server's time in
-- microseconds, so that it rises even when the counter was lost. Below 2^53, hence exact.
local lastFence
local function nextFence()
  if lastFence then
    lastFence = lastFence + 1
    redis.call('SET', KEYS[3], string.format('%.0f', lastFence))
    return string.format('%.0f', lastFence)
  end
  local fence = time[1] * 1000000 + time[2]
  local last = tonumber(redis.call('SET', KEYS[3], string.format('%.0f', fence), 'GET') or '0')
  if last >= fence then
    fence = last + 1
    redis.call('SET', KEYS[3], string.format('%.0f', fence))
  end
  lastFence = fence
  return string.format('%.0f', fence)
end
-- Appends one entry to the ownership history. Absent values are empty strings, \`at\` is empty
-- when it is the time in the entry's id. Does nothing where history is off.
local function append(key, event, from, to, at, source, actor, reason, held, renewals, fence)
  if not KEYS[4] then return end
  redis.call('XADD', KEYS[4], 'MAXLEN', '~', 100000, '*',
    'key', key, 'event', event, 'from', from, 'to', to, 'at', at, 'source', source,
    'actor', actor, 'reason', reason, 'held', held, 'renewals', renewals, 'fence', fence)
end
-- Claims a lease, or refreshes it for the owner that holds it already.
-- Answers { code, server time in ms, holder, fence }: code 1 granted, 0 held by another, -1 too late.
local function acquire(key, owner, ttlMs, notAfterMs, actor)
  if notAfterMs > 0 and nowMs >= notAfterMs then return { -1, nowMs } end

  local current = redis.call('GET', key)
  if current and current ~= owner then return { 0, nowMs, current } end

  if not KEYS[3] then
    redis.call('SET', key, owner, 'PX', ttlMs)
    return { 1, nowMs, owner }
  end

  local fence, since, deadline, renewals, recorded = readRecord(key)

  if current and recorded == owner and fence ~= '0' and deadline >= nowMs then
    redis.call('SET', key, owner, 'PX', ttlMs)
    writeRecord(key, fence, since, nowMs + ttlMs, renewals, owner)
    return { 1, nowMs, owner, fence }
  end

  -- A record without its lease: it ran out unseen, or somebody deleted it behind our back.
  if recorded and not current then
    if deadline <= nowMs + 1 then
      append(key, 'expired', recorded, '', string.format('%.0f', deadline), 'recorded', '', '', deadline - since, renewals, '')
    else
      append(key, 'released', recorded, '', '', 'reconciled', '', '', nowMs - since, renewals, '')
    end
  end

  fence = nextFence()
  if not current or not recorded then
    append(key, 'acquired', '', owner, '', 'recorded', actor, '', '', '', fence)
  elseif recorded ~= owner then
    append(key, 'transferred', recorded, owner, '', 'reconciled', '', '', nowMs - since, renewals, fence)
  end
  writeRecord(key, fence, nowMs, nowMs + ttlMs, 0, owner)
  redis.call('SET', key, owner, 'PX', ttlMs)
  return { 1, nowMs, owner, fence }
end

return acquire(KEYS[1], ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4])
`,
} as const;

export const advertise = {
  name: 'advertise',
  sha1: 'cf0870cde5040f1c1722ccf62138975abd542939',
  source: `-- Says that an owner adopts leases handed to it, and drops some advertisements that ran out.
--
-- KEYS[1] hash    adopters
-- ARGV[1] owner
-- ARGV[2] who it is, as JSON
-- ARGV[3] for how many ms this holds
--
-- Answers { 1, server time in ms }.

-- The server's time, and the guard against taking effect after the caller gave up.
local time = redis.call('TIME')
local nowMs = time[1] * 1000 + math.floor(time[2] / 1000)

redis.call('HSET', KEYS[1], ARGV[1], string.format('%.0f %s', nowMs + ARGV[3], ARGV[2]))

local sample = redis.call('HRANDFIELD', KEYS[1], 10, 'WITHVALUES')
for at = 1, #sample, 2 do
  local untilMs = tonumber(string.match(sample[at + 1], '^%d+'))
  if not untilMs or untilMs < nowMs then redis.call('HDEL', KEYS[1], sample[at]) end
end
return { 1, nowMs }
`,
} as const;

export const read = {
  name: 'read',
  sha1: '777040cf43150dcf5f990737f1e00113874dd725',
  source: `-- Reads who holds a lease. Changes nothing.
--
-- KEYS[1] string  the lease
--
-- Answers { 1, server time in ms, holder }.

-- The server's time, and the guard against taking effect after the caller gave up.
local time = redis.call('TIME')
local nowMs = time[1] * 1000 + math.floor(time[2] / 1000)

return { 1, nowMs, redis.call('GET', KEYS[1]) }
`,
} as const;

export const release = {
  name: 'release',
  sha1: '63151907a43b6a24db33e5de155f9d644ab42fc8',
  source: `-- Frees a lease, only if that owner (and, where asked, that very grant) still holds it.
--
-- KEYS[1] string  the lease
-- KEYS[2] hash    last recorded holders   (2 and 3 absent: no fencing)
-- KEYS[3] string  last fencing token
-- KEYS[4] stream  ownership history       (absent: no history)
-- ARGV[1] owner
-- ARGV[2] server time in ms from which on nothing may be done; 0 for no limit
-- ARGV[3] actor for the history
-- ARGV[4] reason for the history          (absent: none)
-- ARGV[5] fence that the grant must have  (absent or empty: any)

-- The server's time, and the guard against taking effect after the caller gave up.
local time = redis.call('TIME')
local nowMs = time[1] * 1000 + math.floor(time[2] / 1000)
-- A record of a lease's holder as text: fence, since, deadline, renewals, owner. Times are milliseconds.
local function parseRecord(text)
  if not text then return nil end
  local fence, since, deadline, renewals, owner = string.match(text, '^(%d+) (%d+) (%d+) (%d+) (.*)$')
  return fence, tonumber(since), tonumber(deadline), tonumber(renewals), owner
end

local function recordText(fence, since, deadline, renewals, owner)
  return fence .. ' ' .. since .. ' ' .. deadline .. ' ' .. renewals .. ' ' .. owner
end

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
-- Appends one entry to the ownership history. Absent values are empty strings, \`at\` is empty
-- when it is the time in the entry's id. Does nothing where history is off.
local function append(key, event, from, to, at, source, actor, reason, held, renewals, fence)
  if not KEYS[4] then return end
  redis.call('XADD', KEYS[4], 'MAXLEN', '~', 100000, '*',
    'key', key, 'event', event, 'from', from, 'to', to, 'at', at, 'source', source,
    'actor', actor, 'reason', reason, 'held', held, 'renewals', renewals, 'fence', fence)
end
-- Frees a lease, only if that owner (and, where \`expected\` is not empty, that very grant) still holds it.
-- Answers { code, server time in ms, holder }: code 1 freed, 0 not held by that owner, -1 too late.
local function release(key, owner, notAfterMs, actor, reason, expected)
  if notAfterMs > 0 and nowMs >= notAfterMs then return { -1, nowMs } end

  local current = redis.call('GET', key)
  if current ~= owner then return { 0, nowMs, current } end

  if KEYS[2] then
    local fence, since, _, renewals, recorded = readRecord(key)
    if expected ~= '' and expected ~= fence then return { 0, nowMs, current } end
    if recorded == owner then
      append(key, 'released', owner, '', '', 'recorded', actor, reason, nowMs - since, renewals, '')
    else
      append(key, 'released', owner, '', '', 'recorded', actor, reason, '', '', '')
    end
    dropRecord(key)
  end
  redis.call('DEL', key)
  return { 1, nowMs, owner }
end

return release(KEYS[1], ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4] or '', ARGV[5] or '')
`,
} as const;

export const renew = {
  name: 'renew',
  sha1: 'b3f8b083d2f2bb29a0888a6c0949f9a6a980171e',
  source: `-- Extends a lease that its owner still holds. Never creates one.
--
-- KEYS[1] string  the lease
-- KEYS[2] hash    last recorded holders   (absent: no fencing)
-- ARGV[1] owner
-- ARGV[2] TTL in ms
-- ARGV[3] server time in ms from which on nothing may be done; 0 for no limit

-- The server's time, and the guard against taking effect after the caller gave up.
local time = redis.call('TIME')
local nowMs = time[1] * 1000 + math.floor(time[2] / 1000)
-- A record of a lease's holder as text: fence, since, deadline, renewals, owner. Times are milliseconds.
local function parseRecord(text)
  if not text then return nil end
  local fence, since, deadline, renewals, owner = string.match(text, '^(%d+) (%d+) (%d+) (%d+) (.*)$')
  return fence, tonumber(since), tonumber(deadline), tonumber(renewals), owner
end

local function recordText(fence, since, deadline, renewals, owner)
  return fence .. ' ' .. since .. ' ' .. deadline .. ' ' .. renewals .. ' ' .. owner
end

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
-- Extends a lease that its owner still holds. Never creates one.
-- Answers { code, server time in ms, holder }: code 1 extended, 0 not held by that owner, -1 too late.
local function renew(key, owner, ttlMs, notAfterMs)
  if notAfterMs > 0 and nowMs >= notAfterMs then return { -1, nowMs } end

  local current = redis.call('GET', key)
  if current ~= owner then return { 0, nowMs, current } end

  if KEYS[2] then
    local fence, since, _, renewals, recorded = readRecord(key)
    if recorded == owner then writeRecord(key, fence, since, nowMs + ttlMs, renewals + 1, owner) end
  end
  redis.call('PEXPIRE', key, ttlMs)
  return { 1, nowMs, owner }
end

return renew(KEYS[1], ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]))
`,
} as const;

export const serverTime = {
  name: 'server-time',
  sha1: '44d35f96d3d14b16c622e115fbffa46c3d082390',
  source: `-- Reads the clock of the server that serves a key. Changes nothing.
--
-- KEYS[1] any     a key of that server
--
-- Answers { 1, server time in ms }.

-- The server's time, and the guard against taking effect after the caller gave up.
local time = redis.call('TIME')
local nowMs = time[1] * 1000 + math.floor(time[2] / 1000)

return { 1, nowMs }
`,
} as const;

export const several = {
  name: 'several',
  sha1: '78d708ee027c25184efe9428e27b98ee0fa7cb0b',
  source: `-- Several operations of one client in one go, each as if it had come alone: what one comes to, or
-- an error of one, is nothing to the others.
--
-- KEYS[1] string   the lease of the first operation
-- KEYS[2] hash     last recorded holders
-- KEYS[3] string   last fencing token
-- KEYS[4] stream   ownership history
-- KEYS[5] string   the lease of the second operation, and so on
-- ARGV[1] actor for the history
-- ARGV[2] the first operation's letter: a acquire, x release, n renew, t transfer
-- ARGV[3] its TTL in ms
-- ARGV[4] server time in ms from which on it may not be done
-- ARGV[5] its owner
-- ARGV[6] for t alone: the owner that receives
-- and so on
--
-- Answers one answer an operation; that of one which failed is { -2, server time in ms, error }.

-- The server's time, and the guard against taking effect after the caller gave up.
local time = redis.call('TIME')
local nowMs = time[1] * 1000 + math.floor(time[2] / 1000)
-- A record of a lease's holder as text: fence, since, deadline, renewals, owner. Times are milliseconds.
local function parseRecord(text)
  if not text then return nil end
  local fence, since, deadline, renewals, owner = string.match(text, '^(%d+) (%d+) (%d+) (%d+) (.*)$')
  return fence, tonumber(since), tonumber(deadline), tonumber(renewals), owner
end

local function recordText(fence, since, deadline, renewals, owner)
  return fence .. ' ' .. since .. ' ' .. deadline .. ' ' .. renewals .. ' ' .. owner
end

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
-- The next fencing token: above the last one given, and never below the server's time in
-- microseconds, so that it rises even when the counter was lost. Below 2^53, hence exact.
local lastFence
local function nextFence()
  if lastFence then
    lastFence = lastFence + 1
    redis.call('SET', KEYS[3], string.format('%.0f', lastFence))
    return string.format('%.0f', lastFence)
  end
  local fence = time[1] * 1000000 + time[2]
  local last = tonumber(redis.call('SET', KEYS[3], string.format('%.0f', fence), 'GET') or '0')
  if last >= fence then
    fence = last + 1
    redis.call('SET', KEYS[3], string.format('%.0f', fence))
  end
  lastFence = fence
  return string.format('%.0f', fence)
end
-- Appends one entry to the ownership history. Absent values are empty strings, \`at\` is empty
-- when it is the time in the entry's id. Does nothing where history is off.
local function append(key, event, from, to, at, source, actor, reason, held, renewals, fence)
  if not KEYS[4] then return end
  redis.call('XADD', KEYS[4], 'MAXLEN', '~', 100000, '*',
    'key', key, 'event', event, 'from', from, 'to', to, 'at', at, 'source', source,
    'actor', actor, 'reason', reason, 'held', held, 'renewals', renewals, 'fence', fence)
end
-- Claims a lease, or refreshes it for the owner that holds it already.
-- Answers { code, server time in ms, holder, fence }: code 1 granted, 0 held by another, -1 too late.
local function acquire(key, owner, ttlMs, notAfterMs, actor)
  if notAfterMs > 0 and nowMs >= notAfterMs then return { -1, nowMs } end

  local current = redis.call('GET', key)
  if current and current ~= owner then return { 0, nowMs, current } end

  if not KEYS[3] then
    redis.call('SET', key, owner, 'PX', ttlMs)
    return { 1, nowMs, owner }
  end

  local fence, since, deadline, renewals, recorded = readRecord(key)

  if current and recorded == owner and fence ~= '0' and deadline >= nowMs then
    redis.call('SET', key, owner, 'PX', ttlMs)
    writeRecord(key, fence, since, nowMs + ttlMs, renewals, owner)
    return { 1, nowMs, owner, fence }
  end

  -- A record without its lease: it ran out unseen, or somebody deleted it behind our back.
  if recorded and not current then
    if deadline <= nowMs + 1 then
      append(key, 'expired', recorded, '', string.format('%.0f', deadline), 'recorded', '', '', deadline - since, renewals, '')
    else
      append(key, 'released', recorded, '', '', 'reconciled', '', '', nowMs - since, renewals, '')
    end
  end

  fence = nextFence()
  if not current or not recorded then
    append(key, 'acquired', '', owner, '', 'recorded', actor, '', '', '', fence)
  elseif recorded ~= owner then
    append(key, 'transferred', recorded, owner, '', 'reconciled', '', '', nowMs - since, renewals, fence)
  end
  writeRecord(key, fence, nowMs, nowMs + ttlMs, 0, owner)
  redis.call('SET', key, owner, 'PX', ttlMs)
  return { 1, nowMs, owner, fence }
end
-- Frees a lease, only if that owner (and, where \`expected\` is not empty, that very grant) still holds it.
-- Answers { code, server time in ms, holder }: code 1 freed, 0 not held by that owner, -1 too late.
local function release(key, owner, notAfterMs, actor, reason, expected)
  if notAfterMs > 0 and nowMs >= notAfterMs then return { -1, nowMs } end

  local current = redis.call('GET', key)
  if current ~= owner then return { 0, nowMs, current } end

  if KEYS[2] then
    local fence, since, _, renewals, recorded = readRecord(key)
    if expected ~= '' and expected ~= fence then return { 0, nowMs, current } end
    if recorded == owner then
      append(key, 'released', owner, '', '', 'recorded', actor, reason, nowMs - since, renewals, '')
    else
      append(key, 'released', owner, '', '', 'recorded', actor, reason, '', '', '')
    end
    dropRecord(key)
  end
  redis.call('DEL', key)
  return { 1, nowMs, owner }
end
-- Extends a lease that its owner still holds. Never creates one.
-- Answers { code, server time in ms, holder }: code 1 extended, 0 not held by that owner, -1 too late.
local function renew(key, owner, ttlMs, notAfterMs)
  if notAfterMs > 0 and nowMs >= notAfterMs then return { -1, nowMs } end

  local current = redis.call('GET', key)
  if current ~= owner then return { 0, nowMs, current } end

  if KEYS[2] then
    local fence, since, _, renewals, recorded = readRecord(key)
    if recorded == owner then writeRecord(key, fence, since, nowMs + ttlMs, renewals + 1, owner) end
  end
  redis.call('PEXPIRE', key, ttlMs)
  return { 1, nowMs, owner }
end
-- Hands a lease from its owner to the next one, with a fresh TTL and no instant in which it is free.
-- Answers { code, server time in ms, holder, fence, since }: code 1 handed over, 0 not held by that
-- owner, -1 too late. On 0, \`since\` is the server time in ms of the holder's grant, where recorded.
local function transfer(key, from, to, ttlMs, notAfterMs, actor, reason, expected)
  if notAfterMs > 0 and nowMs >= notAfterMs then return { -1, nowMs } end

  local current = redis.call('GET', key)
  if not KEYS[3] then
    if current ~= from then return { 0, nowMs, current } end
    redis.call('SET', key, to, 'PX', ttlMs)
    return { 1, nowMs, to }
  end

  local fence, since, _, renewals, recorded = readRecord(key)
  if current ~= from or (expected ~= '' and expected ~= fence) then
    if recorded == current then return { 0, nowMs, current, fence, since } end
    return { 0, nowMs, current }
  end

  -- To itself: nobody changes, so this is a refresh of the same grant.
  if from == to and recorded == from and fence ~= '0' then
    writeRecord(key, fence, since, nowMs + ttlMs, renewals, to)
    redis.call('SET', key, to, 'PX', ttlMs)
    return { 1, nowMs, to, fence }
  end

  local heldMs = ''
  if recorded == from then heldMs = nowMs - since else renewals = '' end
  fence = nextFence()
  append(key, 'transferred', from, to, '', 'recorded', actor, reason, heldMs, renewals, fence)
  writeRecord(key, fence, nowMs, nowMs + ttlMs, 0, to)
  redis.call('SET', key, to, 'PX', ttlMs)
  return { 1, nowMs, to, fence }
end

local actor, at, answers = ARGV[1], 2, {}

local function perform(key)
  local letter, ttlMs, notAfterMs, owner = ARGV[at], tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2]), ARGV[at + 3]
  at = at + 4
  if letter == 'a' then return acquire(key, owner, ttlMs, notAfterMs, actor) end
  if letter == 'x' then return release(key, owner, notAfterMs, actor, '', '') end
  if letter == 'n' then return renew(key, owner, ttlMs, notAfterMs) end
  at = at + 1
  return transfer(key, owner, ARGV[at - 1], ttlMs, notAfterMs, actor, '', '')
end

local leases = { KEYS[1] }
for n = 5, #KEYS do leases[n - 3] = KEYS[n] end

readRecords(leases)
for n, key in ipairs(leases) do
  local well, answer = pcall(perform, key)
  if not well then
    if type(answer) == 'table' then answer = answer.err end
    answer = { -2, nowMs, tostring(answer) }
  end
  answers[n] = answer
end
writeRecords()
return answers
`,
} as const;

export const sweep = {
  name: 'sweep',
  sha1: '082adf71064c9870e0c57567da8ce4cf8f869197',
  source: `-- Records the end of a lease that ran out without anybody noticing. Idempotent.
--
-- KEYS[1] string  the lease
-- KEYS[2] hash    last recorded holders
-- KEYS[3] string  last fencing token      (unused)
-- KEYS[4] stream  ownership history       (absent: the record is dropped, nothing is written)
--
-- Answers { code, server time in ms }: code 1 recorded, 0 nothing to do.

-- The server's time, and the guard against taking effect after the caller gave up.
local time = redis.call('TIME')
local nowMs = time[1] * 1000 + math.floor(time[2] / 1000)
-- A record of a lease's holder as text: fence, since, deadline, renewals, owner. Times are milliseconds.
local function parseRecord(text)
  if not text then return nil end
  local fence, since, deadline, renewals, owner = string.match(text, '^(%d+) (%d+) (%d+) (%d+) (.*)$')
  return fence, tonumber(since), tonumber(deadline), tonumber(renewals), owner
end

local function recordText(fence, since, deadline, renewals, owner)
  return fence .. ' ' .. since .. ' ' .. deadline .. ' ' .. renewals .. ' ' .. owner
end

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
-- Appends one entry to the ownership history. Absent values are empty strings, \`at\` is empty
-- when it is the time in the entry's id. Does nothing where history is off.
local function append(key, event, from, to, at, source, actor, reason, held, renewals, fence)
  if not KEYS[4] then return end
  redis.call('XADD', KEYS[4], 'MAXLEN', '~', 100000, '*',
    'key', key, 'event', event, 'from', from, 'to', to, 'at', at, 'source', source,
    'actor', actor, 'reason', reason, 'held', held, 'renewals', renewals, 'fence', fence)
end

local _, since, deadline, renewals, recorded = readRecord(KEYS[1])
if not recorded or deadline + 1 >= nowMs then return { 0, nowMs } end

local remainingMs = redis.call('PTTL', KEYS[1])
if remainingMs == -2 then
  append(KEYS[1], 'expired', recorded, '', string.format('%.0f', deadline), 'recorded', '', '', deadline - since, renewals, '')
  dropRecord(KEYS[1])
  return { 1, nowMs }
end
return { 0, nowMs }
`,
} as const;

export const transfer = {
  name: 'transfer',
  sha1: '1d36b848bf391c9c47b3d37b15e7de9a8365b7f4',
  source: `-- Hands a lease from its owner to the next one, with a fresh TTL and no instant in which it is free.
--
-- KEYS[1] string  the lease
-- KEYS[2] hash    last recorded holders   (2 and 3 absent: no fencing)
-- KEYS[3] string  last fencing token
-- KEYS[4] stream  ownership history       (absent: no history)
-- ARGV[1] owner that hands over
-- ARGV[2] owner that receives
-- ARGV[3] TTL in ms
-- ARGV[4] server time in ms from which on nothing may be done; 0 for no limit
-- ARGV[5] actor for the history
-- ARGV[6] reason for the history          (absent: none)
-- ARGV[7] fence that the grant must have  (absent or empty: any)

-- The server's time, and the guard against taking effect after the caller gave up.
local time = redis.call('TIME')
local nowMs = time[1] * 1000 + math.floor(time[2] / 1000)
-- A record of a lease's holder as text: fence, since, deadline, renewals, owner. Times are milliseconds.
local function parseRecord(text)
  if not text then return nil end
  local fence, since, deadline, renewals, owner = string.match(text, '^(%d+) (%d+) (%d+) (%d+) (.*)$')
  return fence, tonumber(since), tonumber(deadline), tonumber(renewals), owner
end

local function recordText(fence, since, deadline, renewals, owner)
  return fence .. ' ' .. since .. ' ' .. deadline .. ' ' .. renewals .. ' ' .. owner
end

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
-- The next fencing token: above the last one given, and never below the server's time in
-- microseconds, so that it rises even when the counter was lost. Below 2^53, hence exact.
local lastFence
local function nextFence()
  if lastFence then
    lastFence = lastFence + 1
    redis.call('SET', KEYS[3], string.format('%.0f', lastFence))
    return string.format('%.0f', lastFence)
  end
  local fence = time[1] * 1000000 + time[2]
  local last = tonumber(redis.call('SET', KEYS[3], string.format('%.0f', fence), 'GET') or '0')
  if last >= fence then
    fence = last + 1
    redis.call('SET', KEYS[3], string.format('%.0f', fence))
  end
  lastFence = fence
  return string.format('%.0f', fence)
end
-- Appends one entry to the ownership history. Absent values are empty strings, \`at\` is empty
-- when it is the time in the entry's id. Does nothing where history is off.
local function append(key, event, from, to, at, source, actor, reason, held, renewals, fence)
  if not KEYS[4] then return end
  redis.call('XADD', KEYS[4], 'MAXLEN', '~', 100000, '*',
    'key', key, 'event', event, 'from', from, 'to', to, 'at', at, 'source', source,
    'actor', actor, 'reason', reason, 'held', held, 'renewals', renewals, 'fence', fence)
end
-- Hands a lease from its owner to the next one, with a fresh TTL and no instant in which it is free.
-- Answers { code, server time in ms, holder, fence, since }: code 1 handed over, 0 not held by that
-- owner, -1 too late. On 0, \`since\` is the server time in ms of the holder's grant, where recorded.
local function transfer(key, from, to, ttlMs, notAfterMs, actor, reason, expected)
  if notAfterMs > 0 and nowMs >= notAfterMs then return { -1, nowMs } end

  local current = redis.call('GET', key)
  if not KEYS[3] then
    if current ~= from then return { 0, nowMs, current } end
    redis.call('SET', key, to, 'PX', ttlMs)
    return { 1, nowMs, to }
  end

  local fence, since, _, renewals, recorded = readRecord(key)
  if current ~= from or (expected ~= '' and expected ~= fence) then
    if recorded == current then return { 0, nowMs, current, fence, since } end
    return { 0, nowMs, current }
  end

  -- To itself: nobody changes, so this is a refresh of the same grant.
  if from == to and recorded == from and fence ~= '0' then
    writeRecord(key, fence, since, nowMs + ttlMs, renewals, to)
    redis.call('SET', key, to, 'PX', ttlMs)
    return { 1, nowMs, to, fence }
  end

  local heldMs = ''
  if recorded == from then heldMs = nowMs - since else renewals = '' end
  fence = nextFence()
  append(key, 'transferred', from, to, '', 'recorded', actor, reason, heldMs, renewals, fence)
  writeRecord(key, fence, nowMs, nowMs + ttlMs, 0, to)
  redis.call('SET', key, to, 'PX', ttlMs)
  return { 1, nowMs, to, fence }
end

return transfer(KEYS[1], ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4]), ARGV[5], ARGV[6] or '', ARGV[7] or '')
`,
} as const;
