// Made by scripts/embed-lua.ts from lib/lease/redis/scripts/*.lua. Change those, then run it.

export const acquire = {
  name: 'acquire',
  sha1: 'fdb5ecf6a8ac353203b34a7401d96f0dc66f9804',
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
-- A whole number as digits. Left to itself Lua writes numbers as floating point, which costs more
-- than a Redis call, and in fourteen digits. (\`%d\` is a C long, which has 32 bits on some machines.)
local DIGITS = string.format('%d', 4294967296) == '4294967296' and '%d' or '%.0f'
local function digits(number)
  return string.format(DIGITS, number)
end

-- A record of a lease's holder as text: fence, since, deadline, renewals, owner. Times are
-- milliseconds; numbers stay text until they are needed as numbers.
local function parseRecord(text)
  if not text then return nil end
  return string.match(text, '^(%d+) (%d+) (%d+) (%d+) (.*)$')
end

local deadlines = {}
local function deadlineText(deadlineMs)
  local text = deadlines[deadlineMs] or digits(deadlineMs)
  deadlines[deadlineMs] = text
  return text
end

local nowText = digits(nowMs)

local function recordText(fence, since, deadlineMs, renewals, owner)
  return fence .. ' ' .. since .. ' ' .. deadlineText(deadlineMs) .. ' ' .. renewals .. ' ' .. owner
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
local function nextFence()
  local fence = digits(time[1] * 1000000 + time[2])
  local last = redis.call('SET', KEYS[3], fence, 'GET')
  if last and tonumber(last) >= tonumber(fence) then
    fence = digits(last + 1)
    redis.call('SET', KEYS[3], fence)
  end
  return fence
end
-- Appends one entry to the ownership history. Absent values are empty strings, \`at\` is empty
-- when it is the time in the entry's id. Does nothing where history is off.
local function append(key, event, from, to, at, source, actor, reason, held, renewals, fence)
  if not KEYS[4] then return end
  redis.call('XADD', KEYS[4], 'MAXLEN', '~', '100000', '*',
    'key', key, 'event', event, 'from', from, 'to', to, 'at', at, 'source', source,
    'actor', actor, 'reason', reason, 'held', held, 'renewals', renewals, 'fence', fence)
end
-- One lease: who holds it, and setting and removing it.
local function holderOf(key)
  return redis.call('GET', key)
end

-- To be called before anything is written for a lease that is free.
local function claim() end

local function place(key, owner, ttlMs)
  redis.call('SET', key, owner, 'PX', ttlMs)
end

local function remove(key)
  redis.call('DEL', key)
end
-- Claims a lease, or refreshes it for the owner that holds it already. The TTL comes as text.
-- Answers { code, server time in ms, holder, fence }: code 1 granted (no holder), 0 held by another, -1 too late.
local function acquire(key, owner, ttlMs, notAfterMs, actor)
  if notAfterMs > 0 and nowMs >= notAfterMs then return { -1, nowMs } end

  local current = holderOf(key)
  if current and current ~= owner then return { 0, nowMs, current } end

  if not KEYS[3] then
    place(key, owner, ttlMs)
    return { 1, nowMs }
  end

  local fence, since, deadline, renewals, recorded = readRecord(key)

  if current and recorded == owner and fence ~= '0' and tonumber(deadline) >= nowMs then
    place(key, owner, ttlMs)
    writeRecord(key, fence, since, nowMs + ttlMs, renewals, owner)
    return { 1, nowMs, false, fence }
  end

  if not current then claim(key, owner, ttlMs) end

  -- A record without its lease: it ran out unseen, or somebody deleted it behind our back.
  if recorded and not current then
    if tonumber(deadline) <= nowMs + 1 then
      append(key, 'expired', recorded, '', deadline, 'recorded', '', '', digits(deadline - since), renewals, '')
    else
      append(key, 'released', recorded, '', '', 'reconciled', '', '', digits(nowMs - since), renewals, '')
    end
  end

  fence = nextFence()
  if not current or not recorded then
    append(key, 'acquired', '', owner, '', 'recorded', actor, '', '', '', fence)
  elseif recorded ~= owner then
    append(key, 'transferred', recorded, owner, '', 'reconciled', '', '', digits(nowMs - since), renewals, fence)
  end
  writeRecord(key, fence, nowText, nowMs + ttlMs, '0', owner)
  place(key, owner, ttlMs)
  return { 1, nowMs, false, fence }
end

return acquire(KEYS[1], ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4])
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
  sha1: 'ea40cf87c16e51a236742663ab8c6e000e35976f',
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
-- A whole number as digits. Left to itself Lua writes numbers as floating point, which costs more
-- than a Redis call, and in fourteen digits. (\`%d\` is a C long, which has 32 bits on some machines.)
local DIGITS = string.format('%d', 4294967296) == '4294967296' and '%d' or '%.0f'
local function digits(number)
  return string.format(DIGITS, number)
end

-- A record of a lease's holder as text: fence, since, deadline, renewals, owner. Times are
-- milliseconds; numbers stay text until they are needed as numbers.
local function parseRecord(text)
  if not text then return nil end
  return string.match(text, '^(%d+) (%d+) (%d+) (%d+) (.*)$')
end

local deadlines = {}
local function deadlineText(deadlineMs)
  local text = deadlines[deadlineMs] or digits(deadlineMs)
  deadlines[deadlineMs] = text
  return text
end

local nowText = digits(nowMs)

local function recordText(fence, since, deadlineMs, renewals, owner)
  return fence .. ' ' .. since .. ' ' .. deadlineText(deadlineMs) .. ' ' .. renewals .. ' ' .. owner
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
  redis.call('XADD', KEYS[4], 'MAXLEN', '~', '100000', '*',
    'key', key, 'event', event, 'from', from, 'to', to, 'at', at, 'source', source,
    'actor', actor, 'reason', reason, 'held', held, 'renewals', renewals, 'fence', fence)
end
-- One lease: who holds it, and setting and removing it.
local function holderOf(key)
  return redis.call('GET', key)
end

-- To be called before anything is written for a lease that is free.
local function claim() end

local function place(key, owner, ttlMs)
  redis.call('SET', key, owner, 'PX', ttlMs)
end

local function remove(key)
  redis.call('DEL', key)
end
-- Frees a lease, only if that owner (and, where \`expected\` is not empty, that very grant) still holds it.
-- Answers { code, server time in ms, holder }: code 1 freed, 0 not held by that owner, -1 too late.
local function release(key, owner, notAfterMs, actor, reason, expected)
  if notAfterMs > 0 and nowMs >= notAfterMs then return { -1, nowMs } end

  local current = holderOf(key)
  if current ~= owner then return { 0, nowMs, current } end

  if KEYS[2] then
    local fence, since, _, renewals, recorded = readRecord(key)
    if expected ~= '' and expected ~= fence then return { 0, nowMs, current } end
    if recorded == owner then
      append(key, 'released', owner, '', '', 'recorded', actor, reason, digits(nowMs - since), renewals, '')
    else
      append(key, 'released', owner, '', '', 'recorded', actor, reason, '', '', '')
    end
    dropRecord(key)
  end
  remove(key)
  return { 1, nowMs }
end

return release(KEYS[1], ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4] or '', ARGV[5] or '')
`,
} as const;

export const renew = {
  name: 'renew',
  sha1: '2c8ae96fab3be747966939779ddd1f04955f1f4d',
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
-- A whole number as digits. Left to itself Lua writes numbers as floating point, which costs more
-- than a Redis call, and in fourteen digits. (\`%d\` is a C long, which has 32 bits on some machines.)
local DIGITS = string.format('%d', 4294967296) == '4294967296' and '%d' or '%.0f'
local function digits(number)
  return string.format(DIGITS, number)
end

-- A record of a lease's holder as text: fence, since, deadline, renewals, owner. Times are
-- milliseconds; numbers stay text until they are needed as numbers.
local function parseRecord(text)
  if not text then return nil end
  return string.match(text, '^(%d+) (%d+) (%d+) (%d+) (.*)$')
end

local deadlines = {}
local function deadlineText(deadlineMs)
  local text = deadlines[deadlineMs] or digits(deadlineMs)
  deadlines[deadlineMs] = text
  return text
end

local nowText = digits(nowMs)

local function recordText(fence, since, deadlineMs, renewals, owner)
  return fence .. ' ' .. since .. ' ' .. deadlineText(deadlineMs) .. ' ' .. renewals .. ' ' .. owner
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
-- One lease: who holds it, and setting and removing it.
local function holderOf(key)
  return redis.call('GET', key)
end

-- To be called before anything is written for a lease that is free.
local function claim() end

local function place(key, owner, ttlMs)
  redis.call('SET', key, owner, 'PX', ttlMs)
end

local function remove(key)
  redis.call('DEL', key)
end
-- Extends a lease that its owner still holds. Never creates one. The TTL comes as text.
-- Answers { code, server time in ms, holder }: code 1 extended, 0 not held by that owner, -1 too late.
local function renew(key, owner, ttlMs, notAfterMs)
  if notAfterMs > 0 and nowMs >= notAfterMs then return { -1, nowMs } end

  local current = holderOf(key)
  if current ~= owner then return { 0, nowMs, current } end

  if KEYS[2] then
    local fence, since, _, renewals, recorded = readRecord(key)
    if recorded == owner then writeRecord(key, fence, since, nowMs + ttlMs, digits(renewals + 1), owner) end
  end
  redis.call('PEXPIRE', key, ttlMs)
  return { 1, nowMs }
end

return renew(KEYS[1], ARGV[1], ARGV[2], tonumber(ARGV[3]))
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
  sha1: 'b5cd9ba5619c3b852f8a550a437ea20c53a369b7',
  source: `-- Several operations of one client in one go, each as if it had come alone: what one comes to, or
-- an error of one, is nothing to the others.
--
-- KEYS[1] string   the lease of the first operation
-- KEYS[2] hash     last recorded holders
-- KEYS[3] string   last fencing token
-- KEYS[4] stream   ownership history
-- KEYS[5] string   the lease of the second operation, and so on
-- ARGV[1] actor for the history
-- ARGV[2] the first operation's letter: a acquire, x release, n renew, t transfer; behind it its TTL in
--         ms, a space, and the server time in ms from which on it may not be done. The letter
--         alone: as before at this letter
-- ARGV[3] its owner
-- ARGV[4] for t alone: the owner that receives
-- and so on
--
-- Answers the server time in ms, and then one answer an operation: its fence where it has got one, 1
-- where it was done, else { code, holder, fence, since } as its own script has them, or { -2, error }.

-- The server's time, and the guard against taking effect after the caller gave up.
local time = redis.call('TIME')
local nowMs = time[1] * 1000 + math.floor(time[2] / 1000)
-- A whole number as digits. Left to itself Lua writes numbers as floating point, which costs more
-- than a Redis call, and in fourteen digits. (\`%d\` is a C long, which has 32 bits on some machines.)
local DIGITS = string.format('%d', 4294967296) == '4294967296' and '%d' or '%.0f'
local function digits(number)
  return string.format(DIGITS, number)
end

-- A record of a lease's holder as text: fence, since, deadline, renewals, owner. Times are
-- milliseconds; numbers stay text until they are needed as numbers.
local function parseRecord(text)
  if not text then return nil end
  return string.match(text, '^(%d+) (%d+) (%d+) (%d+) (.*)$')
end

local deadlines = {}
local function deadlineText(deadlineMs)
  local text = deadlines[deadlineMs] or digits(deadlineMs)
  deadlines[deadlineMs] = text
  return text
end

local nowText = digits(nowMs)

local function recordText(fence, since, deadlineMs, renewals, owner)
  return fence .. ' ' .. since .. ' ' .. deadlineText(deadlineMs) .. ' ' .. renewals .. ' ' .. owner
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
-- As include/fence, for many grants: read once, and written once at the end.
local lastFence
local firstFence = time[1] * 1000000 + time[2]

local function readFence()
  lastFence = tonumber(redis.call('GET', KEYS[3]) or '0')
end

local granted = false
local function nextFence()
  lastFence = math.max(lastFence + 1, firstFence)
  granted = true
  return digits(lastFence)
end

local function writeFence()
  if granted then redis.call('SET', KEYS[3], digits(lastFence)) end
end
-- As include/history, for many changes: what is too old is cut off once, at the end.
local function append(key, event, from, to, at, source, actor, reason, held, renewals, fence)
  redis.call('XADD', KEYS[4], '*',
    'key', key, 'event', event, 'from', from, 'to', to, 'at', at, 'source', source,
    'actor', actor, 'reason', reason, 'held', held, 'renewals', renewals, 'fence', fence)
end

local function trimHistory()
  redis.call('XTRIM', KEYS[4], 'MAXLEN', '~', '100000')
end
-- As include/lease, for many leases, whose holders are read at once. That says nothing of a key
-- which is no lease but of another type: what is free as far as that reading goes is therefore
-- claimed only if there is nothing, and looked at again before it is called free.
local holders, claimed = {}, {}

local function readHolders(keys)
  for n, holder in ipairs(redis.call('MGET', unpack(keys))) do holders[keys[n]] = holder end
end

local function holderOf(key)
  return holders[key]
end

local function claim(key, owner, ttlMs)
  if not redis.call('SET', key, owner, 'PX', ttlMs, 'NX') then redis.call('GET', key) end
  holders[key], claimed[key] = owner, true
end

local function place(key, owner, ttlMs)
  if claimed[key] then
    claimed[key] = nil
    return
  end
  redis.call('SET', key, owner, 'PX', ttlMs)
  holders[key] = owner
end

local function remove(key)
  redis.call('DEL', key)
  holders[key] = false
end
-- Claims a lease, or refreshes it for the owner that holds it already. The TTL comes as text.
-- Answers { code, server time in ms, holder, fence }: code 1 granted (no holder), 0 held by another, -1 too late.
local function acquire(key, owner, ttlMs, notAfterMs, actor)
  if notAfterMs > 0 and nowMs >= notAfterMs then return { -1, nowMs } end

  local current = holderOf(key)
  if current and current ~= owner then return { 0, nowMs, current } end

  if not KEYS[3] then
    place(key, owner, ttlMs)
    return { 1, nowMs }
  end

  local fence, since, deadline, renewals, recorded = readRecord(key)

  if current and recorded == owner and fence ~= '0' and tonumber(deadline) >= nowMs then
    place(key, owner, ttlMs)
    writeRecord(key, fence, since, nowMs + ttlMs, renewals, owner)
    return { 1, nowMs, false, fence }
  end

  if not current then claim(key, owner, ttlMs) end

  -- A record without its lease: it ran out unseen, or somebody deleted it behind our back.
  if recorded and not current then
    if tonumber(deadline) <= nowMs + 1 then
      append(key, 'expired', recorded, '', deadline, 'recorded', '', '', digits(deadline - since), renewals, '')
    else
      append(key, 'released', recorded, '', '', 'reconciled', '', '', digits(nowMs - since), renewals, '')
    end
  end

  fence = nextFence()
  if not current or not recorded then
    append(key, 'acquired', '', owner, '', 'recorded', actor, '', '', '', fence)
  elseif recorded ~= owner then
    append(key, 'transferred', recorded, owner, '', 'reconciled', '', '', digits(nowMs - since), renewals, fence)
  end
  writeRecord(key, fence, nowText, nowMs + ttlMs, '0', owner)
  place(key, owner, ttlMs)
  return { 1, nowMs, false, fence }
end
-- Frees a lease, only if that owner (and, where \`expected\` is not empty, that very grant) still holds it.
-- Answers { code, server time in ms, holder }: code 1 freed, 0 not held by that owner, -1 too late.
local function release(key, owner, notAfterMs, actor, reason, expected)
  if notAfterMs > 0 and nowMs >= notAfterMs then return { -1, nowMs } end

  local current = holderOf(key)
  if current ~= owner then return { 0, nowMs, current } end

  if KEYS[2] then
    local fence, since, _, renewals, recorded = readRecord(key)
    if expected ~= '' and expected ~= fence then return { 0, nowMs, current } end
    if recorded == owner then
      append(key, 'released', owner, '', '', 'recorded', actor, reason, digits(nowMs - since), renewals, '')
    else
      append(key, 'released', owner, '', '', 'recorded', actor, reason, '', '', '')
    end
    dropRecord(key)
  end
  remove(key)
  return { 1, nowMs }
end
-- Extends a lease that its owner still holds. Never creates one. The TTL comes as text.
-- Answers { code, server time in ms, holder }: code 1 extended, 0 not held by that owner, -1 too late.
local function renew(key, owner, ttlMs, notAfterMs)
  if notAfterMs > 0 and nowMs >= notAfterMs then return { -1, nowMs } end

  local current = holderOf(key)
  if current ~= owner then return { 0, nowMs, current } end

  if KEYS[2] then
    local fence, since, _, renewals, recorded = readRecord(key)
    if recorded == owner then writeRecord(key, fence, since, nowMs + ttlMs, digits(renewals + 1), owner) end
  end
  redis.call('PEXPIRE', key, ttlMs)
  return { 1, nowMs }
end
-- Hands a lease from its owner to the next one, with a fresh TTL (as text) and no instant in which it is free.
-- Answers { code, server time in ms, holder, fence, since }: code 1 handed over, 0 not held by that
-- owner, -1 too late. On 0, \`since\` is the server time in ms of the holder's grant, where recorded.
local function transfer(key, from, to, ttlMs, notAfterMs, actor, reason, expected)
  if notAfterMs > 0 and nowMs >= notAfterMs then return { -1, nowMs } end

  local current = holderOf(key)
  if not KEYS[3] then
    if current ~= from then return { 0, nowMs, current } end
    place(key, to, ttlMs)
    return { 1, nowMs }
  end

  local fence, since, _, renewals, recorded = readRecord(key)
  if current ~= from or (expected ~= '' and expected ~= fence) then
    if recorded == current then return { 0, nowMs, current, fence, since } end
    return { 0, nowMs, current }
  end

  -- To itself: nobody changes, so this is a refresh of the same grant.
  if from == to and recorded == from and fence ~= '0' then
    writeRecord(key, fence, since, nowMs + ttlMs, renewals, to)
    place(key, to, ttlMs)
    return { 1, nowMs, false, fence }
  end

  local heldMs = ''
  if recorded == from then heldMs = digits(nowMs - since) else renewals = '' end
  fence = nextFence()
  append(key, 'transferred', from, to, '', 'recorded', actor, reason, heldMs, renewals, fence)
  writeRecord(key, fence, nowText, nowMs + ttlMs, '0', to)
  place(key, to, ttlMs)
  return { 1, nowMs, false, fence }
end

local actor, at, answers, heads = ARGV[1], 2, { nowMs }, {}

-- What is behind the next operation's letter: TTL and limit.
local function headOf(letter)
  local ttlMs, notAfterMs = string.match(ARGV[at], '^.(%d+) (%d+)$')
  if ttlMs then heads[letter] = { ttlMs, tonumber(notAfterMs) } end
  return heads[letter][1], heads[letter][2]
end

local function perform(key, letter, owner, to, ttlMs, notAfterMs)
  if letter == 'a' then return acquire(key, owner, ttlMs, notAfterMs, actor) end
  if not holderOf(key) then redis.call('GET', key) end
  if letter == 'x' then return release(key, owner, notAfterMs, actor, '', '') end
  if letter == 'n' then return renew(key, owner, ttlMs, notAfterMs) end
  return transfer(key, owner, to, ttlMs, notAfterMs, actor, '', '')
end

-- All of an operation is taken before it is performed, which may fail.
local function performNext(key)
  local letter = string.sub(ARGV[at], 1, 1)
  local ttlMs, notAfterMs = headOf(letter)
  local owner, to = ARGV[at + 1], nil
  at = at + 2
  if letter == 't' then
    to = ARGV[at]
    at = at + 1
  end
  local well, answer = pcall(perform, key, letter, owner, to, ttlMs, notAfterMs)
  if not well then
    if type(answer) == 'table' then answer = answer.err end
    return { -2, tostring(answer) }
  end
  if answer[1] == 1 then return answer[4] or 1 end
  return { answer[1], answer[3], answer[4], answer[5] }
end

local leases = { KEYS[1] }
for n = 5, #KEYS do leases[n - 3] = KEYS[n] end

-- What can fail does so here, before anything is written, or at an operation's first write.
redis.call('XLEN', KEYS[4])
readFence()
readRecords(leases)
readHolders(leases)
for n, key in ipairs(leases) do answers[n + 1] = performNext(key) end
writeRecords()
writeFence()
trimHistory()
return answers
`,
} as const;

export const sweep = {
  name: 'sweep',
  sha1: '0a2a2f1f0e76c169d329ffc56c03d80176a98f63',
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
-- A whole number as digits. Left to itself Lua writes numbers as floating point, which costs more
-- than a Redis call, and in fourteen digits. (\`%d\` is a C long, which has 32 bits on some machines.)
local DIGITS = string.format('%d', 4294967296) == '4294967296' and '%d' or '%.0f'
local function digits(number)
  return string.format(DIGITS, number)
end

-- A record of a lease's holder as text: fence, since, deadline, renewals, owner. Times are
-- milliseconds; numbers stay text until they are needed as numbers.
local function parseRecord(text)
  if not text then return nil end
  return string.match(text, '^(%d+) (%d+) (%d+) (%d+) (.*)$')
end

local deadlines = {}
local function deadlineText(deadlineMs)
  local text = deadlines[deadlineMs] or digits(deadlineMs)
  deadlines[deadlineMs] = text
  return text
end

local nowText = digits(nowMs)

local function recordText(fence, since, deadlineMs, renewals, owner)
  return fence .. ' ' .. since .. ' ' .. deadlineText(deadlineMs) .. ' ' .. renewals .. ' ' .. owner
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
  redis.call('XADD', KEYS[4], 'MAXLEN', '~', '100000', '*',
    'key', key, 'event', event, 'from', from, 'to', to, 'at', at, 'source', source,
    'actor', actor, 'reason', reason, 'held', held, 'renewals', renewals, 'fence', fence)
end

local _, since, deadline, renewals, recorded = readRecord(KEYS[1])
if not recorded or tonumber(deadline) + 1 >= nowMs then return { 0, nowMs } end

local remainingMs = redis.call('PTTL', KEYS[1])
if remainingMs == -2 then
  append(KEYS[1], 'expired', recorded, '', deadline, 'recorded', '', '', digits(deadline - since), renewals, '')
  dropRecord(KEYS[1])
  return { 1, nowMs }
end
return { 0, nowMs }
`,
} as const;

export const transfer = {
  name: 'transfer',
  sha1: 'd2e01da8512f2c7cda9aa4524a778328da6c8844',
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
-- A whole number as digits. Left to itself Lua writes numbers as floating point, which costs more
-- than a Redis call, and in fourteen digits. (\`%d\` is a C long, which has 32 bits on some machines.)
local DIGITS = string.format('%d', 4294967296) == '4294967296' and '%d' or '%.0f'
local function digits(number)
  return string.format(DIGITS, number)
end

-- A record of a lease's holder as text: fence, since, deadline, renewals, owner. Times are
-- milliseconds; numbers stay text until they are needed as numbers.
local function parseRecord(text)
  if not text then return nil end
  return string.match(text, '^(%d+) (%d+) (%d+) (%d+) (.*)$')
end

local deadlines = {}
local function deadlineText(deadlineMs)
  local text = deadlines[deadlineMs] or digits(deadlineMs)
  deadlines[deadlineMs] = text
  return text
end

local nowText = digits(nowMs)

local function recordText(fence, since, deadlineMs, renewals, owner)
  return fence .. ' ' .. since .. ' ' .. deadlineText(deadlineMs) .. ' ' .. renewals .. ' ' .. owner
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
local function nextFence()
  local fence = digits(time[1] * 1000000 + time[2])
  local last = redis.call('SET', KEYS[3], fence, 'GET')
  if last and tonumber(last) >= tonumber(fence) then
    fence = digits(last + 1)
    redis.call('SET', KEYS[3], fence)
  end
  return fence
end
-- Appends one entry to the ownership history. Absent values are empty strings, \`at\` is empty
-- when it is the time in the entry's id. Does nothing where history is off.
local function append(key, event, from, to, at, source, actor, reason, held, renewals, fence)
  if not KEYS[4] then return end
  redis.call('XADD', KEYS[4], 'MAXLEN', '~', '100000', '*',
    'key', key, 'event', event, 'from', from, 'to', to, 'at', at, 'source', source,
    'actor', actor, 'reason', reason, 'held', held, 'renewals', renewals, 'fence', fence)
end
-- One lease: who holds it, and setting and removing it.
local function holderOf(key)
  return redis.call('GET', key)
end

-- To be called before anything is written for a lease that is free.
local function claim() end

local function place(key, owner, ttlMs)
  redis.call('SET', key, owner, 'PX', ttlMs)
end

local function remove(key)
  redis.call('DEL', key)
end
-- Hands a lease from its owner to the next one, with a fresh TTL (as text) and no instant in which it is free.
-- Answers { code, server time in ms, holder, fence, since }: code 1 handed over, 0 not held by that
-- owner, -1 too late. On 0, \`since\` is the server time in ms of the holder's grant, where recorded.
local function transfer(key, from, to, ttlMs, notAfterMs, actor, reason, expected)
  if notAfterMs > 0 and nowMs >= notAfterMs then return { -1, nowMs } end

  local current = holderOf(key)
  if not KEYS[3] then
    if current ~= from then return { 0, nowMs, current } end
    place(key, to, ttlMs)
    return { 1, nowMs }
  end

  local fence, since, _, renewals, recorded = readRecord(key)
  if current ~= from or (expected ~= '' and expected ~= fence) then
    if recorded == current then return { 0, nowMs, current, fence, since } end
    return { 0, nowMs, current }
  end

  -- To itself: nobody changes, so this is a refresh of the same grant.
  if from == to and recorded == from and fence ~= '0' then
    writeRecord(key, fence, since, nowMs + ttlMs, renewals, to)
    place(key, to, ttlMs)
    return { 1, nowMs, false, fence }
  end

  local heldMs = ''
  if recorded == from then heldMs = digits(nowMs - since) else renewals = '' end
  fence = nextFence()
  append(key, 'transferred', from, to, '', 'recorded', actor, reason, heldMs, renewals, fence)
  writeRecord(key, fence, nowText, nowMs + ttlMs, '0', to)
  place(key, to, ttlMs)
  return { 1, nowMs, false, fence }
end

return transfer(KEYS[1], ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4]), ARGV[5], ARGV[6] or '', ARGV[7] or '')
`,
} as const;
