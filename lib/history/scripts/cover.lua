-- Notes what a dashboard has observed, and, for the recorder, writes a gap for every time that no
-- dashboard has.
--
-- KEYS[1] hash    coverage: `<instance>:<from>` -> `<from ms> <to ms>`, and `accounted`: the ms up to
--                 which every moment is either covered or told as a gap
-- KEYS[2] stream  history
-- KEYS[3] string  lease of the recorder
-- ARGV[1] owner of the recorder lease, empty for a standby
-- ARGV[2] instance
-- ARGV[3] now, ms
-- ARGV[4] entries that the history keeps, about
-- ARGV[5] start of a gap of this instance that was not known before, ms; empty where none
-- ARGV[6] why that gap came about
-- ARGV[7..] from and to of each span that this instance observed, ms
-- Result: `covered`; `waiting`: a hole is too young to be sure that nobody saw it; `first`: nothing
--         was ever observed before; `standby`; `junior`: a standby beside one that has observed for
--         longer; `not-recorder`

-- Others tell within a second what they observed; a hole counts once it is older than this.
local SURE_AFTER_MS = 2000
-- Spans are kept this long, for gaps are sometimes noticed late.
local KEPT_MS = 120000

local coverage, history, recorder = KEYS[1], KEYS[2], KEYS[3]
local me, instance, now, cap = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4]
local rewind, why = tonumber(ARGV[5]), ARGV[6]

local function ms(value) return string.format('%.0f', value) end

for i = 7, #ARGV, 2 do
  redis.call('HSET', coverage, instance .. ':' .. ARGV[i], ARGV[i] .. ' ' .. ARGV[i + 1])
end

local known = {}
local spans = {}
local flat = redis.call('HGETALL', coverage)
for i = 1, #flat, 2 do
  local from, to = string.match(flat[i + 1], '^(%d+) (%d+)$')
  if from then
    spans[#spans + 1] = { field = flat[i], from = tonumber(from), to = tonumber(to) }
  else
    known[flat[i]] = flat[i + 1]
  end
end
table.sort(spans, function(a, b) return a.from < b.from end)

local accounted = tonumber(known.accounted)
if accounted and rewind then
  accounted = math.min(accounted, math.max(rewind, tonumber(known.told) or 0))
  redis.call('HSET', coverage, 'accounted', ms(accounted), 'why', why)
  known.why = why
end

-- Whoever has observed longest is to go on where a recorder ends: a younger one did not see it all.
-- Of the same age, it is the first by name.
local function is_junior()
  local newest = {}
  for _, span in ipairs(spans) do
    local name = string.match(span.field, '^(.*):%d+$')
    if not newest[name] or span.to > newest[name].to then newest[name] = span end
  end
  local mine = newest[instance]
  for name, span in pairs(newest) do
    local older = not mine or span.from < mine.from or (span.from == mine.from and name < instance)
    if name ~= instance and span.to > now - SURE_AFTER_MS and older then return true end
  end
  return false
end

if me == '' then return is_junior() and 'junior' or 'standby' end
if redis.call('GET', recorder) ~= me then return 'not-recorder' end

local result = 'covered'
if not accounted then
  if not spans[1] then return 'waiting' end
  accounted = spans[1].from
  result = 'first'
end

for _, span in ipairs(spans) do
  if span.from > accounted + 1 then
    if span.from > now - SURE_AFTER_MS then
      result = 'waiting'
      break
    end
    redis.call('XADD', history, 'MAXLEN', '~', cap, '*',
      'key', '', 'event', 'gap', 'from', ms(accounted + 1), 'to', ms(span.from - 1),
      'at', ms(accounted + 1), 'source', 'observed', 'actor', '',
      'reason', known.why or 'no dashboard was running',
      'held', ms(span.from - accounted - 1), 'renewals', '', 'fence', '')
    redis.call('HSET', coverage, 'told', ms(span.from))
    redis.call('HDEL', coverage, 'why')
    known.why = nil
    accounted = span.from
  end
  accounted = math.max(accounted, span.to)
end
redis.call('HSET', coverage, 'accounted', ms(accounted))
if result ~= 'waiting' then redis.call('HDEL', coverage, 'why') end

for _, span in ipairs(spans) do
  if span.to < now - KEPT_MS and span.to < accounted then redis.call('HDEL', coverage, span.field) end
end
return result
