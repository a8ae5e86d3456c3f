-- What is kept beside a lease follows the lease: once that has changed, the record and the history
-- are written as far as they can be, and their errors are not the operation's. A record that can
-- not be brought up to date is dropped: none is better than one that is wrong.
local function recordSafely(key, text)
  if pcall(putRecord, key, text) then return end
  pcall(dropRecord, key)
end

local function appendSafely(...)
  pcall(append, ...)
end
