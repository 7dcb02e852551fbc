package arena;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.msgpack.core.MessageInsufficientBufferException;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;
import org.msgpack.value.Value;

/** The arena's rules engine, a program beside the bot. ENGINE.md lists its requests with their fields. */
public final class Engine {
    private final MessagePacker input;
    private final MessageUnpacker output;

    /** Starts the one whose command the arena gives if bot.toml says {@code engine = true}. */
    public static Engine start() {
        String command = System.getenv("ARENA_ENGINE");
        if (command == null) {
            throw new IllegalStateException("ARENA_ENGINE is not set: bot.toml must say engine = true");
        }
        return new Engine(command);
    }

    /** Starts it by a command in a shell's words. */
    public Engine(String command) {
        try {
            var builder = new ProcessBuilder("sh", "-c", "exec " + command);
            Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
            input = MessagePack.newDefaultPacker(process.getOutputStream());
            output = MessagePack.newDefaultUnpacker(process.getInputStream());
        } catch (IOException e) {
            throw new UncheckedIOException("the engine can't be started", e);
        }
    }

    /**
     * Its answer to a request such as {@code request("new", Map.of("game", "portals", "players", 2))}; the fields are
     * strings, ints and what was read of messages. Throws IllegalStateException, saying why, if it refuses.
     */
    public Map<String, Value> request(String type, Map<String, ?> fields) {
        Map<String, Value> answer;
        try {
            input.packMapHeader(fields.size() + 1).packString("type").packString(type);
            for (var field : fields.entrySet()) {
                input.packString(field.getKey());
                pack(field.getValue());
            }
            input.flush();
            answer = Conversation.fields(output.unpackValue());
        } catch (IOException | MessageInsufficientBufferException e) {
            throw new IllegalStateException("the engine has ended", e);
        }
        if (answer.get("type").asStringValue().asString().equals("error")) {
            throw new IllegalStateException(type + ": " + answer.get("error").asStringValue().asString());
        }
        return answer;
    }

    private void pack(Object value) throws IOException {
        if (value instanceof Value read) {
            input.packValue(read);
        } else if (value instanceof Integer number) {
            input.packInt(number);
        } else {
            input.packString((String) value);
        }
    }
}
