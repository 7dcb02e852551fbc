# frozen_string_literal: true

# Reads bytes as the arena reads a bot's, and names the fault it would find; for tests. SPEC.md has the rules.
module Wire
  MAX_MESSAGE = 1 << 20 # bytes
  MAX_DEPTH = 64 # arrays and maps inside each other
  MAX_VALUES = 1 << 14 # in a bot's message, keys counted
  MAX_NOTE = 4096 # bytes
  PARTS = %w[view legal events].freeze

  # Its message is the kind: garbage, oversize or protocol.
  class Fault < StandardError; end

  # The kind of the first fault, nil if there is none. With `from_bot` the maps must be a bot's messages.
  def self.fault(data, from_bot: true)
    place = 0
    while place < data.bytesize
      reader = Reader.new(data, place, from_bot ? MAX_VALUES : Float::INFINITY)
      message = reader.message
      check(message) if from_bot
      place = reader.place
    end
    nil
  rescue Fault => e
    e.message
  end

  # Raises Fault if a map is no message of a bot.
  def self.check(message)
    right = case message['type']
            when 'hello' then hello?(message)
            when 'ready' then true
            when 'act' then act?(message)
            end
    raise Fault, 'protocol' unless right
  end

  def self.hello?(message)
    message['protocol'].eql?(1) && message['name'].is_a?(String) &&
      message.values_at('version', 'author').compact.all?(String) &&
      list?(message['games']) { |game| game.is_a?(String) } &&
      list?(message['send']) { |part| PARTS.include?(part) }
  end

  def self.list?(value, &)
    value.nil? || (value.is_a?(Array) && value.all?(&))
  end

  def self.act?(message)
    id, index, action, note = message.values_at('id', 'index', 'action', 'note')
    return false unless id.is_a?(Integer) && (index.nil? || index.is_a?(Integer)) && (action.nil? || action.is_a?(Hash))
    raise Fault, 'oversize' if note.to_msgpack.bytesize > MAX_NOTE

    index.nil? != action.nil?
  end

  # Reads one message.
  class Reader
    # How maps and strings begin.
    MAPS = [*0x80..0x8F, 0xDE, 0xDF].freeze
    STRINGS = [*0xA0..0xBF, *0xD9..0xDB].freeze

    attr_reader :place

    def initialize(data, place, max_values)
      @data = data.b
      @start = @place = place
      @owed = 1 # values that are announced, and to come
      @spare = max_values - 1 # values that may be announced yet
    end

    def message
      value(0, MAPS)
    end

    private

    def value(depth, heads = nil)
      head = take(1).ord
      raise Fault, 'garbage' unless heads.nil? || heads.include?(head)

      @owed -= 1
      case head
      when 0x00..0x7F then head
      when 0x80..0x8F then map(head & 0x0F, depth)
      when 0x90..0x9F then array(head & 0x0F, depth)
      when 0xA0..0xBF then string(head & 0x1F)
      when 0xC0 then nil
      when 0xC2, 0xC3 then head == 0xC3
      when 0xCA then take(4).unpack1('g')
      when 0xCB then take(8).unpack1('G')
      when 0xCC..0xCF then take(1 << (head - 0xCC)).unpack1(%w[C n N Q>][head - 0xCC])
      when 0xD0..0xD3 then take(1 << (head - 0xD0)).unpack1(%w[c s> l> q>][head - 0xD0])
      when 0xD9..0xDB then string(size(head - 0xD9))
      when 0xDC, 0xDD then array(size(head - 0xDB), depth)
      when 0xDE, 0xDF then map(size(head - 0xDD), depth)
      when 0xE0..0xFF then head - 0x100
      else raise Fault, 'garbage' # bin, extension types, and 0xC1
      end
    end

    def size(width)
      take(1 << width).unpack1(%w[C n N][width])
    end

    def array(count, depth)
      enter(count, depth)
      Array.new(count) { value(depth + 1) }
    end

    def map(count, depth)
      enter(2 * count, depth)
      Array.new(count) { [value(depth + 1, STRINGS), value(depth + 1)] }.to_h
    end

    def enter(count, depth)
      raise Fault, 'garbage' if depth == MAX_DEPTH

      @owed += count
      make_room(@owed)
      @spare -= count
      raise Fault, 'oversize' if @spare.negative?
    end

    def string(count)
      text = take(count).force_encoding(Encoding::UTF_8)
      text.valid_encoding? ? text : raise(Fault, 'garbage')
    end

    # The next bytes. A message that its own headers make too long is refused before they come.
    def take(count)
      make_room(count)
      raise Fault, 'garbage' if @place + count > @data.bytesize # cut off

      @place += count
      @data[@place - count, count]
    end

    def make_room(count)
      raise Fault, 'oversize' if @place + count - @start > MAX_MESSAGE
    end
  end
end
