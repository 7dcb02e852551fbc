-- Reads the protocol's test vectors, for tests. Lua has no JSON, so their lines are cut apart by hand, as
-- test/vectors/README.md allows.

local vector = {}

-- The vectors of a file: tables of `name`, `from`, `bytes`, and `kind` or `value`, which is still JSON.
function vector.list(file)
  local list = {}
  for line in io.lines("test/vectors/" .. file .. ".json") do
    -- Each quote that is left begins or ends a string.
    line = line:gsub('\\(["\\])', { ['"'] = "\\u0022", ["\\"] = "\\u005c" })
    local name, from, rest = line:match('"name": "([^"]*)", "from": "?(%a+)"?, (.*)')
    if name then
      local hex = rest:match('^"hex": "(.-)"')
      local parts = hex and ('["%s", 1]'):format(hex) or rest:match('^"parts": (%b[])')
      list[#list + 1] = {
        name = name,
        from = from,
        bytes = vector.join(parts),
        kind = rest:match('"kind": "(%a+)"'),
        value = rest:match('"value": (.*)'),
      }
    end
  end
  assert(#list > 0, "no vectors")
  return list
end

function vector.join(parts)
  local pieces = {}
  for hex, times in parts:gmatch('%["(.-)", (%d+)%]') do
    local piece = hex:gsub("%x%x", function(byte) return string.char(tonumber(byte, 16)) end)
    pieces[#pieces + 1] = piece:rep(times)
  end
  return table.concat(pieces)
end

local ESCAPED = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t" }
local LITERAL = { ["false"] = false, ["true"] = true }

-- The text that a JSON string spells.
local function unescaped(text)
  text = text:gsub("\\([bfnrt])", ESCAPED)
  text = text:gsub("\\u(d[89ab]%x%x)\\u(d[c-f]%x%x)", function(high, low)
    return utf8.char(0x10000 + ((tonumber(high, 16) & 0x3FF) << 10) + (tonumber(low, 16) & 0x3FF))
  end)
  return (text:gsub("\\u(%x%x%x%x)", function(code) return utf8.char(tonumber(code, 16)) end))
end

-- Raises an error unless both are the same; 2 is not 2.0, and 0.0 not -0.0.
function vector.expect(found, wanted)
  if found ~= wanted or tostring(found) ~= tostring(wanted) then
    error(("expected %s, found %s"):format(wanted, found), 0)
  end
end

-- Expects that a JSON text spells a value, from `place` on; gives the place after it. Lua can't tell nil from
-- what is absent, nor an empty array from an empty map.
function vector.expect_spelled(value, text, place)
  local word, after = text:match('^{"float": "(.-)"}()', place)
  if word then
    vector.expect(math.type(value) == "float" and tostring(value), word)
    return after
  end
  word, after = text:match('^"(.-)"()', place)
  if word then
    vector.expect(value, unescaped(word))
    return after
  end
  word, after = text:match("^([^%[{%]},]+)()", place)
  if word then
    vector.expect(value, tonumber(word) or LITERAL[word])
    return after
  end

  vector.expect(type(value), "table")
  local left = {} -- the keys that are still to come
  for key in pairs(value) do left[key] = true end
  local is_array, index = text:sub(place, place) == "[", 0
  place = place + 1
  while not text:find("^[%]}]", place) do
    local key
    if is_array then
      index = index + 1
      key = index
    else
      key, place = text:match('^"(.-)": ()', place)
      key = unescaped(key)
    end
    left[key] = nil
    place = vector.expect_spelled(value[key], text, place)
    place = text:match("^, ()", place) or place
  end
  if next(left) then error(("expected no key %s"):format(next(left)), 0) end
  return place + 1
end

return vector
