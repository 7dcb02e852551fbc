mod arena;
#[cfg(test)]
mod test;

use arena::{play, Bot, Decide, Over, Start};

/// Plays any game at random.
#[derive(Default)]
pub struct MyBot {
    random: u64,
}

impl MyBot {
    /// A number below `limit`; the same ones for the same seed (SplitMix64), so that tournaments can be repeated.
    fn below(&mut self, limit: usize) -> usize {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.random;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % limit as u64) as usize
    }
}

impl Bot for MyBot {
    const NAME: &'static str = "{{name}}";
    const SEND: &'static [&'static str] = &["view", "legal", "events"];

    /// A match begins: look at game.game, .players, .seat and .options.
    fn start(&mut self, game: &Start) {
        self.random = game.bot_seed;
    }

    /// Start to think here: decision.kind says what is asked, decision.view what you know.
    fn choose(&mut self, decision: &Decide) -> usize {
        self.below(decision.legal.len())
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
