// Made by scripts/embed-lua.ts from lib/lease/redis/scripts/*.lua. Change those, then run it.

export const acquire = {
  name: 'acquire',
  sha1: '2890b66e249ff5eb383bb1364ba7d413f14e3287',
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
--
-- Answers { code, server time in ms, holder, fence }: code 1 granted, 0 held by another, -1 too late.

-- The server's time, and the guard against taking effect after the caller gave up.
local time = redis.call('TIME')
local nowMs = time[1] * 1000 + math.floor(time[2] / 1000)
-- What was last recorded of this lease's holder: fence, since, deadline, renewals, owner.
-- Times are milliseconds. Answers nothing when there is no (readable) record.
local function readRecord()
  local text = redis.call('HGET', KEYS[2], KEYS[1])
  if not text then return nil end
  local fence, since, deadline, renewals, owner = string.match(text, '^(%d+) (%d+) (%d+) (%d+) (.*)$')
  return fence, tonumber(since), tonumber(deadline), tonumber(renewals), owner
end

local function writeRecord(fence, since, deadline, renewals, owner)
  redis.call('HSET', KEYS[2], KEYS[1], string.format('%s %.0f %.0f %.0f %s', fence, since, deadline, renewals, owner))
end
-- The next fencing token: above the last one given, and never below the server's time in
-- microseconds, so that it rises even when the counter was lost. Below 2^53, hence exact.
local function nextFence()
  local fence = string.format('%.0f', time[1] * 1000000 + time[2])
  local last = redis.call('SET', KEYS[3], fence, 'GET')
  if last and tonumber(last) >= tonumber(fence) then
    fence = string.format('%.0f', tonumber(last) + 1)
    redis.call('SET', KEYS[3], fence)
  end
  return fence
end
-- Appends one entry to the ownership history. Absent values are empty strings, \`at\` is empty
-- when it is the time in the entry's id. Does nothing where history is off.
local function append(event, from, to, at, source, actor, reason, held, renewals, fence)
  if not KEYS[4] then return end
  redis.call('XADD', KEYS[4], 'MAXLEN', '~', 100000, '*',
    'key', KEYS[1], 'event', event, 'from', from, 'to', to, 'at', at, 'source', source,
    'actor', actor, 'reason', reason, 'held', held, 'renewals', renewals, 'fence', fence)
end

local owner, ttlMs, notAfterMs, actor = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]

if notAfterMs > 0 and nowMs >= notAfterMs then return { -1, nowMs } end

local current = redis.call('GET', KEYS[1])
if current and current ~= owner then return { 0, nowMs, current } end

if not KEYS[3] then
  redis.call('SET', KEYS[1], owner, 'PX', ttlMs)
  return { 1, nowMs, owner }
end

local fence, since, deadline, renewals, recorded = readRecord()

if current and recorded == owner and fence ~= '0' and deadline >= nowMs then
  redis.call('SET', KEYS[1], owner, 'PX', ttlMs)
  writeRecord(fence, since, nowMs + ttlMs, renewals, owner)
  return { 1, nowMs, owner, fence }
end

-- A record without its lease: it ran out unseen, or somebody deleted it behind our back.
if recorded and not current then
  if deadline <= nowMs + 1 then
    append('expired', recorded, '', string.format('%.0f', deadline), 'recorded', '', '', deadline - since, renewals, '')
  else
    append('released', recorded, '', '', 'reconciled', '', '', nowMs - since, renewals, '')
  end
end

fence = nextFence()
if not current or not recorded then
  append('acquired', '', owner, '', 'recorded', actor, '', '', '', fence)
elseif recorded ~= owner then
  append('transferred', recorded, owner, '', 'reconciled', '', '', nowMs - since, renewals, fence)
end
writeRecord(fence, nowMs, nowMs + ttlMs, 0, owner)
redis.call('SET', KEYS[1], owner, 'PX', ttlMs)
return { 1, nowMs, owner, fence }
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
  sha1: '84da20305edaf74fbc3cab1397b19e3b91203d75',
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
--
-- Answers { code, server time in ms, holder }: code 1 freed, 0 not held by that owner, -1 too late.

-- The server's time, and the guard against taking effect after the caller gave up.
local time = redis.call('TIME')
local nowMs = time[1] * 1000 + math.floor(time[2] / 1000)
-- What was last recorded of this lease's holder: fence, since, deadline, renewals, owner.
-- Times are milliseconds. Answers nothing when there is no (readable) record.
local function readRecord()
  local text = redis.call('HGET', KEYS[2], KEYS[1])
  if not text then return nil end
  local fence, since, deadline, renewals, owner = string.match(text, '^(%d+) (%d+) (%d+) (%d+) (.*)$')
  return fence, tonumber(since), tonumber(deadline), tonumber(renewals), owner
end

local function writeRecord(fence, since, deadline, renewals, owner)
  redis.call('HSET', KEYS[2], KEYS[1], string.format('%s %.0f %.0f %.0f %s', fence, since, deadline, renewals, owner))
end
-- Appends one entry to the ownership history. Absent values are empty strings, \`at\` is empty
-- when it is the time in the entry's id. Does nothing where history is off.
local function append(event, from, to, at, source, actor, reason, held, renewals, fence)
  if not KEYS[4] then return end
  redis.call('XADD', KEYS[4], 'MAXLEN', '~', 100000, '*',
    'key', KEYS[1], 'event', event, 'from', from, 'to', to, 'at', at, 'source', source,
    'actor', actor, 'reason', reason, 'held', held, 'renewals', renewals, 'fence', fence)
end

local owner, notAfterMs, actor, reason, expected = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4] or '', ARGV[5] or ''

if notAfterMs > 0 and nowMs >= notAfterMs then return { -1, nowMs } end

local current = redis.call('GET', KEYS[1])
if current ~= owner then return { 0, nowMs, current } end

if KEYS[2] then
  local fence, since, _, renewals, recorded = readRecord()
  if expected ~= '' and expected ~= fence then return { 0, nowMs, current } end
  if recorded == owner then
    append('released', owner, '', '', 'recorded', actor, reason, nowMs - since, renewals, '')
  else
    append('released', owner, '', '', 'recorded', actor, reason, '', '', '')
  end
  redis.call('HDEL', KEYS[2], KEYS[1])
end
redis.call('DEL', KEYS[1])
return { 1, nowMs, owner }
`,
} as const;

