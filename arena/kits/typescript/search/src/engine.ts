// The arena's rules engine, a program beside the bot. ENGINE.md lists its requests with their fields.

import { spawn } from "node:child_process";
import type { Socket } from "node:net";
import { decodeMultiStream, encode } from "@msgpack/msgpack";
import type { PlainMap } from "./arena.js";

export class Engine {
  private readonly input: Socket;
  private readonly output: Socket;
  private readonly answers: AsyncGenerator<unknown, void, void>;

  /** Starts it. The command, in a shell's words, comes from the arena if bot.toml says `engine = true`. */
  constructor(command = process.env["ARENA_ENGINE"]) {
    if (!command) throw new Error("ARENA_ENGINE is not set: bot.toml must say engine = true");
    const child = spawn("sh", ["-c", `exec ${command}`], { stdio: ["pipe", "pipe", "inherit"] });
    this.input = child.stdin as unknown as Socket; // which pipes are in Node.js
    this.output = child.stdout as unknown as Socket;
    this.answers = decodeMultiStream(this.output);
    this.input.on("error", () => {}); // it has ended: so have its answers
    for (const part of [child, this.input, this.output]) part.unref(); // the bot may end when it likes
  }

  /** Its answer to a request such as {type: "new", game: "portals", players: 2}; one at a time. */
  async request(fields: { type: string; [key: string]: unknown }): Promise<PlainMap> {
    this.output.ref();
    this.input.write(encode(fields));
    const next = await this.answers.next();
    this.output.unref();
    if (next.done) throw new Error("the engine has ended");
    const answer = next.value as PlainMap;
    if (answer["type"] === "error") throw new Error(`${fields.type}: ${answer["error"]}`);
    return answer;
  }
}
