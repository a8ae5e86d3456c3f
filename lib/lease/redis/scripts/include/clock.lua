-- The server's time, and the guard against taking effect after the caller gave up.
local time = redis.call('TIME')
local nowMs = time[1] * 1000 + math.floor(time[2] / 1000)
