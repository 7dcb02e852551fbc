// Reads bytes as the arena reads a bot's, and names the fault it would find; for the test. SPEC.md has the rules.

import { isUtf8 } from "node:buffer";
import { encode } from "@msgpack/msgpack";
import type { Plain, PlainMap } from "./arena.js";

const MAX_MESSAGE = 1 << 20; // bytes
const MAX_DEPTH = 64; // arrays and maps inside each other
const MAX_VALUES = 1 << 14; // in a bot's message, keys counted
const MAX_NOTE = 4096; // bytes
const PARTS: unknown[] = ["view", "legal", "events"];

/** Its message is the kind: garbage, oversize or protocol. */
class Fault extends Error {}

/** The kind of the first fault, null if there is none. With `fromBot` the maps must be a bot's messages. */
export function fault(bytes: Buffer, fromBot = true): string | null {
  let place = 0;
  try {
    while (place < bytes.length) {
      const reader = new Reader(bytes, place, fromBot ? MAX_VALUES : Infinity);
      const message = reader.message();
      if (fromBot) check(message);
      place = reader.place;
    }
    return null;
  } catch (error) {
    if (error instanceof Fault) return error.message;
    throw error;
  }
}

/** Throws Fault if a map is no message of a bot. */
function check(message: PlainMap): void {
  const { type } = message;
  const right = type === "hello" ? isHello(message) : type === "act" ? isAct(message) : type === "ready";
  if (!right) throw new Fault("protocol");
}

function isHello({ protocol, name, version, author, games, send }: PlainMap): boolean {
  return (
    protocol === 1 &&
    [name, version ?? "", author ?? ""].every(isString) &&
    isList(games ?? [], isString) &&
    isList(send ?? [], (part) => PARTS.includes(part))
  );
}

function isAct({ id, index, action, note }: PlainMap): boolean {
  if (![id, index ?? 0].every(Number.isInteger) || !isMap(action ?? {})) return false;
  if (encode(note ?? null).length > MAX_NOTE) throw new Fault("oversize");
  return (index == null) !== (action == null);
}

const isString = (value: unknown) => typeof value === "string";
const isMap = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);
const isList = (value: unknown, isRight: (item: unknown) => boolean) =>
  Array.isArray(value) && value.every(isRight);

/** Reads one message, which begins at `place`. */
class Reader {
  place: number;
  private readonly start: number;
  private owed = 1; // values that are announced, and to come
  private spare: number; // values that may be announced yet

  constructor(
    private readonly bytes: Buffer,
    place: number,
    maxValues: number,
  ) {
    this.start = this.place = place;
    this.spare = maxValues - 1;
  }

  message(): PlainMap {
    const head = this.bytes[this.place]!;
    if ((head & 0xf0) !== 0x80 && head !== 0xde && head !== 0xdf) throw new Fault("garbage");
    return this.value(0) as PlainMap;
  }

  private value(depth: number): Plain {
    const head = this.take(1)[0]!;
    this.owed -= 1;
    if (head <= 0x7f) return head;
    if (head <= 0x8f) return this.map(head & 0x0f, depth);
    if (head <= 0x9f) return this.array(head & 0x0f, depth);
    if (head <= 0xbf) return this.string(head & 0x1f);
    if (head === 0xc0) return null;
    if (head === 0xc2 || head === 0xc3) return head === 0xc3;
    if (head === 0xca || head === 0xcb) return this.float(1 << (head - 0xc8));
    if (head >= 0xcc && head <= 0xcf) return this.unsigned(1 << (head - 0xcc));
    if (head >= 0xd0 && head <= 0xd3) return this.signed(1 << (head - 0xd0));
    if (head >= 0xd9 && head <= 0xdb) return this.string(this.unsigned(1 << (head - 0xd9)));
    if (head === 0xdc || head === 0xdd) return this.array(this.unsigned(1 << (head - 0xdb)), depth);
    if (head === 0xde || head === 0xdf) return this.map(this.unsigned(1 << (head - 0xdd)), depth);
    if (head >= 0xe0) return head - 0x100;
    throw new Fault("garbage"); // bin, extension types, and 0xC1
  }

  /** NaN whatever it is, to tell it from the ints: only the kind and the size of a value matter here. */
  private float(width: number): number {
    this.take(width);
    return NaN;
  }

  private unsigned(width: number): number {
    const bytes = this.take(width);
    return width === 8 ? Number(bytes.readBigUInt64BE()) : bytes.readUIntBE(0, width);
  }

  private signed(width: number): number {
    const bytes = this.take(width);
    return width === 8 ? Number(bytes.readBigInt64BE()) : bytes.readIntBE(0, width);
  }

  private array(count: number, depth: number): Plain[] {
    this.enter(count, depth);
    const items: Plain[] = [];
    while (items.length < count) items.push(this.value(depth + 1));
    return items;
  }

  private map(count: number, depth: number): PlainMap {
    this.enter(2 * count, depth);
    const entries: [string, Plain][] = [];
    while (entries.length < count) entries.push([this.key(depth), this.value(depth + 1)]);
    return Object.fromEntries(entries);
  }

  private enter(count: number, depth: number): void {
    if (depth === MAX_DEPTH) throw new Fault("garbage");
    this.owed += count;
    this.makeRoom(this.owed);
    this.spare -= count;
    if (this.spare < 0) throw new Fault("oversize");
  }

  private key(depth: number): string {
    const head = this.bytes[this.place]!;
    if ((head & 0xe0) !== 0xa0 && !(head >= 0xd9 && head <= 0xdb)) throw new Fault("garbage");
    return this.value(depth + 1) as string;
  }

  private string(count: number): string {
    const bytes = this.take(count);
    if (!isUtf8(bytes)) throw new Fault("garbage");
    return bytes.toString();
  }

  /** The next bytes. A message that its own headers make too long is refused before they come. */
  private take(count: number): Buffer {
    this.makeRoom(count);
    if (this.place + count > this.bytes.length) throw new Fault("garbage"); // cut off
    this.place += count;
    return this.bytes.subarray(this.place - count, this.place);
  }

  private makeRoom(count: number): void {
    if (this.place + count - this.start > MAX_MESSAGE) throw new Fault("oversize");
  }
}
