-- Replays recorded messages of the arena to the bot.

local arena = require("arena")
local bot = require("mybot")

local said = assert(io.open("test/vectors/conversation.msgpack", "rb"))
local written = assert(io.tmpfile())
arena.play(bot, said, written)
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
