import assert from "node:assert/strict";
import { createReadStream, readFileSync } from "node:fs";
import test from "node:test";
import { decode, decodeMulti, encode } from "@msgpack/msgpack";
import { play, type PlainMap } from "./arena.js";
import { MyBot } from "./bot.js";
import { fault } from "./wire.js";

interface Answer {
  type: string;
  id: number;
  index: number;
}

/** An entry of valid.json or invalid.json. */
interface Vector {
  name: string;
  from: "bot" | "arena" | null;
  hex: string;
  parts?: [hex: string, times: number][]; // in the place of hex
  value: PlainMap; // of a valid one
  kind: string; // of an invalid one
}

test("answers each recorded message that asks", async () => {
  const chunks: Uint8Array[] = [];
  const output = { write: (bytes: Uint8Array) => chunks.push(bytes) };
  await play(new MyBot(), createReadStream("test/vectors/conversation.msgpack", { highWaterMark: 7 }), output);
  const written = Buffer.concat(chunks);
  assert.equal(fault(written), null);
  const answers = [...decodeMulti(written)] as Answer[];
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
function vectors(name: "valid" | "invalid"): Vector[] {
  const floats: Record<string, number> = { nan: NaN, inf: Infinity, "-inf": -Infinity };
  return JSON.parse(readFileSync(`test/vectors/${name}.json`, "utf8"), (key, item) => floats[item?.float] ?? item);
}

function bytesOf(vector: Vector): Buffer {
  const parts = vector.parts ?? [[vector.hex, 1]];
  return Buffer.from(parts.map(([hex, times]) => hex.repeat(times)).join(""), "hex");
}

function read(vector: Vector): PlainMap {
  try {
    return decode(bytesOf(vector)) as PlainMap;
  } catch (error) {
    assert.fail(`${vector.name}: ${error}`);
  }
}

function faultOf(vector: Vector): string | null {
  return fault(bytesOf(vector), vector.from === "bot");
}
