// Made by scripts/embed-lua.ts from lib/lease/redis/scripts/*.lua. Change those, then run it.

export const acquire = {
  name: 'acquire',
  sha1: '6b7a16f922115583c7bbaba3515bb30a0f8f0df9',
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
-- Errors inside scripts are tables in newer servers and text in older ones.
local function messageOf(failure)
  if type(failure) == 'table' then failure = failure.err end
  return tostring(failure)
end

-- Runs a function that answers a reply; where it raises, the reply is that error and nothing else.
local function replyOf(operation, ...)
  local well, answer = pcall(operation, ...)
  if well then return answer end
  return { err = messageOf(answer) }
end
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

-- What was last recorded of a lease's holder, as text; \`false\` when there is no record.
local function recordOf(key)
  return redis.call('HGET', KEYS[2], key)
end

local function putRecord(key, text)
  redis.call('HSET', KEYS[2], key, text)
end

-- Removes a record, or makes it one that says nothing. Raises when neither is allowed.
local function dropRecord(key)
  local dropped = redis.pcall('HDEL', KEYS[2], key)
  if type(dropped) ~= 'table' then return end
  local voided = redis.pcall('HSET', KEYS[2], key, '')
  if type(voided) == 'table' then error(dropped, 0) end
end
-- Whole numbers are exact up to 2^53: from there on, the next token would be the same one again.
local MOST_FENCE = 9007199254740991

local function isFence(text)
  return string.match(text, '^%d+$') and tonumber(text) < MOST_FENCE
end

local function refuseFence(text)
  error('BADFENCE the fencing counter is ' .. string.sub(text, 1, 40)
    .. ', from which no larger token can be made: delete ' .. KEYS[3], 0)
end

-- The next fencing token: above the last one given, and never below the server's time in
-- microseconds, so that it rises even when the counter was lost. Below 2^53, hence exact.
local function nextFence()
  local fence = digits(time[1] * 1000000 + time[2])
  local last = redis.call('SET', KEYS[3], fence, 'GET')
  if last and not isFence(last) then
    redis.call('SET', KEYS[3], last)
    refuseFence(last)
  end
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
-- One lease: who holds it, and setting and removing it. Each raises the server's error, and has
-- then changed nothing.
local function holderOf(key)
  return redis.call('GET', key)
end

-- Takes the lease if it is free. Answers whether it was.
local function claim(key, owner, ttlMs)
  return redis.call('SET', key, owner, 'PX', ttlMs, 'NX') and true or false
end

local function place(key, owner, ttlMs)
  redis.call('SET', key, owner, 'PX', ttlMs)
end

local function extend(key, ttlMs)
  redis.call('PEXPIRE', key, ttlMs)
end

local function remove(key)
  redis.call('DEL', key)
end

-- Takes back a claim of this very script: a user who may set may also let it end at once.
local function unclaim(key, owner)
  local freed = redis.pcall('DEL', key)
  if type(freed) == 'table' then redis.call('SET', key, owner, 'PX', 1) end
end

-- Raises READONLY on a server that could not have changed the lease: a demoted primary answers
-- reads, but what it says of a holder may be long over. The write changes nothing: the key exists
-- for NX, or does not exist for DEL.
local function requireWritable(key, holder)
  local answer
  if holder then answer = redis.pcall('SET', key, '', 'PX', 1, 'NX') else answer = redis.pcall('DEL', key) end
  if type(answer) == 'table' and answer.err and string.find(answer.err, 'READONLY', 1, true) then
    error(answer, 0)
  end
end
-- What is kept beside a lease follows the lease: once that has changed, the record and the history
-- are written as far as they can be, and their errors are not the operation's. A record that can
-- not be brought up to date is dropped: none is better than one that is wrong.
local function recordSafely(key, text)
  if pcall(putRecord, key, text) then return end
  pcall(dropRecord, key)
end

local function appendSafely(...)
  pcall(append, ...)
end
-- Makes the grant of a lease that was free: all of it or, with an error, nothing.
local function grantFree(key, owner, ttlMs, actor, before)
  local _, since, deadline, renewals, recorded = parseRecord(before)
  local fence = nextFence()
  putRecord(key, recordText(fence, nowText, nowMs + ttlMs, '0', owner))
  -- A record without its lease: it expired unseen, or somebody deleted it directly in Redis.
  if recorded then
    if tonumber(deadline) <= nowMs + 1 then
      append(key, 'expired', recorded, '', deadline, 'recorded', '', '', digits(deadline - since), renewals, '')
    else
      append(key, 'released', recorded, '', '', 'reconciled', '', '', digits(nowMs - since), renewals, '')
    end
  end
  append(key, 'acquired', '', owner, '', 'recorded', actor, '', '', '', fence)
  return fence
end

-- Claims a lease, or refreshes it for the owner that holds it already. The TTL comes as text.
-- Answers { code, server time in ms, holder, fence }: code 1 granted (no holder), 2 extended, 0 held by
-- another, -1 too late.
-- Raises the server's error, and has then changed nothing.
local function acquire(key, owner, ttlMs, notAfterMs, actor)
  if notAfterMs > 0 and nowMs >= notAfterMs then return { -1, nowMs } end

  local free = claim(key, owner, ttlMs)
  if free then
    if not KEYS[3] then return { 1, nowMs } end
    local readable, before = pcall(recordOf, key)
    if not readable then
      unclaim(key, owner)
      error(before, 0)
    end
    local well, fence = pcall(grantFree, key, owner, ttlMs, actor, before)
    if well then return { 1, nowMs, false, fence } end
    unclaim(key, owner)
    if before then pcall(putRecord, key, before) else pcall(dropRecord, key) end
    error(fence, 0)
  end

  local current = holderOf(key)
  if current ~= owner then return { 0, nowMs, current } end
  if not KEYS[3] then
    place(key, owner, ttlMs)
    return { 2, nowMs }
  end

  local fence, since, deadline, renewals, recorded = parseRecord(recordOf(key))
  if recorded == owner and fence ~= '0' and tonumber(deadline) >= nowMs then
    place(key, owner, ttlMs)
    recordSafely(key, recordText(fence, since, nowMs + ttlMs, renewals, owner))
    return { 2, nowMs, false, fence }
  end

  fence = nextFence()
  place(key, owner, ttlMs)
  recordSafely(key, recordText(fence, nowText, nowMs + ttlMs, '0', owner))
  if not recorded then
    appendSafely(key, 'acquired', '', owner, '', 'recorded', actor, '', '', '', fence)
  elseif recorded ~= owner then
    appendSafely(key, 'transferred', recorded, owner, '', 'reconciled', '', '', digits(nowMs - since), renewals, fence)
  end
  return { 1, nowMs, false, fence }
end

return replyOf(acquire, KEYS[1], ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4])
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
  sha1: 'c24a9555ebb0da0fe69a0c5d859af14d7b7d70c8',
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
-- Errors inside scripts are tables in newer servers and text in older ones.
local function messageOf(failure)
  if type(failure) == 'table' then failure = failure.err end
  return tostring(failure)
