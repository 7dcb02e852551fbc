#pragma once

#include <random>

#include "arena.hpp"

/// Plays any game at random.
class MyBot : public arena::Bot {
public:
    std::string name() const override { return "{{name}}"; }

    std::vector<std::string> send() const override { return {"view", "legal", "events"}; }

    /// A match begins: look at match.game, .players, .seat and .options.
    void start(const arena::Start& match) override {
        random.seed(match.bot_seed);  // same seed, same game: tournaments can be repeated
    }

    /// Start to think here: decision.kind says what is asked, decision.view what you know.
    std::size_t choose(const arena::Decision& decision) override { return random() % decision.legal.size(); }

    /// The match has ended: result.scores and .ranks are by seat.
    void over(const arena::Over&) override {}

private:
    std::mt19937_64 random;
};
