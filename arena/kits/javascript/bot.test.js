import assert from "node:assert/strict";
import { createReadStream } from "node:fs";
import test from "node:test";
import { decodeMulti } from "@msgpack/msgpack";
import { play } from "./arena.js";
import { bot } from "./bot.js";

test("answers each recorded message that asks", async () => {
  const written = [];
  const output = { write: (bytes) => written.push(bytes) };
  await play(bot, createReadStream("test/vectors/conversation.msgpack", { highWaterMark: 7 }), output);
  const answers = [...decodeMulti(Buffer.concat(written))];
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
  acts.forEach((act, i) => assert.ok(act.index >= 0 && act.index < legal[i]));
});