end

-- Runs a function that answers a reply; where it raises, the reply is that error and nothing else.
local function replyOf(operation, ...)
  local well, answer = pcall(operation, ...)
  if well then return answer end
  return { err = messageOf(answer) }
end
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

-- What was last recorded of a lease's holder, as text; \`false\` when there is no record.
local function recordOf(key)
  return redis.call('HGET', KEYS[2], key)
end

local function putRecord(key, text)
  redis.call('HSET', KEYS[2], key, text)
end

-- Removes a record, or makes it one that says nothing. Raises when neither is allowed.
local function dropRecord(key)
  local dropped = redis.pcall('HDEL', KEYS[2], key)
  if type(dropped) ~= 'table' then return end
  local voided = redis.pcall('HSET', KEYS[2], key, '')
  if type(voided) == 'table' then error(dropped, 0) end
end
-- Appends one entry to the ownership history. Absent values are empty strings, \`at\` is empty
-- when it is the time in the entry's id. Does nothing where history is off.
local function append(key, event, from, to, at, source, actor, reason, held, renewals, fence)
  if not KEYS[4] then return end
  redis.call('XADD', KEYS[4], 'MAXLEN', '~', '100000', '*',
    'key', key, 'event', event, 'from', from, 'to', to, 'at', at, 'source', source,
    'actor', actor, 'reason', reason, 'held', held, 'renewals', renewals, 'fence', fence)
end
-- One lease: who holds it, and setting and removing it. Each raises the server's error, and has
-- then changed nothing.
local function holderOf(key)
  return redis.call('GET', key)
end

-- Takes the lease if it is free. Answers whether it was.
local function claim(key, owner, ttlMs)
  return redis.call('SET', key, owner, 'PX', ttlMs, 'NX') and true or false
end

local function place(key, owner, ttlMs)
  redis.call('SET', key, owner, 'PX', ttlMs)
end

local function extend(key, ttlMs)
  redis.call('PEXPIRE', key, ttlMs)
end

local function remove(key)
  redis.call('DEL', key)
end

-- Takes back a claim of this very script: a user who may set may also let it end at once.
local function unclaim(key, owner)
  local freed = redis.pcall('DEL', key)
  if type(freed) == 'table' then redis.call('SET', key, owner, 'PX', 1) end
end

-- Raises READONLY on a server that could not have changed the lease: a demoted primary answers
-- reads, but what it says of a holder may be long over. The write changes nothing: the key exists
-- for NX, or does not exist for DEL.
local function requireWritable(key, holder)
  local answer
  if holder then answer = redis.pcall('SET', key, '', 'PX', 1, 'NX') else answer = redis.pcall('DEL', key) end
  if type(answer) == 'table' and answer.err and string.find(answer.err, 'READONLY', 1, true) then
    error(answer, 0)
  end
end
-- What is kept beside a lease follows the lease: once that has changed, the record and the history
-- are written as far as they can be, and their errors are not the operation's. A record that can
-- not be brought up to date is dropped: none is better than one that is wrong.
local function recordSafely(key, text)
  if pcall(putRecord, key, text) then return end
  pcall(dropRecord, key)
end

local function appendSafely(...)
  pcall(append, ...)
end
-- Frees a lease, only if that owner (and, where \`expected\` is not empty, that very grant) still holds it.
-- Answers { code, server time in ms, holder }: code 1 freed, 0 not held by that owner, -1 too late.
-- Raises the server's error, and has then changed nothing.
local function release(key, owner, notAfterMs, actor, reason, expected)
  if notAfterMs > 0 and nowMs >= notAfterMs then return { -1, nowMs } end

  local current = holderOf(key)
  if current ~= owner then
    requireWritable(key, current)
    return { 0, nowMs, current }
  end
  if not KEYS[2] then
    remove(key)
    return { 1, nowMs }
  end

  local readable, record = pcall(recordOf, key)
  if not readable and expected ~= '' then error(record, 0) end
  local fence, since, _, renewals, recorded = parseRecord(readable and record)
  if expected ~= '' and expected ~= fence then
    requireWritable(key, current)
    return { 0, nowMs, current }
  end

  dropRecord(key)
  local well, failure = pcall(remove, key)
  if not well then
    if readable and record then pcall(putRecord, key, record) end
    error(failure, 0)
  end
  if recorded == owner then
    appendSafely(key, 'released', owner, '', '', 'recorded', actor, reason, digits(nowMs - since), renewals, '')
  else
    appendSafely(key, 'released', owner, '', '', 'recorded', actor, reason, '', '', '')
  end
  return { 1, nowMs }
end

return replyOf(release, KEYS[1], ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4] or '', ARGV[5] or '')
`,
} as const;

