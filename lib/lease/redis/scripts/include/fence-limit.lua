-- Whole numbers are exact up to 2^53: from there on, the next token would be the same one again.
local MOST_FENCE = 9007199254740991

local function isFence(text)
  return string.match(text, '^%d+$') and tonumber(text) < MOST_FENCE
end

local function refuseFence(text)
  error('BADFENCE the fencing counter is ' .. string.sub(text, 1, 40)
    .. ', from which no larger token can be made: delete ' .. KEYS[3], 0)
end
