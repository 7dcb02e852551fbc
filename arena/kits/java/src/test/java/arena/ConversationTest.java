package arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessageUnpacker;
import org.msgpack.value.Value;

class ConversationTest {
    @Test
    void answersEachRecordedMessageThatAsks() throws IOException {
        var written = new ByteArrayOutputStream();
        try (InputStream said = Files.newInputStream(Path.of("test/vectors/conversation.msgpack"))) {
            new Conversation(new MyBot(), said, written).play();
        }
        assertNull(Wire.fault(written.toByteArray(), true));
        MessageUnpacker answers = MessagePack.newDefaultUnpacker(written.toByteArray());
        String[] types = {"hello", "ready", "act", "act", "act", "ready"};
        int[] ids = {0, 0, 1, 1, 2, 0};
        int[] legal = {0, 0, 3, 3, 2, 0};
        for (int i = 0; i < types.length; i++) {
            Map<String, Value> answer = Conversation.fields(answers.unpackValue());
            assertEquals(types[i], answer.get("type").asStringValue().asString());
            if (ids[i] > 0) {
                assertEquals(ids[i], answer.get("id").asIntegerValue().asInt());
                int index = answer.get("index").asIntegerValue().asInt();
                assertTrue(0 <= index && index < legal[i]);
            }
        }
        assertFalse(answers.hasNext());
    }
}