export const renew = {
  name: 'renew',
  sha1: '0e5a15bd32d72ecd3c98ac85e6b89fe02a05bc90',
  source: `-- Extends a lease that its owner (and, where asked, that very grant) still holds. Never creates one.
--
-- KEYS[1] string  the lease
-- KEYS[2] hash    last recorded holders   (absent: no fencing)
-- ARGV[1] owner
-- ARGV[2] TTL in ms
-- ARGV[3] server time in ms from which on nothing may be done; 0 for no limit
-- ARGV[4] fence that the grant must have  (absent or empty: any)

-- The server's time, and the guard against taking effect after the caller gave up.
local time = redis.call('TIME')
local nowMs = time[1] * 1000 + math.floor(time[2] / 1000)
-- Errors inside scripts are tables in newer servers and text in older ones.
local function messageOf(failure)
  if type(failure) == 'table' then failure = failure.err end
  return tostring(failure)
end

-- Runs a function that answers a reply; where it raises, the reply is that error and nothing else.
local function replyOf(operation, ...)
  local well, answer = pcall(operation, ...)
  if well then return answer end
  return { err = messageOf(answer) }
end
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

-- What was last recorded of a lease's holder, as text; \`false\` when there is no record.
local function recordOf(key)
  return redis.call('HGET', KEYS[2], key)
end

local function putRecord(key, text)
  redis.call('HSET', KEYS[2], key, text)
end

-- Removes a record, or makes it one that says nothing. Raises when neither is allowed.
local function dropRecord(key)
  local dropped = redis.pcall('HDEL', KEYS[2], key)
  if type(dropped) ~= 'table' then return end
  local voided = redis.pcall('HSET', KEYS[2], key, '')
  if type(voided) == 'table' then error(dropped, 0) end
end
-- One lease: who holds it, and setting and removing it. Each raises the server's error, and has
-- then changed nothing.
local function holderOf(key)
  return redis.call('GET', key)
end

-- Takes the lease if it is free. Answers whether it was.
local function claim(key, owner, ttlMs)
  return redis.call('SET', key, owner, 'PX', ttlMs, 'NX') and true or false
end

local function place(key, owner, ttlMs)
  redis.call('SET', key, owner, 'PX', ttlMs)
end

local function extend(key, ttlMs)
  redis.call('PEXPIRE', key, ttlMs)
end

local function remove(key)
  redis.call('DEL', key)
end

-- Takes back a claim of this very script: a user who may set may also let it end at once.
local function unclaim(key, owner)
  local freed = redis.pcall('DEL', key)
  if type(freed) == 'table' then redis.call('SET', key, owner, 'PX', 1) end
end

-- Raises READONLY on a server that could not have changed the lease: a demoted primary answers
-- reads, but what it says of a holder may be long over. The write changes nothing: the key exists
-- for NX, or does not exist for DEL.
local function requireWritable(key, holder)
  local answer
  if holder then answer = redis.pcall('SET', key, '', 'PX', 1, 'NX') else answer = redis.pcall('DEL', key) end
  if type(answer) == 'table' and answer.err and string.find(answer.err, 'READONLY', 1, true) then
    error(answer, 0)
  end
end
-- What is kept beside a lease follows the lease: once that has changed, the record and the history
-- are written as far as they can be, and their errors are not the operation's. A record that can
-- not be brought up to date is dropped: none is better than one that is wrong.
local function recordSafely(key, text)
  if pcall(putRecord, key, text) then return end
  pcall(dropRecord, key)
end

local function appendSafely(...)
  pcall(append, ...)
end
-- Extends a lease that its owner (and, where \`expected\` is not empty, that very grant) still holds.
-- Never creates one. The TTL comes as text.
-- Answers { code, server time in ms, holder }: code 1 extended, 0 not held by that owner, -1 too late.
-- Raises the server's error, and has then changed nothing.
local function renew(key, owner, ttlMs, notAfterMs, expected)
  if notAfterMs > 0 and nowMs >= notAfterMs then return { -1, nowMs } end

  local current = holderOf(key)
  if current ~= owner then
    requireWritable(key, current)
    return { 0, nowMs, current }
  end
  if not KEYS[2] then
    extend(key, ttlMs)
    return { 1, nowMs }
  end

  local readable, record = pcall(recordOf, key)
  if not readable and expected ~= '' then error(record, 0) end
  local fence, since, _, renewals, recorded = parseRecord(readable and record)
  if expected ~= '' and expected ~= fence then
    requireWritable(key, current)
    return { 0, nowMs, current }
  end

  extend(key, ttlMs)
  if not readable then
    pcall(dropRecord, key)
  elseif recorded == owner then
    recordSafely(key, recordText(fence, since, nowMs + ttlMs, digits(renewals + 1), owner))
  end
  return { 1, nowMs }
end

return replyOf(renew, KEYS[1], ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4] or '')
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
  sha1: '42f61dc736db3eb1ccde4d91abc9b8c44f434980',
  source: `-- Several operations of one client in one go, each as if it had come alone: what one comes to, or
-- an error of one, is nothing to the others. An error of the whole script means that none of them
-- was done: each has then to be asked alone.
--
-- KEYS[1] string   the lease of the first operation
-- KEYS[2] hash     last recorded holders
-- KEYS[3] string   last fencing token
-- KEYS[4] stream   ownership history       (absent: no history; what follows is one place earlier)
-- KEYS[5] string   the lease of the second operation, and so on
-- ARGV[1] actor for the history
-- ARGV[2] how many of the operations are a or t
-- ARGV[3] how many keys are shared: 3 with history, 2 without
-- ARGV[4] the first operation's letter: a acquire, x release, n renew, t transfer; behind it its TTL in
--         ms, a space, the server time in ms from which on it may not be done and, where the grant
--         must have a certain fence, a space and that. The letter alone: as before at this letter
-- ARGV[5] its owner
-- ARGV[6] for t alone: the owner after it
-- and so on
--
-- Answers the server time in ms, and then one answer an operation: its fence where it has got one, 1
-- where it was done, else { code, holder, fence, since } as its own script has them, or { -2, error }.

-- The server's time, and the guard against taking effect after the caller gave up.
local time = redis.call('TIME')
local nowMs = time[1] * 1000 + math.floor(time[2] / 1000)
-- Errors inside scripts are tables in newer servers and text in older ones.
local function messageOf(failure)
  if type(failure) == 'table' then failure = failure.err end
  return tostring(failure)
end

-- Runs a function that answers a reply; where it raises, the reply is that error and nothing else.
local function replyOf(operation, ...)
  local well, answer = pcall(operation, ...)
  if well then return answer end
  return { err = messageOf(answer) }
end
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

-- As include/record, for many leases: all are read at once, and what changed is written at the
-- end, which cannot fail: \`requireRecords\` has tried both commands before anything was done.
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
-- Whole numbers are exact up to 2^53: from there on, the next token would be the same one again.
local MOST_FENCE = 9007199254740991

local function isFence(text)
  return string.match(text, '^%d+$') and tonumber(text) < MOST_FENCE
end

local function refuseFence(text)
  error('BADFENCE the fencing counter is ' .. string.sub(text, 1, 40)
    .. ', from which no larger token can be made: delete ' .. KEYS[3], 0)
end

-- As include/fence, for many grants: as many as there may be are reserved at once, before any of
-- them is made.
local lastFence

local function reserveFences(count)
  local last = redis.call('GET', KEYS[3]) or '0'
  if not isFence(last) then refuseFence(last) end
  lastFence = math.max(tonumber(last), time[1] * 1000000 + time[2] - 1)
  local most = digits(lastFence + count)
  if not isFence(most) then refuseFence(last) end
  redis.call('SET', KEYS[3], most)
end

local function nextFence()
  lastFence = lastFence + 1
  return digits(lastFence)
end
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
-- As include/lease, for many leases, whose holders are read at once. That says nothing of a key
-- which is no lease but of another type: what is free as far as that reading goes is therefore
-- claimed only if there is nothing, and looked at again before it is called free.
local holders = {}

local function readHolders(keys)
  for n, holder in ipairs(redis.call('MGET', unpack(keys))) do holders[keys[n]] = holder end
end

local function holderOf(key)
  return holders[key]
end

local function claim(key, owner, ttlMs)
  if holders[key] then return false end
  if not redis.call('SET', key, owner, 'PX', ttlMs, 'NX') then redis.call('GET', key) end
  holders[key] = owner
  return true
end

local function place(key, owner, ttlMs)
  redis.call('SET', key, owner, 'PX', ttlMs)
  holders[key] = owner
end

local function extend(key, ttlMs)
  redis.call('PEXPIRE', key, ttlMs)
end

local function remove(key)
  redis.call('DEL', key)
  holders[key] = false
end

local function unclaim(key, owner)
  local freed = redis.pcall('DEL', key)
  if type(freed) == 'table' then redis.call('SET', key, owner, 'PX', 1) end
  holders[key] = false
end

-- The script has written before it looked at any lease.
local function requireWritable() end
-- What is kept beside a lease follows the lease: once that has changed, the record and the history
-- are written as far as they can be, and their errors are not the operation's. A record that can
-- not be brought up to date is dropped: none is better than one that is wrong.
local function recordSafely(key, text)
  if pcall(putRecord, key, text) then return end
  pcall(dropRecord, key)
end

local function appendSafely(...)
  pcall(append, ...)
end
-- Makes the grant of a lease that was free: all of it or, with an error, nothing.
local function grantFree(key, owner, ttlMs, actor, before)
  local _, since, deadline, renewals, recorded = parseRecord(before)
  local fence = nextFence()
  putRecord(key, recordText(fence, nowText, nowMs + ttlMs, '0', owner))
  -- A record without its lease: it expired unseen, or somebody deleted it directly in Redis.
  if recorded then
    if tonumber(deadline) <= nowMs + 1 then
      append(key, 'expired', recorded, '', deadline, 'recorded', '', '', digits(deadline - since), renewals, '')
    else
      append(key, 'released', recorded, '', '', 'reconciled', '', '', digits(nowMs - since), renewals, '')
    end
  end
  append(key, 'acquired', '', owner, '', 'recorded', actor, '', '', '', fence)
  return fence
end

-- Claims a lease, or refreshes it for the owner that holds it already. The TTL comes as text.
-- Answers { code, server time in ms, holder, fence }: code 1 granted (no holder), 2 extended, 0 held by
-- another, -1 too late.
-- Raises the server's error, and has then changed nothing.
local function acquire(key, owner, ttlMs, notAfterMs, actor)
  if notAfterMs > 0 and nowMs >= notAfterMs then return { -1, nowMs } end

  local free = claim(key, owner, ttlMs)
  if free then
    if not KEYS[3] then return { 1, nowMs } end
    local readable, before = pcall(recordOf, key)
    if not readable then
      unclaim(key, owner)
      error(before, 0)
    end
    local well, fence = pcall(grantFree, key, owner, ttlMs, actor, before)
    if well then return { 1, nowMs, false, fence } end
    unclaim(key, owner)
    if before then pcall(putRecord, key, before) else pcall(dropRecord, key) end
    error(fence, 0)
  end

  local current = holderOf(key)
  if current ~= owner then return { 0, nowMs, current } end
  if not KEYS[3] then
    place(key, owner, ttlMs)
    return { 2, nowMs }
  end

  local fence, since, deadline, renewals, recorded = parseRecord(recordOf(key))
  if recorded == owner and fence ~= '0' and tonumber(deadline) >= nowMs then
    place(key, owner, ttlMs)
    recordSafely(key, recordText(fence, since, nowMs + ttlMs, renewals, owner))
    return { 2, nowMs, false, fence }
  end

  fence = nextFence()
  place(key, owner, ttlMs)
  recordSafely(key, recordText(fence, nowText, nowMs + ttlMs, '0', owner))
  if not recorded then
    appendSafely(key, 'acquired', '', owner, '', 'recorded', actor, '', '', '', fence)
  elseif recorded ~= owner then
    appendSafely(key, 'transferred', recorded, owner, '', 'reconciled', '', '', digits(nowMs - since), renewals, fence)
  end
  return { 1, nowMs, false, fence }
end
-- Frees a lease, only if that owner (and, where \`expected\` is not empty, that very grant) still holds it.
-- Answers { code, server time in ms, holder }: code 1 freed, 0 not held by that owner, -1 too late.
-- Raises the server's error, and has then changed nothing.
local function release(key, owner, notAfterMs, actor, reason, expected)
  if notAfterMs > 0 and nowMs >= notAfterMs then return { -1, nowMs } end

  local current = holderOf(key)
  if current ~= owner then
    requireWritable(key, current)
    return { 0, nowMs, current }
  end
  if not KEYS[2] then
    remove(key)
    return { 1, nowMs }
  end

  local readable, record = pcall(recordOf, key)
  if not readable and expected ~= '' then error(record, 0) end
  local fence, since, _, renewals, recorded = parseRecord(readable and record)
  if expected ~= '' and expected ~= fence then
    requireWritable(key, current)
    return { 0, nowMs, current }
  end

  dropRecord(key)
  local well, failure = pcall(remove, key)
  if not well then
    if readable and record then pcall(putRecord, key, record) end
    error(failure, 0)
  end
  if recorded == owner then
    appendSafely(key, 'released', owner, '', '', 'recorded', actor, reason, digits(nowMs - since), renewals, '')
  else
    appendSafely(key, 'released', owner, '', '', 'recorded', actor, reason, '', '', '')
  end
  return { 1, nowMs }
end
-- Extends a lease that its owner (and, where \`expected\` is not empty, that very grant) still holds.
-- Never creates one. The TTL comes as text.
-- Answers { code, server time in ms, holder }: code 1 extended, 0 not held by that owner, -1 too late.
-- Raises the server's error, and has then changed nothing.
local function renew(key, owner, ttlMs, notAfterMs, expected)
  if notAfterMs > 0 and nowMs >= notAfterMs then return { -1, nowMs } end

  local current = holderOf(key)
  if current ~= owner then
    requireWritable(key, current)
    return { 0, nowMs, current }
  end
  if not KEYS[2] then
    extend(key, ttlMs)
    return { 1, nowMs }
  end

  local readable, record = pcall(recordOf, key)
  if not readable and expected ~= '' then error(record, 0) end
  local fence, since, _, renewals, recorded = parseRecord(readable and record)
  if expected ~= '' and expected ~= fence then
    requireWritable(key, current)
    return { 0, nowMs, current }
  end

  extend(key, ttlMs)
  if not readable then
    pcall(dropRecord, key)
  elseif recorded == owner then
    recordSafely(key, recordText(fence, since, nowMs + ttlMs, digits(renewals + 1), owner))
  end
  return { 1, nowMs }
end
-- Transfers a lease from its owner to the next one, with a fresh TTL (as text) and no instant in which it is free.
-- Answers { code, server time in ms, holder, fence, since }: code 1 transferred, 0 not held by that
-- owner, -1 too late. On 0, \`since\` is the server time in ms of the holder's grant, where recorded.
-- Raises the server's error, and has then changed nothing.
local function transfer(key, from, to, ttlMs, notAfterMs, actor, reason, expected)
  if notAfterMs > 0 and nowMs >= notAfterMs then return { -1, nowMs } end

  local current = holderOf(key)
  if not KEYS[3] then
    if current ~= from then
      requireWritable(key, current)
      return { 0, nowMs, current }
    end
    place(key, to, ttlMs)
    return { 1, nowMs }
  end

  local fence, since, _, renewals, recorded = parseRecord(recordOf(key))
  if current ~= from or (expected ~= '' and expected ~= fence) then
    requireWritable(key, current)
    if recorded == current then return { 0, nowMs, current, fence, since } end
    return { 0, nowMs, current }
  end

  -- To itself: nobody changes, so this is a refresh of the same grant.
  if from == to and recorded == from and fence ~= '0' then
    place(key, to, ttlMs)
    recordSafely(key, recordText(fence, since, nowMs + ttlMs, renewals, to))
    return { 1, nowMs, false, fence }
  end

  local heldMs = ''
  if recorded == from then heldMs = digits(nowMs - since) else renewals = '' end
  fence = nextFence()
  place(key, to, ttlMs)
  recordSafely(key, recordText(fence, nowText, nowMs + ttlMs, '0', to))
  appendSafely(key, 'transferred', from, to, '', 'recorded', actor, reason, heldMs, renewals, fence)
  return { 1, nowMs, false, fence }
end

local actor, grants, shared, at, answers, heads = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), 4, { nowMs }, {}
if shared < 3 then historyKey = nil end

-- What is behind the next operation's letter: TTL, limit and fence.
local function headOf(letter)
  local ttlMs, notAfterMs, fence = string.match(ARGV[at], '^.(%d+) (%d+) ?(%d*)$')
  if ttlMs then heads[letter] = { ttlMs, tonumber(notAfterMs), fence } end
  return unpack(heads[letter])
end

local function perform(key, letter, owner, to, ttlMs, notAfterMs, fence)
  if letter == 'a' then return acquire(key, owner, ttlMs, notAfterMs, actor) end
  if not holderOf(key) then redis.call('GET', key) end
  if letter == 'x' then return release(key, owner, notAfterMs, actor, '', fence) end
  if letter == 'n' then return renew(key, owner, ttlMs, notAfterMs, fence) end
  return transfer(key, owner, to, ttlMs, notAfterMs, actor, '', '')
end

-- All of an operation is taken before it is performed, which may fail.
local function performNext(key)
  local letter = string.sub(ARGV[at], 1, 1)
  local ttlMs, notAfterMs, fence = headOf(letter)
  local owner, to = ARGV[at + 1], nil
  at = at + 2
  if letter == 't' then
    to = ARGV[at]
    at = at + 1
  end
  local well, answer = pcall(perform, key, letter, owner, to, ttlMs, notAfterMs, fence)
  if not well then return { -2, messageOf(answer) } end
  if answer[1] == 1 then return answer[4] or 1 end
  return { answer[1], answer[3], answer[4], answer[5] }
end

local leases = { KEYS[1] }
for n = shared + 2, #KEYS do leases[n - shared] = KEYS[n] end

-- What can fail for all of them does so here, before anything is done. The first write is one that
-- a server without memory refuses: after any other it would let the rest pass.
local function prepare()
  if grants > 0 then reserveFences(grants) end
  requireRecords()
  readRecords(leases)
  readHolders(leases)
end
local well, failure = pcall(prepare)
if not well then return { err = messageOf(failure) } end

for n, key in ipairs(leases) do answers[n + 1] = performNext(key) end
writeRecords()
trimHistory()
return answers
`,
} as const;

