# frozen_string_literal: true

require 'minitest/autorun'
require 'stringio'
require_relative 'bot'

class ConversationTest < Minitest::Test
  def test_answers_each_recorded_message_that_asks
    written = StringIO.new
    File.open("#{__dir__}/test/conversation.msgpack", 'rb') { |said| Arena.play(MyBot.new, said, written) }
    answers = MessagePack::Unpacker.new.feed(written.string).each.to_a
    assert_equal(%w[hello ready act act act ready], answers.map { |answer| answer['type'] })
    acts = answers[2..4]
    assert_equal([1, 1, 2], acts.map { |act| act['id'] })
    acts.zip([3, 3, 2]) { |act, legal| assert_includes(0...legal, act['index']) }
  end
end
