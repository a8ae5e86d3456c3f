// Made by scripts/embed-lua.ts from lib/runs/scripts/*.lua. Change those, then run it.

export const askToStop = {
  name: 'ask-to-stop',
  sha1: 'bedf261de0a5996be05a4be998dff69493df4229',
  source: `-- Appends a stop request to a thread's stream, if that run still holds the thread and it is not too late.
--
-- KEYS[1] stream  what the thread's runs publish
-- KEYS[2] string  the thread's lease; absent in a cluster, where it lies in another slot
-- ARGV[1] the run that is meant
-- ARGV[2] server time in ms after which nobody may be asked any more
-- ARGV[3] entries that the stream keeps; never trimmed below what is there
-- ARGV[4] the event, JSON
--
-- Answers { code, text }: 1 asked and the entry's id, 0 not the holder and who is (nothing when free),
-- -1 too late, -2 no such stream.

-- The server's time, and the guard against taking effect after the caller gave up.
local time = redis.call('TIME')
local nowMs = time[1] * 1000 + math.floor(time[2] / 1000)

local owner, notAfterMs, cap, event = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]

if nowMs > notAfterMs then return { -1 } end

if KEYS[2] then
  local holder = redis.call('GET', KEYS[2])
  if holder ~= owner then return { 0, holder } end
end

if redis.call('EXISTS', KEYS[1]) == 0 then return { -2 } end
cap = math.max(cap, redis.call('XLEN', KEYS[1]))
return { 1, redis.call('XADD', KEYS[1], 'MAXLEN', '~', cap, '*', 'event', event) }
`,
} as const;
