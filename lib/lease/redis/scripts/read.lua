-- Reads who holds a lease. Changes nothing.
--
-- KEYS[1] string  the lease
--
-- Answers { 1, server time in ms, holder }.

--@include clock

return { 1, nowMs, redis.call('GET', KEYS[1]) }
