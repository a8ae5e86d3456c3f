-- Claims a lease, or refreshes it for the owner that holds it already.
--
-- KEYS[1] string  the lease
-- KEYS[2] hash    last recorded holders   (2 and 3 absent: no fencing)
-- KEYS[3] string  last fencing token
-- KEYS[4] stream  ownership history       (absent: no history)
-- ARGV[1] owner
-- ARGV[2] TTL in ms
-- ARGV[3] server time in ms from which on nothing may be done; 0 for no limit
-- ARGV[4] actor for the history

--@include clock
--@include fail
--@include record
--@include fence
--@include history
--@include lease
--@include best-effort
--@include acquire

return replyOf(acquire, KEYS[1], ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4])
