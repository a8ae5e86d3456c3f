-- Several operations of one client in one go, each as if it had come alone: what one comes to, or
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

--@include clock
--@include records
--@include fences
--@include histories
--@include leases
--@include acquire
--@include release
--@include renew
--@include transfer

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
