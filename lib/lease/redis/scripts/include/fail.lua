-- Errors inside scripts are tables in newer servers and text in older ones.
local function messageOf(failure)
  if type(failure) == 'table' then failure = failure.err end
  return tostring(failure)
end

-- Runs a function that answers a reply; where it raises, the reply is that error and nothing else.
local function replyOf(operation, ...)
  local well, answer = pcall(operation, ...)
  if well then return answer end
  return { err = messageOf(answer) }
end
