-- Several operations of one client in one go, each as if it had come alone: what one comes to, or
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

--@include clock
--@include records
--@include fences
--@include histories
--@include leases
--@include acquire
--@include release
--@include renew
--@include transfer

local actor, at, answers = ARGV[1], 2, {}

local function perform(key)
  local letter, ttlMs, notAfterMs, owner = ARGV[at], ARGV[at + 1], tonumber(ARGV[at + 2]), ARGV[at + 3]
  at = at + 4
  if letter == 'a' then return acquire(key, owner, ttlMs, notAfterMs, actor) end
  if not holderOf(key) then redis.call('GET', key) end
  if letter == 'x' then return release(key, owner, notAfterMs, actor, '', '') end
  if letter == 'n' then return renew(key, owner, ttlMs, notAfterMs) end
  at = at + 1
  return transfer(key, owner, ARGV[at - 1], ttlMs, notAfterMs, actor, '', '')
end

local leases = { KEYS[1] }
for n = 5, #KEYS do leases[n - 3] = KEYS[n] end

-- What can fail does so here, before anything is written, or at an operation's first write.
redis.call('XLEN', KEYS[4])
readFence()
readRecords(leases)
readHolders(leases)
for n, key in ipairs(leases) do
  local well, answer = pcall(perform, key)
  if not well then
    if type(answer) == 'table' then answer = answer.err end
    answer = { -2, nowMs, tostring(answer) }
  end
  answers[n] = answer
end
writeRecords()
writeFence()
trimHistory()
return answers
