-- Transfers a lease from its owner to the next one, with a fresh TTL and no instant in which it is free.
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

--@include clock
--@include fail
--@include record
--@include fence
--@include history
--@include lease
--@include best-effort
--@include transfer

return replyOf(transfer, KEYS[1], ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4]), ARGV[5], ARGV[6] or '', ARGV[7] or '')
