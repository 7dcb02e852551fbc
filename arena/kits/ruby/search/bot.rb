# frozen_string_literal: true

require_relative 'arena'
require_relative 'engine'

# Plays any game: tries each legal action in many playouts, and takes the one that did best on average.
class MyBot
  LONGEST_MS = 1000
  HORIZON = 20 # how many decisions a playout goes on for, before the position is judged

  def name = '{{name}}'

  # The parts of a decision that it wants.
  def send_parts = %w[view]

  # A match begins: have the engine load the game before the clock runs.
  def start(match)
    @components = match.slice('components')
    @engine ||= Engine.new
    @engine.request({ type: 'new', into: 0, **match.slice('game', 'players', 'options', 'components') })
  end

  # Start to think here: decision['kind'] says what is asked, decision['view'] what you know.
  def choose(decision)
    @engine.request({ type: 'from_view', into: 0, **decision.slice('view', 'seat'), **@components })
    trial = { policy: 'sensible', horizon: HORIZON, ms: milliseconds(decision['clock']) }
    @engine.request({ type: 'playouts', state: 0, **trial })['best'] # 'tries' and 'means' say how each action did
  end

  # The match has ended: result['scores'] and ['ranks'] are by seat.
  def over(result); end

  private

  # How long to think: half of the time for a move, a small part of what is there for the whole match.
  def milliseconds(clock)
    limits = [LONGEST_MS]
    limits << clock['move_ms'] / 2 if clock['move_ms']
    limits << clock['bank_ms'] / 40 if clock['bank_ms']
    limits.min
  end
end

Arena.run(MyBot.new) if $PROGRAM_NAME == __FILE__
