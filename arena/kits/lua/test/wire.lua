-- Reads bytes as the arena reads a bot's, and names the fault it would find; for tests. SPEC.md has the rules.

local msgpack = require("MessagePack")

local wire = {}

local MAX_MESSAGE = 1 << 20 -- bytes
local MAX_DEPTH = 64 -- arrays and maps inside each other
local MAX_VALUES = 1 << 14 -- in a bot's message, keys counted
local MAX_NOTE = 4096 -- bytes
local PARTS = { view = true, legal = true, events = true }

local FORMAT = { -- what unpacks the number, or the length, that follows a head
  [0xCA] = ">f", [0xCB] = ">d", [0xCC] = ">I1", [0xCD] = ">I2", [0xCE] = ">I4", [0xCF] = ">I8",
  [0xD0] = ">i1", [0xD1] = ">i2", [0xD2] = ">i4", [0xD3] = ">i8",
  [0xD9] = ">I1", [0xDA] = ">I2", [0xDB] = ">I4",
  [0xDC] = ">I2", [0xDD] = ">I4", [0xDE] = ">I2", [0xDF] = ">I4",
}

-- The kind of the value that a head begins; nil for bin, extension types and 0xC1.
local function kind_of(head)
  if head <= 0x7F or head >= 0xE0 then return "int" end
  if head <= 0x8F or head >= 0xDE then return "map" end
  if head <= 0x9F or head >= 0xDC then return "array" end
  if head <= 0xBF or head >= 0xD9 then return "string" end
  if head == 0xC0 then return "nil" end
  if head == 0xC2 or head == 0xC3 then return "boolean" end
  if head == 0xCA or head == 0xCB then return "float" end
  if head >= 0xCC and head <= 0xD3 then return "int" end
end

-- Reads messages. Each value becomes a table of its kind and itself: Lua's own nil could not lie in a table.
local Reader = {}
Reader.__index = Reader

function Reader:message()
  self.start = self.place
  self.owed = 1 -- values that are announced, and to come
  self.spare = self.max_values - 1 -- values that may be announced yet
  return self:read(0, "map")
end

function Reader:read(depth, wanted)
  local head = self:take(1):byte()
  local kind = kind_of(head)
  if not kind or wanted and kind ~= wanted then error("garbage", 0) end
  self.owed = self.owed - 1
  local format = FORMAT[head]
  local number = format and format:unpack(self:take(format:packsize()))
  local value
  if kind == "map" or kind == "array" or kind == "string" then
    value = self[kind](self, number or head & (kind == "string" and 0x1F or 0x0F), depth)
  elseif kind == "boolean" then
    value = head == 0xC3
  elseif head == 0xCF and number < 0 then
    value = number + 2.0 ^ 64 -- more than Lua's own ints hold
  elseif kind ~= "nil" then
    value = number or head < 0x80 and head or head - 0x100
  end
  return { kind = kind, value = value }
end

function Reader:map(count, depth)
  self:enter(2 * count, depth)
  local map = {}
  for _ = 1, count do
    local key = self:read(depth + 1, "string").value
    map[key] = self:read(depth + 1)
  end
  return map
end

function Reader:array(count, depth)
  self:enter(count, depth)
  local array = {}
  for i = 1, count do array[i] = self:read(depth + 1) end
  return array
end

function Reader:enter(count, depth)
  if depth == MAX_DEPTH then error("garbage", 0) end
  self.owed = self.owed + count
  self:make_room(self.owed)
  self.spare = self.spare - count
  if self.spare < 0 then error("oversize", 0) end
end

function Reader:string(count)
  local text = self:take(count)
  -- Lua 5.3 itself would take surrogates.
  if not utf8.len(text) or text:find("\xED[\xA0-\xBF]") then error("garbage", 0) end
  return text
end

-- The next bytes. A message that its own heads make too long is refused before they come.
function Reader:take(count)
  self:make_room(count)
  if self.place + count > #self.data then error("garbage", 0) end -- cut off
  self.place = self.place + count
  return self.data:sub(self.place - count + 1, self.place)
end

function Reader:make_room(count)
  if self.place + count - self.start > MAX_MESSAGE then error("oversize", 0) end
end

-- How many bytes a value takes in its shortest form. A length that needs 4 is too long for a note anyway.
local function size(kind, value)
  if kind == "string" then return #value + (#value <= 0x1F and 1 or #value <= 0xFF and 2 or 3) end
  if kind ~= "map" and kind ~= "array" then return #msgpack.pack(value) end
  local count, bytes = 0, 0
  for key, item in pairs(value) do
    count = count + 1
    bytes = bytes + (kind == "map" and size("string", key) or 0) + size(item.kind, item.value)
  end
  return bytes + (count <= 0x0F and 1 or 3)
end

-- Whether an item is of one of two kinds; an item that is absent is nil.
local function is_a(item, kind, other)
  local found = item and item.kind or "nil"
  return found == kind or found == other
end

local function is_list(item, holds)
  if not is_a(item, "array") then return is_a(item, "nil") end
  for _, entry in ipairs(item.value) do
    if not holds(entry) then return false end
  end
  return true
end

-- Whether a map is a bot's message, by type.
local IS_RIGHT = { ready = function() return true end }

function IS_RIGHT.hello(message)
  local function is_string(entry) return is_a(entry, "string") end
  local function is_part(entry) return PARTS[entry.value] end
  return is_a(message.protocol, "int") and message.protocol.value == 1 and is_a(message.name, "string")
    and is_a(message.version, "string", "nil") and is_a(message.author, "string", "nil")
    and is_list(message.games, is_string) and is_list(message.send, is_part)
end

function IS_RIGHT.act(message)
  local index, action, note = message.index, message.action, message.note
  if not is_a(message.id, "int") or not is_a(index, "int", "nil") or not is_a(action, "map", "nil") then
    return false
  end
  if note and size(note.kind, note.value) > MAX_NOTE then error("oversize", 0) end
  return is_a(index, "nil") ~= is_a(action, "nil")
end

local function check(message)
  local is_right = is_a(message.type, "string") and IS_RIGHT[message.type.value]
  if not is_right or not is_right(message) then error("protocol", 0) end
end

-- The kind of the first fault: garbage, oversize or protocol; nil if there is none. With `from_bot` the maps must
-- be a bot's messages.
function wire.fault(data, from_bot)
  local reader = setmetatable({ data = data, place = 0, max_values = from_bot and MAX_VALUES or math.huge }, Reader)
  local is_right, kind = pcall(function()
    while reader.place < #data do
      local message = reader:message().value
      if from_bot then check(message) end
    end
  end)
  if not is_right then return kind end
end

return wire
