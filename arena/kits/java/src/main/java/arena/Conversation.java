package arena;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;
import org.msgpack.value.Value;

/** Talks with the arena: MessagePack over two streams. */
public final class Conversation {
    private final Bot bot;
    private final MessageUnpacker input;
    private final MessagePacker output;
    private Bot.Decision decision;

    public Conversation(Bot bot, InputStream input, OutputStream output) {
        this.bot = bot;
        this.input = MessagePack.newDefaultUnpacker(input);
        this.output = MessagePack.newDefaultPacker(output);
    }

    /** Play until the arena says bye or goes away. */
    public void play() throws IOException {
        while (input.hasNext()) {
            Map<String, Value> message = fields(input.unpackValue());
            switch (message.get("type").asStringValue().asString()) {
                case "hello" -> sayHello();
                case "start" -> {
                    bot.start(Bot.Start.of(message));
                    output.packMapHeader(1).packString("type").packString("ready").flush();
                }
                case "decide" -> {
                    decision = Bot.Decision.of(message);
                    act();
                }
                case "rejected" -> {
                    System.err.println("rejected: " + message.get("reason"));
                    act();
                }
                case "over" -> bot.over(message);
                case "bye" -> {
                    return;
                }
                default -> { }
            }
        }
    }

    private void sayHello() throws IOException {
        List<String> send = bot.send();
        output.packMapHeader(4);
        output.packString("type").packString("hello");
        output.packString("protocol").packInt(1);
        output.packString("name").packString(bot.name());
        output.packString("send").packArrayHeader(send.size());
        for (String part : send) {
            output.packString(part);
        }
        output.flush();
    }

    private void act() throws IOException {
        int index = bot.choose(decision);
        output.packMapHeader(3);
        output.packString("type").packString("act");
        output.packString("id").packInt(decision.id());
        output.packString("index").packInt(index);
        output.flush();
    }

    /** A map's values by their keys. */
    static Map<String, Value> fields(Value map) {
        Map<String, Value> fields = new HashMap<>();
        map.asMapValue().entrySet().forEach(e -> fields.put(e.getKey().asStringValue().asString(), e.getValue()));
        return fields;
    }
}
