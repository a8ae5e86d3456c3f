-- Extends a lease that its owner (and, where asked, that very grant) still holds. Never creates one.
--
-- KEYS[1] string  the lease
-- KEYS[2] hash    last recorded holders   (absent: no fencing)
-- ARGV[1] owner
-- ARGV[2] TTL in ms
-- ARGV[3] server time in ms from which on nothing may be done; 0 for no limit
-- ARGV[4] fence that the grant must have  (absent or empty: any)

--@include clock
--@include fail
--@include record
--@include lease
--@include best-effort
--@include renew

return replyOf(renew, KEYS[1], ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4] or '')
