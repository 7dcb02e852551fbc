# frozen_string_literal: true

require 'msgpack'

# Talks with the arena: MessagePack over two streams. SPEC.md lists the fields of all messages.
module Arena
  CHUNK = 65_536

  # Play over standard input and output, until the arena says bye or goes away.
  def self.run(bot)
    output = $stdout.dup
    $stdout.reopen($stderr) # standard output belongs to the arena: what the bot prints is its log
    play(bot, $stdin, output)
  end

  # A bot has a `name`, a list `send_parts` of the parts of a decision that it wants, and the methods `start(match)`,
  # `choose(decision)`, which gives an index into decision['legal'] or one of its actions, and `over(result)`.
  def self.play(bot, input, output)
    input.binmode
    output.binmode
    unpacker = MessagePack::Unpacker.new
    decision = nil
    loop do
      unpacker.feed_each(input.readpartial(CHUNK)) do |message|
        return if message['type'] == 'bye'

        decision = message if message['type'] == 'decide'
        answer = answer(bot, message, decision)
        output.write(answer.to_msgpack) if answer
      end
      output.flush
    end
  rescue EOFError, Errno::EPIPE
    nil
  end

  def self.answer(bot, message, decision)
    case message['type']
    when 'hello'
      { type: 'hello', protocol: 1, name: bot.name, send: bot.send_parts }
    when 'start'
      bot.start(message)
      { type: 'ready' }
    when 'decide'
      act(bot, decision)
    when 'rejected'
      warn "rejected: #{message['reason']}"
      act(bot, decision)
    when 'over'
      bot.over(message)
      nil
    end
  end

  def self.act(bot, decision)
    choice = bot.choose(decision)
    { type: 'act', id: decision['id'], (choice.is_a?(Integer) ? :index : :action) => choice }
  end
end
