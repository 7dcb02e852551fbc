import assert from "node:assert/strict";
import { createReadStream } from "node:fs";
import test from "node:test";
import { decodeMulti } from "@msgpack/msgpack";
import { play } from "./arena.js";
import { MyBot } from "./bot.js";

interface Answer {
  type: string;
  id: number;
  index: number;
}

test("answers each recorded message that asks", async () => {
  const written: Uint8Array[] = [];
  const output = { write: (bytes: Uint8Array) => written.push(bytes) };
  await play(new MyBot(), createReadStream("test/vectors/conversation.msgpack", { highWaterMark: 7 }), output);
  const answers = [...decodeMulti(Buffer.concat(written))] as Answer[];
  assert.deepEqual(
    answers.map((answer) => answer.type),
    ["hello", "ready", "act", "act", "act", "ready"],
  );
  const acts = answers.slice(2, 5);
  assert.deepEqual(
    acts.map((act) => act.id),
    [1, 1, 2],
  );
  const legal = [3, 3, 2];
  acts.forEach((act, i) => assert.ok(act.index >= 0 && act.index < legal[i]!));
});
