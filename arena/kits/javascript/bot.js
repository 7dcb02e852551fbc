import { fileURLToPath } from "node:url";
import { play } from "./arena.js";

/** Numbers from 0 to 1, the same for the same seed (mulberry32), so that tournaments can be repeated. */
function seededRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Plays any game at random. */
export const bot = {
  name: "{{name}}",
  send: ["view", "legal", "events"],

  /** A match begins: look at match.game, .players, .seat and .options. */
  start(match) {
    this.random = seededRandom(match.bot_seed);
  },

  /** Start to think here: decision.kind says what is asked, decision.view what you know. */
  choose(decision) {
    return Math.floor(this.random() * decision.legal.length); // an index, or one of decision.legal itself
  },

  /** The match has ended: result.scores and .ranks are by seat. */
  over(result) {},
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await play(bot);
}
