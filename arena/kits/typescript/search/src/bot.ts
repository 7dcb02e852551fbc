import { fileURLToPath } from "node:url";
import { play, type Bot, type Clock, type Decide, type Over, type Part, type Start } from "./arena.js";
import { Engine } from "./engine.js";

const LONGEST_MS = 1000;
const HORIZON = 20; // how many decisions a playout goes on for, before the position is judged

/** How long to think: most of the time for a move, a small part of what is there for the whole match. */
function milliseconds(clock: Clock): number {
  const limits = [LONGEST_MS];
  if (clock.move_ms !== null) limits.push(clock.move_ms / 2);
  if (clock.bank_ms !== null) limits.push(clock.bank_ms / 40);
  return Math.floor(Math.min(...limits));
}

/** Plays any game: tries each legal action in many playouts, and takes the one that did best on average. */
export class MyBot implements Bot {
  readonly name = "{{name}}";
  readonly send: Part[] = ["view"];
  private readonly engine = new Engine();
  private components: Start["components"];

  /** A match begins: have the engine load the game before the clock runs. */
  async start({ game, players, options, components }: Start): Promise<void> {
    this.components = components;
    await this.engine.request({ type: "new", into: 0, game, players, options, components });
  }

  /** Start to think here: decision.kind says what is asked, decision.view what you know. */
  async choose({ view, seat, clock }: Decide): Promise<number> {
    await this.engine.request({ type: "from_view", into: 0, view, seat, components: this.components });
    const trial = { policy: "sensible", horizon: HORIZON, ms: milliseconds(clock) };
    const tried = await this.engine.request({ type: "playouts", state: 0, ...trial });
    return tried["best"] as number; // an index into decision.legal; `tries` and `means` say how each did
  }

  /** The match has ended: result.scores and .ranks are by seat. */
  over(result: Over): void {}
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await play(new MyBot());
}
