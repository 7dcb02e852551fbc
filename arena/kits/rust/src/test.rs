//! Replays recorded messages of the arena to the bot.

use std::io::BufReader;

use crate::arena::{play, FromBot};
use crate::MyBot;

#[test]
fn answers_each_recorded_message_that_asks() {
    let said = include_bytes!("../test/vectors/conversation.msgpack");
    let mut written = Vec::new();
    play(
        &mut MyBot::default(),
        BufReader::with_capacity(7, &said[..]),
        &mut written,
    )
    .unwrap();

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
