package arena;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessagePackException;
import org.msgpack.core.MessageSizeException;
import org.msgpack.core.MessageUnpacker;
import org.msgpack.value.Value;
import org.msgpack.value.ValueFactory;
import org.msgpack.value.ValueType;

/** Reads bytes as the arena reads a bot's, and names the fault it would find; for tests. SPEC.md has the rules. */
final class Wire {
    private static final int MAX_MESSAGE = 1 << 20; // bytes
    private static final int MAX_DEPTH = 64; // arrays and maps inside each other
    private static final int MAX_VALUES = 1 << 14; // in a bot's message, keys counted
    private static final int MAX_NOTE = 4096; // bytes
    private static final Value VERSION = ValueFactory.newInteger(1);
    private static final Set<String> PARTS = Set.of("view", "legal", "events");

    private Wire() {
    }

    /** The kind of the first fault, null if none. With {@code fromBot} the maps must be a bot's messages. */
    static String fault(byte[] data, boolean fromBot) throws IOException {
        MessageUnpacker input = MessagePack.newDefaultUnpacker(data);
        MessageUnpacker messages = MessagePack.newDefaultUnpacker(data);
        try {
            while (input.hasNext()) {
                new Reader(input, fromBot ? MAX_VALUES : Long.MAX_VALUE).message(); // first, as the library has no limits
                Map<String, Value> message = Conversation.fields(messages.unpackValue());
                if (fromBot) {
                    check(message);
                }
            }
            return null;
        } catch (Fault fault) {
            return fault.getMessage();
        } catch (MessageSizeException e) { // a header that announces 2 billion or more
            return "oversize";
        } catch (MessagePackException e) { // cut off, the byte 0xC1, or not UTF-8
            return "garbage";
        }
    }

    /** Throws Fault if a map is no message of a bot. */
    private static void check(Map<String, Value> message) throws IOException {
        boolean right = switch (field(message, "type").toString()) { // only a string is written as one of these
            case "hello" -> isHello(message);
            case "ready" -> true;
            case "act" -> isAct(message);
            default -> false;
        };
        if (!right) {
            throw new Fault("protocol");
        }
    }

    /** A field that is absent counts as nil. */
    private static Value field(Map<String, Value> message, String key) {
        return message.getOrDefault(key, ValueFactory.newNil());
    }

    private static boolean isHello(Map<String, Value> message) {
        return field(message, "protocol").equals(VERSION)
                && field(message, "name").isStringValue()
                && isNilOr(field(message, "version"), Value::isStringValue)
                && isNilOr(field(message, "author"), Value::isStringValue)
                && isNilOr(field(message, "games"), games -> isList(games, Value::isStringValue))
                && isNilOr(field(message, "send"), send -> isList(send, part -> PARTS.contains(part.toString())));
    }

    private static boolean isAct(Map<String, Value> message) throws IOException {
        Value index = field(message, "index");
        Value action = field(message, "action");
        if (!field(message, "id").isIntegerValue()
                || !isNilOr(index, Value::isIntegerValue)
                || !isNilOr(action, Value::isMapValue)) {
            return false;
        }
        if (packed(field(message, "note")).length > MAX_NOTE) {
            throw new Fault("oversize");
        }
        return index.isNilValue() != action.isNilValue();
    }

    private static boolean isNilOr(Value value, Predicate<Value> test) {
        return value.isNilValue() || test.test(value);
    }

    private static boolean isList(Value value, Predicate<Value> test) {
        return value.isArrayValue() && value.asArrayValue().list().stream().allMatch(test);
    }

    /** A value's shortest form. */
    static byte[] packed(Value value) throws IOException {
        try (var packer = MessagePack.newDefaultBufferPacker()) {
            packer.packValue(value);
            return packer.toByteArray();
        }
    }

    /** Its message is the kind: garbage, oversize or protocol. */
    private static final class Fault extends RuntimeException {
        Fault(String kind) {
            super(kind);
        }
    }

    /** Steps over one message. */
    private static final class Reader {
        private final MessageUnpacker input;
        private final long start;
        private long owed = 1; // values that are announced, and to come
        private long spare; // values that may be announced yet

        Reader(MessageUnpacker input, long maxValues) {
            this.input = input;
            this.spare = maxValues - 1;
            this.start = input.getTotalReadBytes();
        }

        void message() throws IOException {
            expect(ValueType.MAP);
            value(0);
        }

        private void expect(ValueType type) throws IOException {
            if (input.getNextFormat().getValueType() != type) {
                throw new Fault("garbage");
            }
        }

        private void value(int depth) throws IOException {
            ValueType type = input.getNextFormat().getValueType();
            if (depth == MAX_DEPTH && (type == ValueType.ARRAY || type == ValueType.MAP)) {
                throw new Fault("garbage");
            }
            owed--;
            switch (type) {
                case NIL, BOOLEAN, INTEGER, FLOAT -> {
                    input.skipValue();
                    makeRoom(0);
                }
                case STRING -> {
                    int size = input.unpackRawStringHeader();
                    makeRoom(size);
                    ValueFactory.newString(input.readPayload(size)).asString(); // throws if it is not UTF-8
                }
                case ARRAY -> {
                    int count = input.unpackArrayHeader();
                    owe(count);
                    for (int i = 0; i < count; i++) {
                        value(depth + 1);
                    }
                }
                case MAP -> {
                    int count = input.unpackMapHeader();
                    owe(2L * count);
                    for (int i = 0; i < count; i++) {
                        expect(ValueType.STRING);
                        value(depth + 1);
                        value(depth + 1);
                    }
                }
                default -> throw new Fault("garbage"); // bin and extension types
            }
        }

        private void owe(long count) {
            owed += count;
            makeRoom(owed);
            spare -= count;
            if (spare < 0) {
                throw new Fault("oversize");
            }
        }

        /** Refuses a message that its own headers make too long, before those bytes come. */
        private void makeRoom(long count) {
            if (input.getTotalReadBytes() - start + count > MAX_MESSAGE) {
                throw new Fault("oversize");
            }
        }
    }
}
