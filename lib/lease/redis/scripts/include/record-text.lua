--@include digits

-- A record of a lease's holder as text: fence, since, deadline, renewals, owner. Times are
-- milliseconds; numbers stay text until they are needed as numbers.
local function parseRecord(text)
  if not text then return nil end
  return string.match(text, '^(%d+) (%d+) (%d+) (%d+) (.*)$')
end

local deadlines = {}
local function deadlineText(deadlineMs)
  local text = deadlines[deadlineMs] or digits(deadlineMs)
  deadlines[deadlineMs] = text
  return text
end

local nowText = digits(nowMs)

local function recordText(fence, since, deadlineMs, renewals, owner)
  return fence .. ' ' .. since .. ' ' .. deadlineText(deadlineMs) .. ' ' .. renewals .. ' ' .. owner
end