export const sweep = {
  name: 'sweep',
  sha1: 'ba7248e7514ba9888f37ae749cc34da5d00423e6',
  source: `-- Records the end of a lease that expired without anybody noticing. Idempotent.
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

-- What was last recorded of a lease's holder, as text; \`false\` when there is no record.
local function recordOf(key)
  return redis.call('HGET', KEYS[2], key)
end

local function putRecord(key, text)
  redis.call('HSET', KEYS[2], key, text)
end

-- Removes a record, or makes it one that says nothing. Raises when neither is allowed.
local function dropRecord(key)
  local dropped = redis.pcall('HDEL', KEYS[2], key)
  if type(dropped) ~= 'table' then return end
  local voided = redis.pcall('HSET', KEYS[2], key, '')
  if type(voided) == 'table' then error(dropped, 0) end
end
-- Appends one entry to the ownership history. Absent values are empty strings, \`at\` is empty
-- when it is the time in the entry's id. Does nothing where history is off.
local function append(key, event, from, to, at, source, actor, reason, held, renewals, fence)
  if not KEYS[4] then return end
  redis.call('XADD', KEYS[4], 'MAXLEN', '~', '100000', '*',
    'key', key, 'event', event, 'from', from, 'to', to, 'at', at, 'source', source,
    'actor', actor, 'reason', reason, 'held', held, 'renewals', renewals, 'fence', fence)
end

local record = recordOf(KEYS[1])
local _, since, deadline, renewals, recorded = parseRecord(record)
if not recorded or tonumber(deadline) + 1 >= nowMs then return { 0, nowMs } end
if redis.call('PTTL', KEYS[1]) ~= -2 then return { 0, nowMs } end

-- The record first: one that stays would be recorded again by the next sweep.
dropRecord(KEYS[1])
local well, failure = pcall(append, KEYS[1], 'expired', recorded, '', deadline, 'recorded', '', '',
  digits(deadline - since), renewals, '')
if well then return { 1, nowMs } end
pcall(putRecord, KEYS[1], record)
error(failure, 0)
`,
} as const;

