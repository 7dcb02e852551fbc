import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import type { PlainMap } from "./arena.js";
import { Engine } from "./engine.js";

interface Vector {
  name: string;
  request: { type: string };
  answer: PlainMap;
}

// Recorded answers of the engine, see ENGINE.md.
test("answers are read, and refusals raised", async () => {
  const engine = new Engine("sh -c 'cat test/vectors/engine.msgpack; cat >/dev/null'");
  const vectors: Vector[] = JSON.parse(readFileSync("test/vectors/engine.json", "utf8"));
  for (const { name, request, answer } of vectors) {
    if (answer["type"] === "error") {
      const refused = (error: Error) => error.message.endsWith(String(answer["error"]));
      await assert.rejects(engine.request(request), refused, name);
    } else {
      assert.deepEqual(await engine.request(request), answer, name);
    }
  }
});
