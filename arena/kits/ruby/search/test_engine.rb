# frozen_string_literal: true

require_relative 'engine'
require_relative 'test_bot'

# Recorded answers of the engine, see ENGINE.md.
class EngineTest < Minitest::Test
  VECTORS = "#{__dir__}/test/vectors"

  def test_answers_are_read_and_refusals_raised
    engine = Engine.new("sh -c 'cat \"#{VECTORS}/engine.msgpack\"; cat >/dev/null'")
    JSON.parse(File.read("#{VECTORS}/engine.json")).each do |vector|
      name, request, answer = vector.values_at('name', 'request', 'answer')
      if answer['type'] == 'error'
        error = assert_raises(Engine::Error, name) { engine.request(request) }
        assert_includes(error.message, answer['error'], name)
      else
        assert_equal(answer, engine.request(request), name)
      end
    end
    engine.close
  end
end