export const transfer = {
  name: 'transfer',
  sha1: 'd41948d86c76136226b266ffcd0682c2cb9a4f08',
  source: `-- Transfers a lease from its owner to the next one, with a fresh TTL and no instant in which it is free.
--
-- KEYS[1] string  the lease
-- KEYS[2] hash    last recorded holders   (2 and 3 absent: no fencing)
-- KEYS[3] string  last fencing token
-- KEYS[4] stream  ownership history       (absent: no history)
-- ARGV[1] owner before
-- ARGV[2] owner after
-- ARGV[3] TTL in ms
-- ARGV[4] server time in ms from which on nothing may be done; 0 for no limit
-- ARGV[5] actor for the history
-- ARGV[6] reason for the history          (absent: none)
-- ARGV[7] fence that the grant must have  (absent or empty: any)

-- The server's time, and the guard against taking effect after the caller gave up.
local time = redis.call('TIME')
local nowMs = time[1] * 1000 + math.floor(time[2] / 1000)
-- Errors inside scripts are tables in newer servers and text in older ones.
local function messageOf(failure)
  if type(failure) == 'table' then failure = failure.err end
  return tostring(failure)
end

-- Runs a function that answers a reply; where it raises, the reply is that error and nothing else.
local function replyOf(operation, ...)
  local well, answer = pcall(operation, ...)
  if well then return answer end
  return { err = messageOf(answer) }
end
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

-- What was last recorded of a lease's holder, as text; \`false\` when there is no record.
local function recordOf(key)
  return redis.call('HGET', KEYS[2], key)
end

local function putRecord(key, text)
  redis.call('HSET', KEYS[2], key, text)
end

-- Removes a record, or makes it one that says nothing. Raises when neither is allowed.
local function dropRecord(key)
  local dropped = redis.pcall('HDEL', KEYS[2], key)
  if type(dropped) ~= 'table' then return end
  local voided = redis.pcall('HSET', KEYS[2], key, '')
  if type(voided) == 'table' then error(dropped, 0) end
end
-- Whole numbers are exact up to 2^53: from there on, the next token would be the same one again.
local MOST_FENCE = 9007199254740991

local function isFence(text)
  return string.match(text, '^%d+$') and tonumber(text) < MOST_FENCE
end

local function refuseFence(text)
  error('BADFENCE the fencing counter is ' .. string.sub(text, 1, 40)
    .. ', from which no larger token can be made: delete ' .. KEYS[3], 0)
end

-- The next fencing token: above the last one given, and never below the server's time in
-- microseconds, so that it rises even when the counter was lost. Below 2^53, hence exact.
local function nextFence()
  local fence = digits(time[1] * 1000000 + time[2])
  local last = redis.call('SET', KEYS[3], fence, 'GET')
  if last and not isFence(last) then
    redis.call('SET', KEYS[3], last)
    refuseFence(last)
  end
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
-- One lease: who holds it, and setting and removing it. Each raises the server's error, and has
-- then changed nothing.
local function holderOf(key)
  return redis.call('GET', key)
end

-- Takes the lease if it is free. Answers whether it was.
local function claim(key, owner, ttlMs)
  return redis.call('SET', key, owner, 'PX', ttlMs, 'NX') and true or false
end

local function place(key, owner, ttlMs)
  redis.call('SET', key, owner, 'PX', ttlMs)
end

local function extend(key, ttlMs)
  redis.call('PEXPIRE', key, ttlMs)
end

local function remove(key)
  redis.call('DEL', key)
end

-- Takes back a claim of this very script: a user who may set may also let it end at once.
local function unclaim(key, owner)
  local freed = redis.pcall('DEL', key)
  if type(freed) == 'table' then redis.call('SET', key, owner, 'PX', 1) end
end

-- Raises READONLY on a server that could not have changed the lease: a demoted primary answers
-- reads, but what it says of a holder may be long over. The write changes nothing: the key exists
-- for NX, or does not exist for DEL.
local function requireWritable(key, holder)
  local answer
  if holder then answer = redis.pcall('SET', key, '', 'PX', 1, 'NX') else answer = redis.pcall('DEL', key) end
  if type(answer) == 'table' and answer.err and string.find(answer.err, 'READONLY', 1, true) then
    error(answer, 0)
  end
end
-- What is kept beside a lease follows the lease: once that has changed, the record and the history
-- are written as far as they can be, and their errors are not the operation's. A record that can
-- not be brought up to date is dropped: none is better than one that is wrong.
local function recordSafely(key, text)
  if pcall(putRecord, key, text) then return end
  pcall(dropRecord, key)
end

local function appendSafely(...)
  pcall(append, ...)
end
-- Transfers a lease from its owner to the next one, with a fresh TTL (as text) and no instant in which it is free.
-- Answers { code, server time in ms, holder, fence, since }: code 1 transferred, 0 not held by that
-- owner, -1 too late. On 0, \`since\` is the server time in ms of the holder's grant, where recorded.
-- Raises the server's error, and has then changed nothing.
local function transfer(key, from, to, ttlMs, notAfterMs, actor, reason, expected)
  if notAfterMs > 0 and nowMs >= notAfterMs then return { -1, nowMs } end

  local current = holderOf(key)
  if not KEYS[3] then
    if current ~= from then
      requireWritable(key, current)
      return { 0, nowMs, current }
    end
    place(key, to, ttlMs)
    return { 1, nowMs }
  end

  local fence, since, _, renewals, recorded = parseRecord(recordOf(key))
  if current ~= from or (expected ~= '' and expected ~= fence) then
    requireWritable(key, current)
    if recorded == current then return { 0, nowMs, current, fence, since } end
    return { 0, nowMs, current }
  end

  -- To itself: nobody changes, so this is a refresh of the same grant.
  if from == to and recorded == from and fence ~= '0' then
    place(key, to, ttlMs)
    recordSafely(key, recordText(fence, since, nowMs + ttlMs, renewals, to))
    return { 1, nowMs, false, fence }
  end

  local heldMs = ''
  if recorded == from then heldMs = digits(nowMs - since) else renewals = '' end
  fence = nextFence()
  place(key, to, ttlMs)
  recordSafely(key, recordText(fence, nowText, nowMs + ttlMs, '0', to))
  appendSafely(key, 'transferred', from, to, '', 'recorded', actor, reason, heldMs, renewals, fence)
  return { 1, nowMs, false, fence }
end

return replyOf(transfer, KEYS[1], ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4]), ARGV[5], ARGV[6] or '', ARGV[7] or '')
`,
} as const;
