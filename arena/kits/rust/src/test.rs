//! Replays recorded messages of the arena to the bot, and the protocol's test vectors to what reads messages.

mod wire;

use std::fs;
use std::io::BufReader;

use serde::Deserialize;
use serde_json::Value;

use crate::arena::{play, FromBot, PlainMap};
use crate::MyBot;

#[test]
fn answers_each_recorded_message_that_asks() {
    let said = fs::read("test/vectors/conversation.msgpack").unwrap();
    let mut written = Vec::new();
    play(
        &mut MyBot::default(),
        BufReader::with_capacity(7, &said[..]),
        &mut written,
    )
    .unwrap();
    assert_eq!(wire::fault(&written, true), None);

    let mut rest = &written[..];
    let mut acts = Vec::new();
    let mut types = Vec::new();
    while !rest.is_empty() {
        match rmp_serde::from_read(&mut rest).unwrap() {
            FromBot::Hello { protocol, .. } => types.push(format!("hello {protocol}")),
            FromBot::Ready => types.push("ready".to_string()),
            FromBot::Act { id, index } => {
                types.push(format!("act {id}"));
                acts.push(index);
            }
        }
    }
    assert_eq!(
        types,
        ["hello 1", "ready", "act 1", "act 1", "act 2", "ready"]
    );
    assert!(acts
        .iter()
        .zip([3, 3, 2])
        .all(|(index, legal)| *index < legal));
}

/// One of the protocol's own byte strings, see test/vectors/README.md.
#[derive(Deserialize)]
struct Vector {
    name: String,
    from: Option<String>,
    #[serde(default)]
    hex: String,
    #[serde(default)]
    parts: Vec<(String, usize)>,
    #[serde(default)]
    value: Value,
    kind: Option<String>,
}

#[test]
fn valid_bytes_are_read_as_their_value() {
    for vector in vectors("valid") {
        let name = &vector.name;
        let expected = readable(vector.value.clone()).to_string(); // as text, 2.0 differs from 2 and -0.0 from 0.0
        let value: PlainMap = rmp_serde::from_slice(&vector.bytes()).expect(name);
        let packed = rmp_serde::to_vec_named(&value).unwrap();
        let again: PlainMap = rmp_serde::from_slice(&packed).expect(name);
        assert_eq!(Value::from(value).to_string(), expected, "{name}");
        assert_eq!(
            Value::from(again).to_string(),
            expected,
            "{name}, packed again"
        );
        assert_eq!(vector.fault(), None, "{name}");
    }
}

#[test]
fn invalid_bytes_are_the_named_fault() {
    for vector in vectors("invalid") {
        // What the arena itself must not send is left out: a bot trusts it.
        if vector.from.as_deref() != Some("arena") {
            assert_eq!(vector.fault(), vector.kind.as_deref(), "{}", vector.name);
        }
    }
}

impl Vector {
    fn bytes(&self) -> Vec<u8> {
        let mut hex = self.hex.clone();
        for (part, times) in &self.parts {
            hex += &part.repeat(*times);
        }
        (0..hex.len())
            .step_by(2)
            .map(|place| u8::from_str_radix(&hex[place..place + 2], 16).unwrap())
            .collect()
    }

    fn fault(&self) -> Option<&'static str> {
        wire::fault(&self.bytes(), self.from.as_deref() == Some("bot"))
    }
}

fn vectors(name: &str) -> Vec<Vector> {
    let text = fs::read_to_string(format!("test/vectors/{name}.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// A vector's value as it can be read: serde_json has null for floats that JSON can't write.
fn readable(value: Value) -> Value {
    match value {
        Value::Array(items) => items.into_iter().map(readable).collect(),
        Value::Object(map) if map.contains_key("float") => Value::Null,
        Value::Object(map) => map
            .into_iter()
            .map(|(key, item)| (key, readable(item)))
            .collect(),
        value => value,
    }
}
