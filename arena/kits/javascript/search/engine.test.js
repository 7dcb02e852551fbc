import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { Engine } from "./engine.js";

// Recorded answers of the engine, see ENGINE.md.
test("answers are read, and refusals raised", async () => {
  const engine = new Engine("sh -c 'cat test/vectors/engine.msgpack; cat >/dev/null'");
  for (const { name, request, answer } of JSON.parse(readFileSync("test/vectors/engine.json", "utf8"))) {
    if (answer.type === "error") {
      const refused = (error) => error.message.endsWith(answer.error);
      await assert.rejects(engine.request(request), refused, name);
    } else {
      assert.deepEqual(await engine.request(request), answer, name);
    }
  }
});
