package arena;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import org.msgpack.value.MapValue;
import org.msgpack.value.Value;

/** Plays any game: tries each legal action in many playouts, and takes the one that did best on average. */
public final class MyBot implements Bot {
    private static final int LONGEST_MS = 1000;
    private static final int HORIZON = 20; // how many decisions a playout goes on for, before the position is judged

    private final Engine engine = Engine.start();
    private Start match;

    @Override
    public String name() {
        return "{{name}}";
    }

    @Override
    public List<String> send() {
        return List.of("view");
    }

    /** A match begins: have the engine load the game before the clock runs. */
    @Override
    public void start(Start match) {
        this.match = match;
        engine.request("new", Map.of("into", 0, "game", match.game(), "players", match.players(),
                "options", match.options(), "components", match.components()));
    }

    /** Start to think here: decision.kind() says what is asked, decision.view() what you know. */
    @Override
    public int choose(Decision decision) {
        engine.request("from_view", Map.of("into", 0, "view", decision.view(), "seat", match.seat(),
                "components", match.components()));
        Map<String, Value> tried = engine.request("playouts", Map.of("state", 0, "policy", "sensible",
                "horizon", HORIZON, "ms", milliseconds(decision.clock())));
        return tried.get("best").asIntegerValue().asInt(); // tries and means say how each action did
    }

    /** How long to think: half of the time for a move, a small part of what is there for the whole match. */
    private static int milliseconds(MapValue clock) {
        Map<String, Value> limits = Conversation.fields(clock);
        return Math.min(part(limits.get("move_ms"), 2), part(limits.get("bank_ms"), 40));
    }

    private static int part(Value limit, int divisor) {
        return limit.isNilValue() ? LONGEST_MS : (int) Math.min(LONGEST_MS, limit.asIntegerValue().asLong() / divisor);
    }

    @Override
    public void over(Map<String, Value> result) {
    }

    public static void main(String[] args) throws IOException {
        // Standard output belongs to the arena, so what the bot prints goes to standard error.
        OutputStream output = System.out;
        System.setOut(System.err);
        new Conversation(new MyBot(), System.in, output).play();
    }
}
