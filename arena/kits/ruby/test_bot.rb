# frozen_string_literal: true

require 'json'
require 'minitest/autorun'
require 'stringio'
require_relative 'bot'
require_relative 'test/wire'

class ConversationTest < Minitest::Test
  def test_answers_each_recorded_message_that_asks
    written = StringIO.new
    File.open("#{__dir__}/test/vectors/conversation.msgpack", 'rb') { |said| Arena.play(MyBot.new, said, written) }
    assert_nil(Wire.fault(written.string))
    answers = MessagePack::Unpacker.new.feed(written.string).each.to_a
    assert_equal(%w[hello ready act act act ready], answers.map { |answer| answer['type'] })
    acts = answers[2..4]
    assert_equal([1, 1, 2], acts.map { |act| act['id'] })
    acts.zip([3, 3, 2]) { |act, legal| assert_includes(0...legal, act['index']) }
  end
end

# The protocol's own byte strings, see test/vectors/README.md.
class VectorsTest < Minitest::Test
  def test_valid_bytes_are_read_as_their_value
    vectors('valid').each do |vector|
      value = MessagePack.unpack(bytes(vector))
      again = MessagePack.unpack(value.to_msgpack)
      [value, again].each { |read| assert(spelled(read).eql?(vector['value']), vector['name']) }
      assert_nil(fault(vector), vector['name'])
    end
  end

  def test_invalid_bytes_are_the_named_fault
    vectors('invalid').each { |vector| assert_equal(vector['kind'], fault(vector), vector['name']) }
  end

  # What the arena itself must not send is left out: a bot trusts it.
  def vectors(name)
    vectors = JSON.parse(File.read("#{__dir__}/test/vectors/#{name}.json"))
    vectors.reject { |vector| name == 'invalid' && vector['from'] == 'arena' }
  end

  def bytes(vector)
    parts = vector['parts'] || [[vector['hex'], 1]]
    parts.map { |hex, times| [hex].pack('H*') * times }.join
  end

  def fault(vector)
    Wire.fault(bytes(vector), from_bot: vector['from'] == 'bot')
  end

  # A value with floats that JSON can't write as it stands in the vectors.
  def spelled(value)
    case value
    when Hash then value.transform_values { |item| spelled(item) }
    when Array then value.map { |item| spelled(item) }
    when Float then value.finite? ? value : { 'float' => value.to_s.downcase.delete_suffix('inity') }
    else value
    end
  end
end
