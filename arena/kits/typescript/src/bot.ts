import { fileURLToPath } from "node:url";
import { play, type Bot, type Decide, type Over, type Part, type PlainMap, type Start } from "./arena.js";

/** Numbers from 0 to 1, the same for the same seed (mulberry32), so that tournaments can be repeated. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Plays any game at random. */
export class MyBot implements Bot {
  readonly name = "{{name}}";
  readonly send: Part[] = ["view", "legal", "events"];
  private random = seededRandom(0);

  /** A match begins: look at match.game, .players, .seat and .options. */
  start(match: Start): void {
    this.random = seededRandom(match.bot_seed);
  }

  /** Start to think here: decision.kind says what is asked, decision.view what you know. */
  choose(decision: Decide): number | PlainMap {
    return Math.floor(this.random() * decision.legal.length);
  }

  /** The match has ended: result.scores and .ranks are by seat. */
  over(result: Over): void {}
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await play(new MyBot());
}
