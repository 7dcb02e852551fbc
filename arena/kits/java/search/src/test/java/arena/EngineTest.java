package arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Recorded answers of the engine, see ENGINE.md. */
class EngineTest {
    private record Vector(String name, Map<String, Object> request, Map<String, Object> answer) {
    }

    @Test
    void answersAreReadAndRefusalsThrown() throws IOException {
        Engine engine = new Engine("sh -c 'cat test/vectors/engine.msgpack; cat >/dev/null'");
        String text = Files.readString(Path.of("test/vectors/engine.json"));
        for (Vector vector : VectorsTest.JSON.fromJson(text, Vector[].class)) {
            String type = (String) vector.request.get("type"); // enough, as the answer is a recorded one
            if (vector.answer.get("type").equals("error")) {
                var error = assertThrows(IllegalStateException.class, () -> engine.request(type, Map.of()), vector.name);
                assertEquals(type + ": " + vector.answer.get("error"), error.getMessage(), vector.name);
            } else {
                Map<String, Object> found = new HashMap<>();
                engine.request(type, Map.of()).forEach((key, value) -> found.put(key, VectorsTest.spelled(value)));
                assertEquals(vector.answer, found, vector.name);
            }
        }
    }
}
