# frozen_string_literal: true

require 'msgpack'

# The arena's rules engine, a program beside the bot. ENGINE.md lists its requests with their fields.
class Engine
  # The engine refused a request, or has ended; the message says why.
  class Error < StandardError; end

  # The command, in a shell's words, comes from the arena if bot.toml says `engine = true`.
  def initialize(command = ENV.fetch('ARENA_ENGINE', nil))
    raise Error, 'ARENA_ENGINE is not set: bot.toml must say engine = true' unless command

    @pipe = IO.popen(['sh', '-c', "exec #{command}"], 'r+b')
    @unpacker = MessagePack::Unpacker.new(@pipe)
  end

  # Its answer to a request such as { type: 'new', game: 'portals', players: 2 }.
  def request(fields)
    @pipe.write(fields.to_msgpack)
    @pipe.flush
    answer = @unpacker.read
    raise Error, "#{fields[:type]}: #{answer['error']}" if answer['type'] == 'error'

    answer
  rescue EOFError, Errno::EPIPE
    raise Error, 'the engine has ended'
  end

  def close
    @pipe.close
  end
end
