package arena

import com.google.gson.GsonBuilder
import com.google.gson.JsonArray
import java.io.File
import java.math.BigInteger
import java.util.HexFormat
import kotlin.test.assertEquals
import kotlin.test.assertNull
import org.junit.jupiter.api.DynamicTest.dynamicTest
import org.junit.jupiter.api.TestFactory
import org.junit.jupiter.api.assertAll
import org.msgpack.core.MessagePack
import org.msgpack.value.Value
import org.msgpack.value.ValueType

/** The protocol's own byte strings, see test/vectors/README.md. */
class VectorsTest {
    @TestFactory
    fun `valid bytes are read as their value`() =
        vectors("valid").map {
            test(
                it,
                { assertEquals(it.value, spelled(read(it.bytes()))) },
                { assertEquals(it.value, spelled(read(Wire.packed(read(it.bytes()))))) },
                { assertNull(it.fault()) },
            )
        }

    /** What the arena itself must not send is left out: a bot trusts it. */
    @TestFactory
    fun `invalid bytes are the named fault`() =
        vectors("invalid").filter { it.from != "arena" }.map { test(it, { assertEquals(it.kind, it.fault()) }) }

    private fun test(vector: Vector, vararg assertions: () -> Unit) =
        dynamicTest(vector.name) { assertAll(vector.name, *assertions) }
}

private class Vector(
    val name: String,
    val from: String?,
    val hex: String?,
    val parts: List<JsonArray>?,
    val kind: String?,
    val value: Any?,
) {
    fun bytes(): ByteArray =
        HexFormat.of().parseHex(hex ?: parts!!.joinToString("") { it[0].asString.repeat(it[1].asInt) })

    fun fault() = Wire.fault(bytes(), fromBot = from == "bot")
}

private val json =
    GsonBuilder()
        .setObjectToNumberStrategy { it.nextString().run { if ('.' in this) toDouble() else BigInteger(this) } }
        .create()

private fun vectors(name: String) =
    File("test/vectors/$name.json").reader().use { json.fromJson(it, Array<Vector>::class.java) }

private fun read(bytes: ByteArray) = MessagePack.newDefaultUnpacker(bytes).unpackValue()

/** A value as it stands in the vectors. */
private fun spelled(value: Value): Any? =
    when (value.valueType!!) {
        ValueType.NIL -> null
        ValueType.BOOLEAN -> value.asBooleanValue().boolean
        ValueType.INTEGER -> value.asIntegerValue().asBigInteger()
        ValueType.FLOAT -> spelled(value.asFloatValue().toDouble())
        ValueType.STRING -> value.asStringValue().asString()
        ValueType.ARRAY -> value.asArrayValue().map { spelled(it) }
        ValueType.MAP -> value.fields().mapValues { (_, item) -> spelled(item) }
        ValueType.BINARY, ValueType.EXTENSION -> error("no message holds a $value")
    }

/** JSON can't write all floats. */
private fun spelled(number: Double): Any =
    if (number.isFinite()) number else mapOf("float" to "$number".lowercase().removeSuffix("inity"))
