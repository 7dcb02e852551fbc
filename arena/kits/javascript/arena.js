// Talks with the arena: MessagePack over stdin and stdout.

import { decodeMultiStream, encode } from "@msgpack/msgpack";

// Standard output belongs to the arena, so what the bot logs goes to standard error.
console.log = console.info = console.debug = console.error;

/**
 * Play until the arena says bye or goes away.
 *
 * `bot` has `name`, `send` (which of "view", "legal" and "events" it wants), `choose(decision)`, and may have
 * `start(match)` and `over(result)`; all three may be async. The objects that it gets are the arena's messages, see
 * SPEC.md.
 */
export async function play(bot, input = process.stdin, output = process.stdout) {
  const send = (message) => output.write(encode(message));
  let decision;
  const act = async () => {
    const choice = await bot.choose(decision);
    const answer = typeof choice === "number" ? { index: choice } : { action: choice };
    send({ type: "act", id: decision.id, ...answer });
  };
  for await (const message of decodeMultiStream(input)) {
    switch (message.type) {
      case "hello":
        send({ type: "hello", protocol: 1, name: bot.name, send: bot.send });
        break;
      case "start":
        await bot.start?.(message);
        send({ type: "ready" });
        break;
      case "decide":
        decision = message;
        await act();
        break;
      case "rejected":
        console.error("rejected:", message.reason);
        await act();
        break;
      case "over":
        await bot.over?.(message);
        break;
      case "bye":
        return;
    }
  }
}
