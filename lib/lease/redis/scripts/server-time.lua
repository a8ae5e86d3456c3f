-- Reads the clock of the server that serves a key. Changes nothing.
--
-- KEYS[1] any     a key of that server
--
-- Answers { 1, server time in ms }.

--@include clock

return { 1, nowMs }
