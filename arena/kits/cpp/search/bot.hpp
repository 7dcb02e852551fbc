#pragma once

#include <algorithm>
#include <memory>

#include "arena.hpp"
#include "engine.hpp"

/// Plays any game: tries each legal action in many playouts, and takes the one that did best on average.
class MyBot : public arena::Bot {
public:
    std::string name() const override { return "{{name}}"; }

    std::vector<std::string> send() const override { return {"view"}; }

    /// A match begins: have the engine load the game before the clock runs.
    void start(const arena::Start& match) override {
        seat = match.seat;
        if (!engine) engine = std::make_unique<arena::Engine>();
        engine->request(New{"new", 0, match.game, match.players, match.options, match.components});
        // What follows needs the components longer than the match's first message lives.
        components = msgpack::clone(match.components);
    }

    /// Start to think here: decision.kind says what is asked, decision.view what you know.
    std::size_t choose(const arena::Decision& decision) override {
        engine->request(FromView{"from_view", 0, decision.view, seat, *components});
        auto tried = engine->request(Playouts{"playouts", 0, "sensible", horizon, milliseconds(decision.clock)});
        return tried->as<Tried>().best;  // an index; `tries` and `means` say how each action did
    }

    /// The match has ended: result.scores and .ranks are by seat.
    void over(const arena::Over&) override {}

private:
    static constexpr std::int64_t longest_ms = 1000;
    static constexpr int horizon = 20;  // how many decisions a playout goes on for, before the position is judged

    struct New {
        std::string type;
        int into;
        std::string game;
        std::size_t players;
        arena::Object options, components;
        MSGPACK_DEFINE_MAP(type, into, game, players, options, components)
    };

    struct FromView {
        std::string type;
        int into;
        arena::Object view;
        std::size_t seat;
        arena::Object components;
        MSGPACK_DEFINE_MAP(type, into, view, seat, components)
    };

    struct Playouts {
        std::string type;
        int state;
        std::string policy;
        int horizon;
        std::int64_t ms;
        MSGPACK_DEFINE_MAP(type, state, policy, horizon, ms)
    };

    struct Tried {
        std::size_t best = 0;
        MSGPACK_DEFINE_MAP(best)
    };

    /// How long to think: half of the time for a move, a small part of what is there for the whole match.
    static std::int64_t milliseconds(const arena::Clock& clock) {
        std::int64_t ms = longest_ms;
        if (clock.move_ms) ms = std::min(ms, *clock.move_ms / 2);
        if (clock.bank_ms) ms = std::min(ms, *clock.bank_ms / 40);
        return ms;
    }

    std::unique_ptr<arena::Engine> engine;
    std::size_t seat = 0;
    msgpack::object_handle components;
};
