-- Says that an owner adopts leases handed to it, and drops some advertisements that ran out.
--
-- KEYS[1] hash    adopters
-- ARGV[1] owner
-- ARGV[2] who it is, as JSON
-- ARGV[3] for how many ms this holds
--
-- Answers { 1, server time in ms }.

--@include clock

redis.call('HSET', KEYS[1], ARGV[1], string.format('%.0f %s', nowMs + ARGV[3], ARGV[2]))

local sample = redis.call('HRANDFIELD', KEYS[1], 10, 'WITHVALUES')
for at = 1, #sample, 2 do
  local untilMs = tonumber(string.match(sample[at + 1], '^%d+'))
  if not untilMs or untilMs < nowMs then redis.call('HDEL', KEYS[1], sample[at]) end
end
return { 1, nowMs }
