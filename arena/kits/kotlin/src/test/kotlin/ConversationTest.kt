package arena

import java.io.ByteArrayOutputStream
import java.io.File
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertNull
import kotlin.test.assertTrue
import org.msgpack.core.MessagePack

class ConversationTest {
    @Test
    fun `answers each recorded message that asks`() {
        val written = ByteArrayOutputStream()
        File("test/vectors/conversation.msgpack").inputStream().use { Conversation(MyBot(), it, written).play() }
        assertNull(Wire.fault(written.toByteArray()))
        val unpacker = MessagePack.newDefaultUnpacker(written.toByteArray())
        val answers = buildList { while (unpacker.hasNext()) add(unpacker.unpackValue().fields()) }
        assertEquals(
            listOf("hello", "ready", "act", "act", "act", "ready"),
            answers.map { it.getValue("type").asStringValue().asString() },
        )
        val acts = answers.subList(2, 5)
        assertEquals(listOf(1, 1, 2), acts.map { it.getValue("id").asIntegerValue().asInt() })
        acts.zip(listOf(3, 3, 2)).forEach { (act, legal) ->
            assertTrue(act.getValue("index").asIntegerValue().asInt() in 0 until legal)
        }
    }
}
