-- Plays any game at random.

local bot = {
  name = "{{name}}",
  send = { "view", "legal", "events" }, -- the parts of a decision that it wants
}

-- A match begins: look at match.game, .players, .seat and .options.
function bot:start(match)
  math.randomseed(match.bot_seed) -- same seed, same game: tournaments can be repeated
end

-- Start to think here: decision.kind says what is asked, decision.view what you know.
function bot:choose(decision)
  return math.random(#decision.legal)
end

-- The match has ended: result.scores and .ranks are by seat, the first seat's first.
function bot:over(result)
end

return bot
