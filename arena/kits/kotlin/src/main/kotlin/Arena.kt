// Talks with the arena: MessagePack over two streams. SPEC.md lists the fields of all messages.

package arena

import java.io.InputStream
import java.io.OutputStream
import org.msgpack.core.MessagePack
import org.msgpack.value.Value

typealias Fields = Map<String, Value>

data class Start(
    val game: String,
    val players: Int,
    val seat: Int,
    val options: Fields,
    val botSeed: Long,
)

/**
 * A decision. [view], [legal] and [events] are empty if the bot's `send` does not ask for them; [clock] has
 * `move_ms` and `bank_ms` in milliseconds, nil where there is no limit.
 */
data class Decision(
    val id: Int,
    val kind: String,
    val clock: Fields,
    val view: Fields,
    val legal: List<Fields>,
    val events: List<Fields>,
)

interface Bot {
    val name: String

    /** The parts of a decision that it wants: any of "view", "legal" and "events". */
    val send: List<String>

    fun start(match: Start)

    /** An index into `decision.legal`. */
    fun choose(decision: Decision): Int

    /** The match has ended; `scores` and `ranks` are by seat. */
    fun over(result: Fields)
}

fun Value.fields(): Fields =
    asMapValue().entrySet().associate { (key, value) -> key.asStringValue().asString() to value }

private fun Value?.list(): List<Fields> =
    if (this == null || isNilValue) emptyList() else asArrayValue().map { it.fields() }

private fun Fields.int(key: String) = getValue(key).asIntegerValue().asInt()

private fun Fields.text(key: String) = getValue(key).asStringValue().asString()

class Conversation(private val bot: Bot, input: InputStream, output: OutputStream) {
    private val unpacker = MessagePack.newDefaultUnpacker(input)
    private val packer = MessagePack.newDefaultPacker(output)
    private lateinit var decision: Decision

    /** Play until the arena says bye or goes away. */
    fun play() {
        while (unpacker.hasNext()) {
            val message = unpacker.unpackValue().fields()
            when (message.text("type")) {
                "hello" -> sayHello()
                "start" -> {
                    bot.start(startOf(message))
                    packer.packMapHeader(1).packString("type").packString("ready").flush()
                }
                "decide" -> {
                    decision = decisionOf(message)
                    act()
                }
                "rejected" -> {
                    System.err.println("rejected: ${message["reason"]}")
                    act()
                }
                "over" -> bot.over(message)
                "bye" -> return
            }
        }
    }

    private fun sayHello() {
        packer.packMapHeader(4)
        packer.packString("type").packString("hello")
        packer.packString("protocol").packInt(1)
        packer.packString("name").packString(bot.name)
        packer.packString("send").packArrayHeader(bot.send.size)
        bot.send.forEach { packer.packString(it) }
        packer.flush()
    }

    private fun act() {
        val index = bot.choose(decision)
        packer.packMapHeader(3)
        packer.packString("type").packString("act")
        packer.packString("id").packInt(decision.id)
        packer.packString("index").packInt(index)
        packer.flush()
    }

    private fun startOf(message: Fields) =
        Start(
            game = message.text("game"),
            players = message.int("players"),
            seat = message.int("seat"),
            options = message.getValue("options").fields(),
            botSeed = message.getValue("bot_seed").asIntegerValue().asLong(),
        )

    private fun decisionOf(message: Fields) =
        Decision(
            id = message.int("id"),
            kind = message.text("kind"),
            clock = message.getValue("clock").fields(),
            view = message["view"]?.fields() ?: emptyMap(),
            legal = message["legal"].list(),
            events = message["events"].list(),
        )
}
