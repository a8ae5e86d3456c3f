-- Several operations of one client in one go, each as if it had come alone: what one comes to, or
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

--@include clock
--@include fail
--@include records
--@include fences
--@include histories
--@include leases
--@include best-effort
--@include acquire
--@include release
--@include renew
--@include transfer

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
