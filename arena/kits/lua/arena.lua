-- Talks with the arena: MessagePack over two files. SPEC.md lists the fields of all messages.

local msgpack = require("MessagePack")

local arena = {}

-- Lua reads a given number of bytes and waits for them all. So a message is read value by value, each of a
-- length that is known by then, before the library unpacks it.

local LENGTH = { -- the bytes of a length that follow a head, and what unpacks them
  [0xD9] = { 1, ">I1" }, [0xDA] = { 2, ">I2" }, [0xDB] = { 4, ">I4" },
  [0xDC] = { 2, ">I2" }, [0xDD] = { 4, ">I4" }, [0xDE] = { 2, ">I2" }, [0xDF] = { 4, ">I4" },
}
local FIXED = { -- the bytes of a number that follow its head
  [0xCA] = 4, [0xCB] = 8, [0xCC] = 1, [0xCD] = 2, [0xCE] = 4, [0xCF] = 8,
  [0xD0] = 1, [0xD1] = 2, [0xD2] = 4, [0xD3] = 8,
}

-- How many bytes belong to a head, and how many values follow it.
local function extent(head, length)
  if head >= 0xA0 and head <= 0xBF then return head & 0x1F, 0 end
  if head >= 0x80 and head <= 0x8F then return 0, 2 * (head & 0x0F) end
  if head >= 0x90 and head <= 0x9F then return 0, head & 0x0F end
  if head >= 0xD9 and head <= 0xDB then return length, 0 end
  if head >= 0xDC and head <= 0xDD then return 0, length end
  if head >= 0xDE and head <= 0xDF then return 0, 2 * length end
  return FIXED[head] or 0, 0
end

-- The next message; nil at the end of the file.
function arena.read(file)
  local pieces, owed = {}, 1
  local function take(count)
    local data = count > 0 and file:read(count) or ""
    if data and #data == count then
      pieces[#pieces + 1] = data
      return data
    end
  end
  while owed > 0 do
    local head = take(1)
    if not head then return nil end
    head = head:byte()
    local length
    if LENGTH[head] then
      local data = take(LENGTH[head][1])
      if not data then return nil end
      length = LENGTH[head][2]:unpack(data)
    end
    local bytes, values = extent(head, length)
    local data = take(bytes)
    if not data then return nil end
    if head == 0xCF and data:byte() >= 0x80 then -- more than Lua's ints hold: the nearest float
      pieces[#pieces - 1], pieces[#pieces] = "\xCB", (">d"):pack((">I8"):unpack(data) + 2.0 ^ 64)
    end
    owed = owed - 1 + values
  end
  return msgpack.unpack(table.concat(pieces))
end

-- Play until the arena says bye or goes away. A bot has `name`, `send` (the parts of a decision that it wants),
-- and the methods start(match), choose(decision), which gives an index into decision.legal from 1, as Lua
-- counts, and over(result).
function arena.play(bot, input, output)
  local function send(message)
    output:write(msgpack.pack(message))
    output:flush()
  end
  local decision
  local function act()
    local choice = bot:choose(decision)
    -- In Lua 6 / 2 is the float 3.0, which the arena would refuse as an index.
    local index = math.type(choice) and math.tointeger(choice)
    if not index then
      error("choose gave " .. tostring(choice) .. ": an index into decision.legal is right, a whole number from 1")
    end
    send({ type = "act", id = decision.id, index = index - 1 }) -- the arena counts from 0
  end
  for message in arena.read, input do
    if message.type == "hello" then
      send({ type = "hello", protocol = 1, name = bot.name, send = bot.send })
    elseif message.type == "start" then
      bot:start(message)
      send({ type = "ready" })
    elseif message.type == "decide" then
      decision = message
      act()
    elseif message.type == "rejected" then
      io.stderr:write("rejected: ", message.reason, "\n")
      act()
    elseif message.type == "over" then
      bot:over(message)
    elseif message.type == "bye" then
      return
    end
  end
end

-- Play over standard input and output. What the bot prints goes to its log, standard error.
function arena.run(bot)
  local output = io.stdout
  io.output(io.stderr)
  function print(...)
    local words = table.pack(...)
    for i = 1, words.n do words[i] = tostring(words[i]) end
    io.stderr:write(table.concat(words, "\t"), "\n")
  end
  arena.play(bot, io.stdin, output)
end

return arena
