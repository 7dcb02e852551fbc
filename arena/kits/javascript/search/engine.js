// The arena's rules engine, a program beside the bot. ENGINE.md lists its requests with their fields.

import { spawn } from "node:child_process";
import { decodeMultiStream, encode } from "@msgpack/msgpack";

export class Engine {
  /** Starts it. The command, in a shell's words, comes from the arena if bot.toml says `engine = true`. */
  constructor(command = process.env.ARENA_ENGINE) {
    if (!command) throw new Error("ARENA_ENGINE is not set: bot.toml must say engine = true");
    const child = spawn("sh", ["-c", `exec ${command}`], { stdio: ["pipe", "pipe", "inherit"] });
    this.child = child;
    this.answers = decodeMultiStream(child.stdout);
    child.stdin.on("error", () => {}); // it has ended: so have its answers
    for (const part of [child, child.stdin, child.stdout]) part.unref(); // the bot may end when it likes
  }

  /** Its answer to a request such as {type: "new", game: "portals", players: 2}; one at a time. */
  async request(fields) {
    this.child.stdout.ref();
    this.child.stdin.write(encode(fields));
    const { value: answer, done } = await this.answers.next();
    this.child.stdout.unref();
    if (done) throw new Error("the engine has ended");
    if (answer.type === "error") throw new Error(`${fields.type}: ${answer.error}`);
    return answer;
  }
}
