mod arena;
mod engine;
#[cfg(test)]
mod test;

use serde_json::{json, Value};

use arena::{play, Bot, Clock, Decide, Over, PlainMap, Start};
use engine::Engine;

const LONGEST_MS: u64 = 1000;
/// How many decisions a playout goes on for, before the position is judged.
const HORIZON: u64 = 20;

/// Plays any game: tries each legal action in many playouts, and takes the one that did best on average.
#[derive(Default)]
pub struct MyBot {
    engine: Option<Engine>,
    components: Option<PlainMap>,
}

impl MyBot {
    /// The engine's answer; it is started by the first request.
    fn ask(&mut self, request: Value) -> PlainMap {
        self.engine
            .get_or_insert_with(|| Engine::start().unwrap_or_else(|error| panic!("{error}")))
            .request(&request)
            .unwrap_or_else(|error| panic!("the engine: {error}"))
    }
}

/// How long to think: most of the time for a move, a small part of what is there for the whole match.
fn milliseconds(clock: &Clock) -> u64 {
    let of_move = clock.move_ms.map(|ms| ms / 2);
    let of_bank = clock.bank_ms.map(|ms| ms / 40);
    let limits = [Some(LONGEST_MS), of_move, of_bank];
    limits.into_iter().flatten().min().unwrap_or(LONGEST_MS)
}

impl Bot for MyBot {
    const NAME: &'static str = "{{name}}";
    const SEND: &'static [&'static str] = &["view"];

    /// A match begins: have the engine load the game before the clock runs.
    fn start(&mut self, game: &Start) {
        self.components.clone_from(&game.components);
        self.ask(json!({
            "type": "new", "into": 0, "game": game.game, "players": game.players,
            "options": game.options, "components": game.components,
        }));
    }

    /// Start to think here: decision.kind says what is asked, decision.view what you know.
    fn choose(&mut self, decision: &Decide) -> usize {
        self.ask(json!({
            "type": "from_view", "into": 0, "view": decision.view, "seat": decision.seat,
            "components": self.components,
        }));
        let tried = self.ask(json!({
            "type": "playouts", "state": 0, "policy": "sensible", "horizon": HORIZON,
            "ms": milliseconds(&decision.clock),
        }));
        // An index into decision.legal; `tries` and `means` say how each action did.
        let best = tried["best"]
            .as_u64()
            .expect("playouts are answered with `best`");
        best as usize
    }

    /// The match has ended: result.scores and .ranks are by seat.
    fn over(&mut self, _result: &Over) {}
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    play(
        &mut MyBot::default(),
        std::io::stdin().lock(),
        std::io::stdout().lock(),
    )
}
