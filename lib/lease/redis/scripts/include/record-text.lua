-- A record of a lease's holder as text: fence, since, deadline, renewals, owner. Times are milliseconds.
local function parseRecord(text)
  if not text then return nil end
  local fence, since, deadline, renewals, owner = string.match(text, '^(%d+) (%d+) (%d+) (%d+) (.*)$')
  return fence, tonumber(since), tonumber(deadline), tonumber(renewals), owner
end

local function recordText(fence, since, deadline, renewals, owner)
  return fence .. ' ' .. since .. ' ' .. deadline .. ' ' .. renewals .. ' ' .. owner
end
