//! Reads bytes as the arena reads a bot's, and names the fault it would find. SPEC.md has the rules.

use std::collections::BTreeMap;

use serde::Serialize;
use Value::{Array, Bool, Float, Int, Map, Nil, Text, Unsigned};

const MAX_MESSAGE: u64 = 1 << 20; // bytes
const MAX_DEPTH: usize = 64; // arrays and maps inside each other
const MAX_VALUES: u64 = 1 << 14; // in a bot's message, keys counted
const MAX_NOTE: usize = 4096; // bytes

/// The kind: garbage, oversize or protocol.
type Fault = &'static str;

#[derive(PartialEq, Serialize)]
#[serde(untagged)]
enum Value<'a> {
    Nil,
    Bool(bool),
    Int(i64),
    Unsigned(u64), // too large for Int
    Float(f64),
    Text(&'a str),
    Array(Vec<Value<'a>>),
    Map(Fields<'a>),
}

type Fields<'a> = BTreeMap<&'a str, Value<'a>>;

/// The first fault, if there is one. With `from_bot` the maps must be a bot's messages.
pub fn fault(data: &[u8], from_bot: bool) -> Option<Fault> {
    read(data, from_bot).err()
}

fn read(data: &[u8], from_bot: bool) -> Result<(), Fault> {
    let mut reader = Reader {
        data,
        start: 0,
        place: 0,
        owed: 0,
        spare: 0,
        max_values: if from_bot { MAX_VALUES } else { u64::MAX },
    };
    while reader.place < data.len() {
        let message = reader.message()?;
        if from_bot {
            check(&message)?;
        }
    }
    Ok(())
}

/// Fails if a map is no message of a bot.
fn check(message: &Fields) -> Result<(), Fault> {
    let field = |name| message.get(name).unwrap_or(&Nil);
    let is_optional = |name, fits: fn(&Value) -> bool| *field(name) == Nil || fits(field(name));
    match field("type") {
        Text("hello") => ensure(
            *field("protocol") == Int(1)
                && is_text(field("name"))
                && is_optional("version", is_text)
                && is_optional("author", is_text)
                && is_optional("games", |games| is_list(games, is_text))
                && is_optional("send", |send| is_list(send, is_part)),
            "protocol",
        ),
        Text("ready") => Ok(()),
        Text("act") => {
            let fits = is_int(field("id"))
                && is_optional("index", is_int)
                && is_optional("action", |action| matches!(action, Map(_)));
            let note = rmp_serde::to_vec(field("note")).unwrap();
            ensure(fits, "protocol")?;
            ensure(note.len() <= MAX_NOTE, "oversize")?;
            ensure(
                (*field("index") == Nil) != (*field("action") == Nil),
                "protocol",
            )
        }
        _ => Err("protocol"),
    }
}

fn ensure(right: bool, otherwise: Fault) -> Result<(), Fault> {
    if right {
        Ok(())
    } else {
        Err(otherwise)
    }
}

fn is_int(value: &Value) -> bool {
    matches!(value, Int(_) | Unsigned(_))
}

fn is_text(value: &Value) -> bool {
    matches!(value, Text(_))
}

fn is_part(value: &Value) -> bool {
    matches!(value, Text("view" | "legal" | "events"))
}

fn is_list(value: &Value, fits: fn(&Value) -> bool) -> bool {
    matches!(value, Array(items) if items.iter().all(fits))
}

/// Reads one message after the other.
struct Reader<'a> {
    data: &'a [u8],
    start: usize, // of the message
    place: usize, // of the next byte
    owed: u64,    // values that are announced, and to come
    spare: u64,   // values that may be announced yet
    max_values: u64,
}

impl<'a> Reader<'a> {
    fn message(&mut self) -> Result<Fields<'a>, Fault> {
        self.start = self.place;
        self.owed = 1;
        self.spare = self.max_values - 1;
        let head = self.data[self.place];
        ensure(matches!(head, 0x80..=0x8F | 0xDE | 0xDF), "garbage")?;
        match self.value(0)? {
            Map(message) => Ok(message),
            _ => Err("garbage"),
        }
    }

    fn value(&mut self, depth: usize) -> Result<Value<'a>, Fault> {
        let head = self.take(1)?[0];
        self.owed -= 1;
        let count = match head {
            0x80..=0x9F => u64::from(head & 0x0F),
            0xA0..=0xBF => u64::from(head & 0x1F),
            0xD9..=0xDB => self.number(1 << (head - 0xD9))?,
            0xDC..=0xDF => self.number(2 << (head % 2))?,
            _ => 0,
        };
        match head {
            0x00..=0x7F => Ok(Int(head.into())),
            0x80..=0x8F | 0xDE | 0xDF => self.map(count, depth),
            0x90..=0x9F | 0xDC | 0xDD => self.array(count, depth),
            0xA0..=0xBF | 0xD9..=0xDB => self.text(count),
            0xC0 => Ok(Nil),
            0xC2 | 0xC3 => Ok(Bool(head == 0xC3)),
            0xCA => Ok(Float(f32::from_bits(self.number(4)? as u32).into())),
            0xCB => Ok(Float(f64::from_bits(self.number(8)?))),
            0xCC..=0xCF => {
                let number = self.number(1 << (head - 0xCC))?;
                Ok(i64::try_from(number).map_or(Unsigned(number), Int))
            }
            0xD0..=0xD3 => {
                let width = 1 << (head - 0xD0);
                let unused = 64 - 8 * width;
                Ok(Int((self.number(width)? << unused) as i64 >> unused))
            }
            0xE0..=0xFF => Ok(Int((head as i8).into())),
            _ => Err("garbage"), // bin, extension types, and 0xC1
        }
    }

    fn map(&mut self, count: u64, depth: usize) -> Result<Value<'a>, Fault> {
        self.enter(2 * count, depth)?;
        let mut fields = Fields::new();
        for _ in 0..count {
            let key = self.key(depth)?;
            fields.insert(key, self.value(depth + 1)?);
        }
        Ok(Map(fields))
    }

    fn key(&mut self, depth: usize) -> Result<&'a str, Fault> {
        let head = self.data.get(self.place).unwrap_or(&0xA0); // none: that is for `take` to say
        ensure(matches!(head, 0xA0..=0xBF | 0xD9..=0xDB), "garbage")?;
        match self.value(depth + 1)? {
            Text(key) => Ok(key),
            _ => Err("garbage"),
        }
    }

    fn array(&mut self, count: u64, depth: usize) -> Result<Value<'a>, Fault> {
        self.enter(count, depth)?;
        (0..count)
            .map(|_| self.value(depth + 1))
            .collect::<Result<_, _>>()
            .map(Array)
    }

    fn enter(&mut self, count: u64, depth: usize) -> Result<(), Fault> {
        ensure(depth < MAX_DEPTH, "garbage")?;
        self.owed += count;
        self.make_room(self.owed)?;
        self.spare = self.spare.checked_sub(count).ok_or("oversize")?;
        Ok(())
    }

    fn text(&mut self, count: u64) -> Result<Value<'a>, Fault> {
        let text = std::str::from_utf8(self.take(count)?);
        text.map(Text).or(Err("garbage"))
    }

    fn number(&mut self, width: u64) -> Result<u64, Fault> {
        let bytes = self.take(width)?.iter();
        Ok(bytes.fold(0, |number, byte| number << 8 | u64::from(*byte)))
    }

    /// The next bytes. A message that its own headers make too long is refused before they come.
    fn take(&mut self, count: u64) -> Result<&'a [u8], Fault> {
        self.make_room(count)?;
        let bytes = self.data[self.place..].get(..count as usize);
        self.place += count as usize;
        bytes.ok_or("garbage") // cut off
    }

    fn make_room(&self, count: u64) -> Result<(), Fault> {
        let size = (self.place - self.start) as u64 + count;
        ensure(size <= MAX_MESSAGE, "oversize")
    }
}
