package arena;

import java.util.List;
import java.util.Map;
import org.msgpack.value.MapValue;
import org.msgpack.value.Value;
import org.msgpack.value.ValueFactory;

/** What a bot supplies. SPEC.md lists the fields of all messages. */
public interface Bot {
    String name();

    /** The parts of a decision that it wants: any of "view", "legal" and "events". */
    List<String> send();

    /** A match begins. */
    void start(Start match);

    /** An index into {@code decision.legal()}. */
    int choose(Decision decision);

    /** The match has ended; {@code scores} and {@code ranks} are by seat. */
    void over(Map<String, Value> result);

    record Start(String game, int players, int seat, MapValue options, Value components, long botSeed) {
        static Start of(Map<String, Value> message) {
            return new Start(
                    message.get("game").asStringValue().asString(),
                    message.get("players").asIntegerValue().asInt(),
                    message.get("seat").asIntegerValue().asInt(),
                    message.get("options").asMapValue(),
                    message.getOrDefault("components", ValueFactory.newNil()),
                    message.get("bot_seed").asIntegerValue().asLong());
        }
    }

    /**
     * A decision. {@code view}, {@code legal} and {@code events} are there if {@link #send} asks for them;
     * {@code clock} has {@code move_ms} and {@code bank_ms} in milliseconds, nil where there is no limit.
     */
    record Decision(int id, String kind, MapValue clock, MapValue view, List<Value> legal, List<Value> events) {
        static Decision of(Map<String, Value> message) {
            return new Decision(
                    message.get("id").asIntegerValue().asInt(),
                    message.get("kind").asStringValue().asString(),
                    message.get("clock").asMapValue(),
                    message.containsKey("view") ? message.get("view").asMapValue() : null,
                    list(message.get("legal")),
                    list(message.get("events")));
        }

        private static List<Value> list(Value value) {
            return value == null || value.isNilValue() ? List.of() : value.asArrayValue().list();
        }
    }
}
