package arena;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.msgpack.value.Value;

/** Plays any game at random. */
public final class MyBot implements Bot {
    private Random random;

    @Override
    public String name() {
        return "{{name}}";
    }

    @Override
    public List<String> send() {
        return List.of("view", "legal", "events");
    }

    /** A match begins: look at match.game(), players(), seat() and options(). */
    @Override
    public void start(Start match) {
        random = new Random(match.botSeed()); // same seed, same game: tournaments can be repeated
    }

    /** Start to think here: decision.kind() says what is asked, decision.view() what you know. */
    @Override
    public int choose(Decision decision) {
        return random.nextInt(decision.legal().size());
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
