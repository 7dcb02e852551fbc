package arena;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.stream.JsonReader;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;
import org.msgpack.core.MessagePack;
import org.msgpack.value.Value;

/** The protocol's own byte strings, see test/vectors/README.md. */
class VectorsTest {
    static final Gson JSON = new GsonBuilder().setObjectToNumberStrategy(VectorsTest::number).create();
    private static final Map<Double, String> NAMES = // of the floats that JSON can't write
            Map.of(Double.NaN, "nan", Double.POSITIVE_INFINITY, "inf", Double.NEGATIVE_INFINITY, "-inf");

    @TestFactory
    Stream<DynamicTest> validBytesAreReadAsTheirValue() throws IOException {
        return vectors("valid").map(vector -> test(vector,
                () -> assertEquals(vector.value, spelled(read(vector.bytes()))),
                () -> assertEquals(vector.value, spelled(read(Wire.packed(read(vector.bytes()))))),
                () -> assertNull(vector.fault())));
    }

    /** What the arena itself must not send is left out: a bot trusts it. */
    @TestFactory
    Stream<DynamicTest> invalidBytesAreTheNamedFault() throws IOException {
        return vectors("invalid")
                .filter(vector -> !"arena".equals(vector.from))
                .map(vector -> test(vector, () -> assertEquals(vector.kind, vector.fault())));
    }

    private static DynamicTest test(Vector vector, Executable... assertions) {
        return dynamicTest(vector.name, () -> assertAll(vector.name, assertions));
    }

    private static Stream<Vector> vectors(String name) throws IOException {
        String text = Files.readString(Path.of("test/vectors", name + ".json"));
        return Stream.of(JSON.fromJson(text, Vector[].class));
    }

    private record Vector(String name, String from, String hex, List<JsonArray> parts, String kind, Object value) {
        byte[] bytes() {
            var digits = new StringBuilder();
            if (parts == null) {
                digits.append(hex);
            } else {
                parts.forEach(part -> digits.append(part.get(0).getAsString().repeat(part.get(1).getAsInt())));
            }
            return HexFormat.of().parseHex(digits);
        }

        String fault() throws IOException {
            return Wire.fault(bytes(), "bot".equals(from));
        }
    }

    private static Value read(byte[] bytes) throws IOException {
        return MessagePack.newDefaultUnpacker(bytes).unpackValue();
    }

    /** Keeps 2 apart from 2.0. */
    private static Number number(JsonReader json) throws IOException {
        String text = json.nextString();
        return text.contains(".") ? (Number) Double.valueOf(text) : new BigInteger(text);
    }

    /** A value as it stands in the vectors. */
    static Object spelled(Value value) {
        return switch (value.getValueType()) {
            case NIL -> null;
            case BOOLEAN -> value.asBooleanValue().getBoolean();
            case INTEGER -> value.asIntegerValue().asBigInteger();
            case FLOAT -> {
                double number = value.asFloatValue().toDouble();
                yield NAMES.containsKey(number) ? Map.of("float", NAMES.get(number)) : (Object) number;
            }
            case STRING -> value.asStringValue().asString();
            case ARRAY -> value.asArrayValue().list().stream().map(VectorsTest::spelled).toList();
            case MAP -> {
                Map<String, Object> map = new HashMap<>();
                Conversation.fields(value).forEach((key, item) -> map.put(key, spelled(item)));
                yield map;
            }
            default -> throw new AssertionError("no message holds a " + value.getValueType());
        };
    }
}
