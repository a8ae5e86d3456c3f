-- A whole number as digits. Left to itself Lua writes numbers as floating point, which costs more
-- than a Redis call, and in fourteen digits. (`%d` is a C long, which has 32 bits on some machines.)
local DIGITS = string.format('%d', 4294967296) == '4294967296' and '%d' or '%.0f'
local function digits(number)
  return string.format(DIGITS, number)
end
