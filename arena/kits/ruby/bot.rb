# frozen_string_literal: true

require_relative 'arena'

# Plays any game at random.
class MyBot
  def name = '{{name}}'

  # The parts of a decision that it wants.
  def send_parts = %w[view legal events]

  # A match begins: look at match['game'], ['players'], ['seat'] and ['options'].
  def start(match)
    @random = Random.new(match['bot_seed']) # same seed, same game: tournaments can be repeated
  end

  # Start to think here: decision['kind'] says what is asked, decision['view'] what you know.
  def choose(decision)
    @random.rand(decision['legal'].size)
  end

  # The match has ended: result['scores'] and ['ranks'] are by seat.
  def over(result); end
end

Arena.run(MyBot.new) if $PROGRAM_NAME == __FILE__
