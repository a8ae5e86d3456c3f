-- Extends a lease that its owner still holds. Never creates one.
--
-- KEYS[1] string  the lease
-- KEYS[2] hash    last recorded holders   (absent: no fencing)
-- ARGV[1] owner
-- ARGV[2] TTL in ms
-- ARGV[3] server time in ms from which on nothing may be done; 0 for no limit

--@include clock
--@include record
--@include lease
--@include renew

return renew(KEYS[1], ARGV[1], ARGV[2], tonumber(ARGV[3]))
