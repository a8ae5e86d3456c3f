-- Frees a lease, only if that owner (and, where asked, that very grant) still holds it.
--
-- KEYS[1] string  the lease
-- KEYS[2] hash    last recorded holders   (2 and 3 absent: no fencing)
-- KEYS[3] string  last fencing token
-- KEYS[4] stream  ownership history       (absent: no history)
-- ARGV[1] owner
-- ARGV[2] server time in ms from which on nothing may be done; 0 for no limit
-- ARGV[3] actor for the history
-- ARGV[4] reason for the history          (absent: none)
-- ARGV[5] fence that the grant must have  (absent or empty: any)

--@include clock
--@include fail
--@include record
--@include history
--@include lease
--@include best-effort
--@include release

return replyOf(release, KEYS[1], ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4] or '', ARGV[5] or '')
