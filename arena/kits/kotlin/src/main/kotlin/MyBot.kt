package arena

import kotlin.random.Random

/** Plays any game at random. */
class MyBot : Bot {
    override val name = "{{name}}"
    override val send = listOf("view", "legal", "events")
    private var random = Random(0)

    /** A match begins: look at match.game, .players, .seat and .options. */
    override fun start(match: Start) {
        random = Random(match.botSeed) // same seed, same game: tournaments can be repeated
    }

    /** Start to think here: decision.kind says what is asked, decision.view what you know. */
    override fun choose(decision: Decision): Int = random.nextInt(decision.legal.size)

    override fun over(result: Fields) {}
}

fun main() {
    // Standard output belongs to the arena, so what the bot prints goes to standard error.
    val output = System.out
    System.setOut(System.err)
    Conversation(MyBot(), System.`in`, output).play()
}
