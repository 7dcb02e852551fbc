// Talks with the arena: MessagePack over stdin and stdout. The types are the tables of SPEC.md.

import { decodeMultiStream, encode } from "@msgpack/msgpack";

// Standard output belongs to the arena, so what the bot logs goes to standard error.
console.log = console.info = console.debug = console.error;

export type Plain = null | boolean | number | string | Plain[] | { [key: string]: Plain };
export type PlainMap = { [key: string]: Plain };
export type Part = "view" | "legal" | "events";

/** Milliseconds; null where there is no limit of that kind. */
export interface Clock {
  move_ms: number | null;
  bank_ms: number | null;
}

export interface Start {
  type: "start";
  match: string;
  game: string;
  players: number;
  seat: number;
  options: PlainMap;
  clock: Clock & { increment_ms: number | null };
  bot_seed: number;
  components?: PlainMap | null;
}

/** `view`, `legal` and `events` are there if the bot's `send` asks for them. */
export interface Decide {
  type: "decide";
  id: number;
  seat: number;
  kind: string;
  clock: Clock;
  view: PlainMap;
  legal: PlainMap[];
  events: PlainMap[];
}

export interface Over {
  type: "over";
  match: string;
  scores: number[];
  ranks: number[];
  faults: { seat: number; kind: string }[];
  events?: PlainMap[];
}

type ArenaMessage =
  | { type: "hello"; protocol: number; arena: string }
  | Start
  | Decide
  | { type: "rejected"; id: number; reason: string; tries_left: number }
  | Over
  | { type: "bye" };

export interface Bot {
  readonly name: string;
  /** The parts of a decision that it wants. */
  readonly send: Part[];
  start(match: Start): void | Promise<void>;
  /** An index into `decision.legal`, or one of its actions. */
  choose(decision: Decide): number | PlainMap | Promise<number | PlainMap>;
  over(result: Over): void;
}

/** Play until the arena says bye or goes away. */
export async function play(
  bot: Bot,
  input: AsyncIterable<Uint8Array> = process.stdin,
  output: { write(bytes: Uint8Array): unknown } = process.stdout,
): Promise<void> {
  const send = (message: object) => output.write(encode(message));
  let decision: Decide | undefined;
  const act = async (asked: Decide) => {
    const choice = await bot.choose(asked);
    const answer = typeof choice === "number" ? { index: choice } : { action: choice };
    send({ type: "act", id: asked.id, ...answer });
  };
  for await (const item of decodeMultiStream(input)) {
    const message = item as ArenaMessage;
    switch (message.type) {
      case "hello":
        send({ type: "hello", protocol: 1, name: bot.name, send: bot.send });
        break;
      case "start":
        await bot.start(message);
        send({ type: "ready" });
        break;
      case "decide":
        decision = message;
        await act(decision);
        break;
      case "rejected":
        console.error("rejected:", message.reason);
        if (decision) await act(decision);
        break;
      case "over":
        bot.over(message);
        break;
      case "bye":
        return;
    }
  }
}