export const renew = {
  name: 'renew',
  sha1: '0db878b06b9362500eeb36a7220726b969a8c53e',
  source: `-- Extends a lease that its owner still holds. Never creates one.
--
-- KEYS[1] string  the lease
-- KEYS[2] hash    last recorded holders   (absent: no fencing)
-- ARGV[1] owner
-- ARGV[2] TTL in ms
-- ARGV[3] server time in ms from which on nothing may be done; 0 for no limit
--
-- Answers { code, server time in ms, holder }: code 1 extended, 0 not held by that owner, -1 too late.

-- The server's time, and the guard against taking effect after the caller gave up.
local time = redis.call('TIME')
local nowMs = time[1] * 1000 + math.floor(time[2] / 1000)
-- What was last recorded of this lease's holder: fence, since, deadline, renewals, owner.
-- Times are milliseconds. Answers nothing when there is no (readable) record.
local function readRecord()
  local text = redis.call('HGET', KEYS[2], KEYS[1])
  if not text then return nil end
  local fence, since, deadline, renewals, owner = string.match(text, '^(%d+) (%d+) (%d+) (%d+) (.*)$')
  return fence, tonumber(since), tonumber(deadline), tonumber(renewals), owner
end

local function writeRecord(fence, since, deadline, renewals, owner)
  redis.call('HSET', KEYS[2], KEYS[1], string.format('%s %.0f %.0f %.0f %s', fence, since, deadline, renewals, owner))
end

local owner, ttlMs, notAfterMs = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])

if notAfterMs > 0 and nowMs >= notAfterMs then return { -1, nowMs } end

local current = redis.call('GET', KEYS[1])
if current ~= owner then return { 0, nowMs, current } end

if KEYS[2] then
  local fence, since, _, renewals, recorded = readRecord()
  if recorded == owner then writeRecord(fence, since, nowMs + ttlMs, renewals + 1, owner) end
end
redis.call('PEXPIRE', KEYS[1], ttlMs)
return { 1, nowMs, owner }
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

export const sweep = {
  name: 'sweep',
  sha1: '1326d2cb0f4c928ffef17f117b17284ae72e05e2',
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
-- What was last recorded of this lease's holder: fence, since, deadline, renewals, owner.
-- Times are milliseconds. Answers nothing when there is no (readable) record.
local function readRecord()
  local text = redis.call('HGET', KEYS[2], KEYS[1])
  if not text then return nil end
  local fence, since, deadline, renewals, owner = string.match(text, '^(%d+) (%d+) (%d+) (%d+) (.*)$')
  return fence, tonumber(since), tonumber(deadline), tonumber(renewals), owner
end

local function writeRecord(fence, since, deadline, renewals, owner)
  redis.call('HSET', KEYS[2], KEYS[1], string.format('%s %.0f %.0f %.0f %s', fence, since, deadline, renewals, owner))
end
-- Appends one entry to the ownership history. Absent values are empty strings, \`at\` is empty
-- when it is the time in the entry's id. Does nothing where history is off.
local function append(event, from, to, at, source, actor, reason, held, renewals, fence)
  if not KEYS[4] then return end
  redis.call('XADD', KEYS[4], 'MAXLEN', '~', 100000, '*',
    'key', KEYS[1], 'event', event, 'from', from, 'to', to, 'at', at, 'source', source,
    'actor', actor, 'reason', reason, 'held', held, 'renewals', renewals, 'fence', fence)
end

local _, since, deadline, renewals, recorded = readRecord()
if not recorded or deadline + 1 >= nowMs then return { 0, nowMs } end

local remainingMs = redis.call('PTTL', KEYS[1])
if remainingMs == -2 then
  append('expired', recorded, '', string.format('%.0f', deadline), 'recorded', '', '', deadline - since, renewals, '')
  redis.call('HDEL', KEYS[2], KEYS[1])
  return { 1, nowMs }
end
return { 0, nowMs }
`,
} as const;

