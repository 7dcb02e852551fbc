import assert from "node:assert/strict";
import { createReadStream, readFileSync } from "node:fs";
import test from "node:test";
import { decode, decodeMulti, encode } from "@msgpack/msgpack";
import { play } from "./arena.js";
import { bot } from "./bot.js";
import { fault } from "./wire.js";

test("answers each recorded message that asks", async () => {
  const chunks = [];
  const output = { write: (bytes) => chunks.push(bytes) };
  await play(bot, createReadStream("test/vectors/conversation.msgpack", { highWaterMark: 7 }), output);
  const written = Buffer.concat(chunks);
  assert.equal(fault(written), null);
  const answers = [...decodeMulti(written)];
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

// The protocol's own byte strings, see test/vectors/README.md.

test("valid bytes are read as their value", () => {
  for (const vector of vectors("valid")) {
    const value = read(vector);
    assert.deepEqual(value, vector.value, vector.name);
    const zero = Object.is(value.v, -0); // packed as the int 0
    assert.deepEqual(decode(encode(value)), zero ? { v: 0 } : value, vector.name);
    assert.equal(faultOf(vector), null, vector.name);
  }
});

test("invalid bytes are the named fault", () => {
  for (const vector of vectors("invalid")) {
    if (vector.from === "arena") continue; // a bot trusts it
    assert.equal(faultOf(vector), vector.kind, vector.name);
  }
});

/** The entries of a file, with the floats that JSON can't write. */
function vectors(name) {
  const floats = { nan: NaN, inf: Infinity, "-inf": -Infinity };
  return JSON.parse(readFileSync(`test/vectors/${name}.json`, "utf8"), (key, item) => floats[item?.float] ?? item);
}

function bytesOf(vector) {
  const parts = vector.parts ?? [[vector.hex, 1]];
  return Buffer.from(parts.map(([hex, times]) => hex.repeat(times)).join(""), "hex");
}

function read(vector) {
  try {
    return decode(bytesOf(vector));
  } catch (error) {
    assert.fail(`${vector.name}: ${error}`);
  }
}

function faultOf(vector) {
  return fault(bytesOf(vector), vector.from === "bot");
}
