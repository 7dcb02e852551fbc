import { fileURLToPath } from "node:url";
import { play } from "./arena.js";
import { Engine } from "./engine.js";

const LONGEST_MS = 1000;
const HORIZON = 20; // how many decisions a playout goes on for, before the position is judged

/** How long to think: half of the time for a move, a small part of what is there for the whole match. */
function milliseconds(clock) {
  const limits = [LONGEST_MS];
  if (clock.move_ms !== null) limits.push(clock.move_ms / 2);
  if (clock.bank_ms !== null) limits.push(clock.bank_ms / 40);
  return Math.floor(Math.min(...limits));
}

/** Plays any game: tries each legal action in many playouts, and takes the one that did best on average. */
export const bot = {
  name: "{{name}}",
  send: ["view"],

  /** A match begins: have the engine load the game before the clock runs. */
  async start({ game, players, options, components }) {
    this.components = components;
    this.engine ??= new Engine();
    await this.engine.request({ type: "new", into: 0, game, players, options, components });
  },

  /** Start to think here: decision.kind says what is asked, decision.view what you know. */
  async choose({ view, seat, clock }) {
    await this.engine.request({ type: "from_view", into: 0, view, seat, components: this.components });
    const trial = { policy: "sensible", horizon: HORIZON, ms: milliseconds(clock) };
    const tried = await this.engine.request({ type: "playouts", state: 0, ...trial });
    return tried.best; // an index into decision.legal; tried.tries and .means say how each did
  },

  /** The match has ended: result.scores and .ranks are by seat. */
  over(result) {},
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await play(bot);
}