export const transfer = {
  name: 'transfer',
  sha1: '606996b3d7adc3ba2079336c1fdc85093bc04baa',
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
--
-- Answers { code, server time in ms, holder, fence, since }: code 1 handed over, 0 not held by that
-- owner, -1 too late. On 0, \`since\` is the server time in ms of the holder's grant, where recorded.

-- The server's time, and the guard against taking effect after the caller gave up.
local time = redis.call('TIME')
local nowMs = time[1] * 1000 + math.floor(time[2] / 1000)
-- What was last recorded of this lease's holder: fence, since, deadline, renewals, owner.
-- Times are milliseconds. Answers nothing when there is no (readable) record.
local function readRecord()
  local text = redis.call('HGET', KEYS[2], KEYS[1])
  if not text then return nil end
  local fence, since, deadline, renewals, owner = string.match(text, '^(%d+) (%d+) (%d+) (%d+) (.*)$')
  return fence, tonumber(since), tonumber(deadline), tonumber(renewals), owner
end

local function writeRecord(fence, since, deadline, renewals, owner)
  redis.call('HSET', KEYS[2], KEYS[1], string.format('%s %.0f %.0f %.0f %s', fence, since, deadline, renewals, owner))
end
-- The next fencing token: above the last one given, and never below the server's time in
-- microseconds, so that it rises even when the counter was lost. Below 2^53, hence exact.
local function nextFence()
  local fence = string.format('%.0f', time[1] * 1000000 + time[2])
  local last = redis.call('SET', KEYS[3], fence, 'GET')
  if last and tonumber(last) >= tonumber(fence) then
    fence = string.format('%.0f', tonumber(last) + 1)
    redis.call('SET', KEYS[3], fence)
  end
  return fence
end
-- Appends one entry to the ownership history. Absent values are empty strings, \`at\` is empty
-- when it is the time in the entry's id. Does nothing where history is off.
local function append(event, from, to, at, source, actor, reason, held, renewals, fence)
  if not KEYS[4] then return end
  redis.call('XADD', KEYS[4], 'MAXLEN', '~', 100000, '*',
    'key', KEYS[1], 'event', event, 'from', from, 'to', to, 'at', at, 'source', source,
    'actor', actor, 'reason', reason, 'held', held, 'renewals', renewals, 'fence', fence)
end

local from, to, ttlMs, notAfterMs, actor = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4]), ARGV[5]
local reason, expected = ARGV[6] or '', ARGV[7] or ''

if notAfterMs > 0 and nowMs >= notAfterMs then return { -1, nowMs } end

local current = redis.call('GET', KEYS[1])
if not KEYS[3] then
  if current ~= from then return { 0, nowMs, current } end
  redis.call('SET', KEYS[1], to, 'PX', ttlMs)
  return { 1, nowMs, to }
end

local fence, since, _, renewals, recorded = readRecord()
if current ~= from or (expected ~= '' and expected ~= fence) then
  if recorded == current then return { 0, nowMs, current, fence, since } end
  return { 0, nowMs, current }
end

-- To itself: nobody changes, so this is a refresh of the same grant.
if from == to and recorded == from and fence ~= '0' then
  writeRecord(fence, since, nowMs + ttlMs, renewals, to)
  redis.call('SET', KEYS[1], to, 'PX', ttlMs)
  return { 1, nowMs, to, fence }
end

local heldMs = ''
if recorded == from then heldMs = nowMs - since else renewals = '' end
fence = nextFence()
append('transferred', from, to, '', 'recorded', actor, reason, heldMs, renewals, fence)
writeRecord(fence, nowMs, nowMs + ttlMs, 0, to)
redis.call('SET', KEYS[1], to, 'PX', ttlMs)
return { 1, nowMs, to, fence }
`,
} as const;
