package arena

import org.msgpack.core.MessagePack
import org.msgpack.core.MessagePackException
import org.msgpack.core.MessageSizeException
import org.msgpack.core.MessageUnpacker
import org.msgpack.value.Value
import org.msgpack.value.ValueFactory
import org.msgpack.value.ValueType

/** Reads bytes as the arena reads a bot's, and names the fault it would find; for tests. SPEC.md has the rules. */
object Wire {
    private const val MAX_MESSAGE = 1 shl 20 // bytes
    private const val MAX_DEPTH = 64 // arrays and maps inside each other
    private const val MAX_VALUES = 1L shl 14 // in a bot's message, keys counted
    private const val MAX_NOTE = 4096 // bytes
    private val version = ValueFactory.newInteger(1)
    private val parts = listOf("view", "legal", "events").map { ValueFactory.newString(it) }

    /** The kind of the first fault, null if there is none. With [fromBot] the maps must be a bot's messages. */
    fun fault(data: ByteArray, fromBot: Boolean = true): String? {
        val input = MessagePack.newDefaultUnpacker(data)
        val messages = MessagePack.newDefaultUnpacker(data)
        try {
            while (input.hasNext()) {
                Reader(input, if (fromBot) MAX_VALUES else Long.MAX_VALUE).message() // first, as the library has no limits
                val message = messages.unpackValue().fields()
                if (fromBot) check(message.filterValues { !it.isNilValue }) // nil counts as absent
            }
            return null
        } catch (fault: Fault) {
            return fault.message
        } catch (e: MessageSizeException) { // a header that announces 2 billion or more
            return "oversize"
        } catch (e: MessagePackException) { // cut off, the byte 0xC1, or not UTF-8
            return "garbage"
        }
    }

    /** Throws [Fault] if a map is no message of a bot. */
    private fun check(message: Fields) {
        val right =
            when (message["type"]?.toString()) { // only a string is written as one of these
                "hello" -> isHello(message)
                "ready" -> true
                "act" -> isAct(message)
                else -> false
            }
        if (!right) throw Fault("protocol")
    }

    private fun isHello(message: Fields) =
        message["protocol"] == version &&
            message["name"]?.isStringValue == true &&
            message["version"]?.isStringValue != false &&
            message["author"]?.isStringValue != false &&
            message["games"]?.isListOf { it.isStringValue } != false &&
            message["send"]?.isListOf { it in parts } != false

    private fun Value.isListOf(test: (Value) -> Boolean) = isArrayValue && asArrayValue().all(test)

    private fun isAct(message: Fields): Boolean {
        val index = message["index"]
        val action = message["action"]
        if (message["id"]?.isIntegerValue != true) return false
        if (index?.isIntegerValue == false || action?.isMapValue == false) return false
        message["note"]?.let { if (packed(it).size > MAX_NOTE) throw Fault("oversize") }
        return (index == null) != (action == null)
    }

    /** A value's shortest form. */
    fun packed(value: Value): ByteArray =
        MessagePack.newDefaultBufferPacker().use { it.apply { packValue(value) }.toByteArray() }

    /** Its message is the kind: garbage, oversize or protocol. */
    private class Fault(kind: String) : Exception(kind)

    /** Steps over one message. */
    private class Reader(private val input: MessageUnpacker, maxValues: Long) {
        private val start = input.totalReadBytes
        private var owed = 1L // values that are announced, and to come
        private var spare = maxValues - 1 // values that may be announced yet

        fun message() {
            expect(ValueType.MAP)
            value(0)
        }

        private fun expect(type: ValueType) {
            if (input.nextFormat.valueType != type) throw Fault("garbage")
        }

        private fun value(depth: Int) {
            val type = input.nextFormat.valueType
            if (depth == MAX_DEPTH && (type == ValueType.ARRAY || type == ValueType.MAP)) throw Fault("garbage")
            owed--
            when (type) {
                ValueType.NIL, ValueType.BOOLEAN, ValueType.INTEGER, ValueType.FLOAT -> {
                    input.skipValue()
                    makeRoom(0)
                }
                ValueType.STRING -> {
                    val size = input.unpackRawStringHeader()
                    makeRoom(size.toLong())
                    ValueFactory.newString(input.readPayload(size)).asString() // throws if it is not UTF-8
                }
                ValueType.ARRAY -> {
                    val count = input.unpackArrayHeader()
                    owe(count.toLong())
                    repeat(count) { value(depth + 1) }
                }
                ValueType.MAP -> {
                    val count = input.unpackMapHeader()
                    owe(2L * count)
                    repeat(count) {
                        expect(ValueType.STRING)
                        value(depth + 1)
                        value(depth + 1)
                    }
                }
                else -> throw Fault("garbage") // bin and extension types
            }
        }

        private fun owe(count: Long) {
            owed += count
            makeRoom(owed)
            spare -= count
            if (spare < 0) throw Fault("oversize")
        }

        /** Refuses a message that its own headers make too long, before those bytes come. */
        private fun makeRoom(count: Long) {
            if (input.totalReadBytes - start + count > MAX_MESSAGE) throw Fault("oversize")
        }
    }
}
