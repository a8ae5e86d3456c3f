-- Several operations of one client in one go, each as if it had come alone: what one comes to, or
-- an error of one, is nothing to the others.
--
-- KEYS[1] string   the lease of the first operation
-- KEYS[2] hash     last recorded holders
-- KEYS[3] string   last fencing token
-- KEYS[4] stream   ownership history
-- KEYS[5] string   the lease of the second operation, and so on
-- ARGV[1] actor for the history
-- ARGV[2] first operation: its letter (a, x, n or t), TTL in ms, and server time in ms from which on
--         nothing may be done, with blanks between
-- ARGV[3] its owner
-- ARGV[4] for t alone: the owner that receives
-- and so on
--
-- Answers one answer an operation; that of one which failed is { -2, server time in ms, error }.

--@include clock
--@include record
--@include fence
--@include history
--@include acquire
--@include release
--@include renew
--@include transfer

local actor, at, answers = ARGV[1], 2, {}

local function perform(key)
  local letter, ttlMs, notAfterMs = string.match(ARGV[at], '^(%a) (%d+) (%d+)$')
  local owner = ARGV[at + 1]
  at = at + 2
  ttlMs, notAfterMs = tonumber(ttlMs), tonumber(notAfterMs)
  if letter == 'a' then return acquire(key, owner, ttlMs, notAfterMs, actor) end
  if letter == 'x' then return release(key, owner, notAfterMs, actor, '', '') end
  if letter == 'n' then return renew(key, owner, ttlMs, notAfterMs) end
  at = at + 1
  return transfer(key, owner, ARGV[at - 1], ttlMs, notAfterMs, actor, '', '')
end

for n = 1, #KEYS - 3 do
  local well, answer = pcall(perform, KEYS[n == 1 and 1 or n + 3])
  if not well then
    if type(answer) == 'table' then answer = answer.err end
    answer = { -2, nowMs, tostring(answer) }
  end
  answers[n] = answer
end
return answers
