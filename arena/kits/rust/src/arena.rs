//! Talks with the arena: MessagePack over stdin and stdout. The types are the tables of SPEC.md.

use std::error::Error;
use std::io::{BufRead, Write};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

pub type PlainMap = Map<String, Value>;

/// Milliseconds; none where there is no limit of that kind.
#[derive(Debug, Deserialize)]
#[allow(dead_code)]
pub struct Clock {
    pub move_ms: Option<u64>,
    pub bank_ms: Option<u64>,
    pub increment_ms: Option<u64>,
}

#[derive(Debug, Deserialize)]
#[allow(dead_code)]
pub struct Start {
    pub game: String,
    pub players: usize,
    pub seat: usize,
    pub options: PlainMap,
    pub clock: Clock,
    pub bot_seed: u64,
    pub components: Option<PlainMap>,
}

/// `view`, `legal` and `events` are empty if the bot's `SEND` does not ask for them.
#[derive(Debug, Deserialize)]
#[allow(dead_code)]
pub struct Decide {
    pub id: u64,
    pub seat: usize,
    pub kind: String,
    pub clock: Clock,
    #[serde(default)]
    pub view: PlainMap,
    #[serde(default)]
    pub legal: Vec<PlainMap>,
    #[serde(default)]
    pub events: Vec<PlainMap>,
}

#[derive(Debug, Deserialize)]
#[allow(dead_code)]
pub struct Over {
    pub scores: Vec<f64>,
    pub ranks: Vec<usize>,
    pub faults: Vec<PlainMap>,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum FromArena {
    Hello,
    Start(Start),
    Decide(Decide),
    Rejected {
        reason: String,
    },
    Over(Over),
    Bye,
    #[serde(other)]
    Unknown,
}

#[derive(Debug, Serialize, Deserialize, PartialEq)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum FromBot {
    Hello {
        protocol: u8,
        name: String,
        send: Vec<String>,
    },
    Ready,
    Act {
        id: u64,
        index: usize,
    },
}

pub trait Bot {
    const NAME: &'static str;
    /// The parts of a decision that it wants: any of "view", "legal" and "events".
    const SEND: &'static [&'static str];

    fn start(&mut self, game: &Start);
    /// An index into `decision.legal`.
    fn choose(&mut self, decision: &Decide) -> usize;
    fn over(&mut self, result: &Over);
}

/// Play until the arena says bye or goes away.
pub fn play<B: Bot>(
    bot: &mut B,
    mut input: impl BufRead,
    mut output: impl Write,
) -> Result<(), Box<dyn Error>> {
    let mut last = None;
    while !input.fill_buf()?.is_empty() {
        let answer = match rmp_serde::from_read(&mut input)? {
            FromArena::Hello => Some(FromBot::Hello {
                protocol: 1,
                name: B::NAME.to_string(),
                send: B::SEND.iter().map(|part| part.to_string()).collect(),
            }),
            FromArena::Start(start) => {
                bot.start(&start);
                Some(FromBot::Ready)
            }
            FromArena::Decide(decision) => Some(act(bot, last.insert(decision))),
            FromArena::Rejected { reason } => {
                eprintln!("rejected: {reason}");
                last.as_ref().map(|decision| act(bot, decision))
            }
            FromArena::Over(result) => {
                bot.over(&result);
                None
            }
            FromArena::Bye => break,
            FromArena::Unknown => None,
        };
        if let Some(answer) = answer {
            output.write_all(&rmp_serde::to_vec_named(&answer)?)?;
            output.flush()?;
        }
    }
    Ok(())
}

fn act(bot: &mut impl Bot, decision: &Decide) -> FromBot {
    FromBot::Act {
        id: decision.id,
        index: bot.choose(decision),
    }
}
