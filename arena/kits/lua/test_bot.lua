-- Replays recorded messages of the arena to the bot, and goes through the protocol's test vectors.

local msgpack = require("MessagePack")
local arena = require("arena")
local bot = require("mybot")
local vector = require("test.vector")
local wire = require("test.wire")

local said = assert(io.open("test/vectors/conversation.msgpack", "rb"))
local written = assert(io.tmpfile())
arena.play(bot, said, written)
written:seek("set")
local problem = wire.fault(written:read("a"), true)
assert(not problem, problem)
written:seek("set")

local legal = { 0, 0, 3, 3, 2, 0 }
local ids = { 0, 0, 1, 1, 2, 0 }
for i, type in ipairs({ "hello", "ready", "act", "act", "act", "ready" }) do
  local answer = assert(arena.read(written), "an answer is missing")
  assert(answer.type == type, answer.type)
  if type == "act" then
    assert(answer.id == ids[i])
    assert(math.type(answer.index) == "integer" and answer.index >= 0 and answer.index < legal[i])
  end
end
assert(arena.read(written) == nil, "more was answered than asked")
print("answers each recorded message that asks: ok")

-- The protocol's own byte strings, see test/vectors/README.md.

local function fault(entry)
  return wire.fault(entry.bytes, entry.from == "bot")
end

-- The one message that the bytes hold.
local function read(bytes)
  local file = assert(io.tmpfile())
  file:write(bytes)
  file:seek("set")
  local message = arena.read(file)
  assert(file:read(0) == nil, "bytes are left")
  file:close()
  return message
end

local function test(title, entries, check)
  for _, entry in ipairs(entries) do
    local is_right, why = pcall(check, entry)
    if not is_right then error(("%s: %s: %s"):format(title, entry.name, why), 0) end
  end
  print(title .. ": ok")
end

test("valid bytes are read as their value", vector.list("valid"), function(entry)
  local value = read(entry.bytes)
  vector.expect_spelled(value, entry.value, 1)
  vector.expect_spelled(read(msgpack.pack(value)), entry.value, 1)
  vector.expect(fault(entry), nil)
end)

test("invalid bytes are the named fault", vector.list("invalid"), function(entry)
  if entry.from ~= "arena" then -- what the arena itself must not send is left out: a bot trusts it
    vector.expect(fault(entry), entry.kind)
  end
end)
