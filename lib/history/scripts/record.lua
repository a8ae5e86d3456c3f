-- Appends one change of owner, seen by the recording dashboard, to the history: unless it is there
-- already, because the lease library or an earlier recorder wrote it.
--
-- KEYS[1] stream  history
-- KEYS[2] hash    held: lease key -> `<fence> <since ms> <deadline ms> <renewals> <owner>`
-- KEYS[3] string  lease of the recorder
-- KEYS[4] string  the lease itself; given only where it lives on this server
-- ARGV[1] owner of the recorder lease on whose behalf this runs
-- ARGV[2] the lease's whole Redis key
-- ARGV[3] event: acquired, transferred, released, expired, evicted; or `held`: only note the holder
-- ARGV[4] owner before, empty for acquired and held
-- ARGV[5] owner after, empty for released, expired and evicted
-- ARGV[6] when, ms
-- ARGV[7] source: observed or reconciled
-- ARGV[8] how long the owner before had held it, ms; empty where not known
-- ARGV[9] renewals seen while the owner before held it
-- ARGV[10] entries that the history keeps, about
-- ARGV[11] reason, empty where there is none
-- Result: { outcome, id of each entry written }: `recorded`, `known` (nothing to add), `not-recorder`
--         (the recorder's lease has gone to another)

-- What two watches make of one moment differs by less than this, as in change-matcher.ts.
local SAME_MS = 10

local history, held_key, recorder, lease = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local me, key, event, from, to = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local at, source, held_for, renewals = tonumber(ARGV[6]), ARGV[7], ARGV[8], tonumber(ARGV[9])
local cap, reason = ARGV[10], ARGV[11]

if redis.call('GET', recorder) ~= me then return { 'not-recorder' } end

local answer = { 'recorded' }

local function ms(value) return string.format('%.0f', value) end

-- As owner-cut.ts does.
local function cut(owner)
  if #owner <= 512 then return owner end
  return string.sub(owner, 1, 448) .. '...#' .. redis.sha1hex(owner)
end

-- Whether the lease itself says so now. Of a huge owner the dashboard knows the beginning only.
local function held_now_by(owner)
  local value = redis.pcall('GET', lease)
  if type(value) ~= 'string' then return false end
  return value == owner or (#value > 512 and string.sub(value, 1, 448) == string.sub(owner, 1, 448))
end

local holder
local note = redis.call('HGET', held_key, key)
if note then
  local fence, since, deadline, renewed, owner = string.match(note, '^(%d+) (%d+) (%d+) (%d+) (.*)$')
  if owner then
    holder = {
      fenced = fence ~= '0', since = tonumber(since), deadline = tonumber(deadline),
      renewals = tonumber(renewed), owner = cut(owner),
    }
  end
end

local function append(what, before, after, when, how, why)
  local length, count = '', ''
  if what ~= 'acquired' then
    if holder and holder.owner == before then
      if when >= holder.since then length = ms(when - holder.since) end
      count = ms(math.max(holder.renewals, before == from and renewals or 0))
    else
      length, count = held_for, ms(renewals)
    end
  end
  answer[#answer + 1] = redis.call('XADD', history, 'MAXLEN', '~', cap, '*',
    'key', key, 'event', what, 'from', before, 'to', after, 'at', ms(when), 'source', how,
    'actor', '', 'reason', why, 'held', length, 'renewals', count, 'fence', '')
end

-- Fence 0: the holder does not fence. Its deadline moves with each renewal and is not kept up here,
-- so it is put far away; the scripts of the library read this note too.
local function note_holder()
  redis.call('HSET', held_key, key, '0 ' .. ms(at) .. ' 9999999999999 0 ' .. to)
end

if event == 'held' then
  if holder then return { 'known' } end
  note_holder()
  return answer
end

-- A change older than the grant that stands in `held`.
local function comes_late()
  return source == 'observed' and holder.since > at
end

-- What a recorder wrote stands in order. A change before it is one that recorder passed over, or
-- told in its own way; unless it goes on from there, and only the moments are not quite right.
if holder and not holder.fenced and event ~= 'held' and comes_late() then
  if holder.owner ~= from then return { 'known' } end
  at = holder.since
end

-- An earlier recorder told of a holder whom this one missed: what it takes for the owner before began
-- before that holder did. So the change ended the holder's time.
if holder and not holder.fenced and source == 'observed' and from ~= '' and holder.owner ~= from
    and held_for ~= '' and at - tonumber(held_for) < holder.since and at > holder.since + SAME_MS then
  from, held_for, renewals = holder.owner, '', 0
end

if event == 'acquired' or event == 'transferred' then
  local missed = false
  if holder and holder.owner == to then return { 'known' } end
  if source == 'reconciled' and lease and not held_now_by(to) then return { 'known' } end
  if holder then
    if holder.fenced and lease and held_now_by(holder.owner) then return { 'known' } end
    -- It belongs into the story, but the library's grant stays.
    if comes_late() then
      append(event, from, to, at, source, reason)
      return answer
    end
    if event == 'acquired' then
      -- Somebody's end was not seen. Where the deadline is known and over, it was that.
      if holder.deadline <= at then
        append('expired', holder.owner, '', holder.deadline, 'reconciled', '')
      else
        append('released', holder.owner, '', at, 'reconciled', 'its end was not seen')
      end
    elseif holder.owner ~= from then
      append('transferred', holder.owner, from, at, 'reconciled', 'handed on unseen, or freed and taken')
      holder, missed = nil, true
    end
  end
  -- The history has it free, and yet somebody hands it on: how that one came to it was not seen.
  if event == 'transferred' and not holder and not missed then
    append('acquired', '', from, at, 'reconciled', 'its beginning was not seen')
  end
  append(event, from, to, at, source, reason)
  note_holder()
  return answer
end

if not holder then return { 'known' } end
if holder.owner ~= from then return { 'known' } end
-- The library writes its own releases. So the end of one of its grants was either seen here first
-- (expiry, or a delete from outside), or it was that of an earlier grant to the same owner.
if lease and (holder.fenced or source == 'reconciled') and held_now_by(from) then return { 'known' } end
if event == 'expired' and holder.fenced and holder.deadline < at then
  at = holder.deadline
end
append(event, from, '', at, source, reason)
redis.call('HDEL', held_key, key)
return answer
