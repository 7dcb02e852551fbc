// Talks with the arena: MessagePack over two file descriptors. The types are the tables of SPEC.md.

#pragma once

#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <msgpack.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace arena {

using Object = msgpack::object;  // plain data: see msgpack's documentation for how to look into it

/// Milliseconds; nothing where there is no limit of that kind.
struct Clock {
    std::optional<std::int64_t> move_ms, bank_ms;
    MSGPACK_DEFINE_MAP(move_ms, bank_ms)
};

struct Start {
    std::string game;
    std::size_t players = 0, seat = 0;
    Object options, components;
    std::uint64_t bot_seed = 0;
    MSGPACK_DEFINE_MAP(game, players, seat, options, components, bot_seed)
};

/// `view`, `legal` and `events` are there if the bot's `send` asks for them.
struct Decision {
    std::uint64_t id = 0;
    std::string kind;
    Clock clock;
    Object view;
    std::vector<Object> legal, events;
    MSGPACK_DEFINE_MAP(id, kind, clock, view, legal, events)
};

struct Over {
    std::vector<double> scores;
    std::vector<std::size_t> ranks;
    MSGPACK_DEFINE_MAP(scores, ranks)
};

struct Hello {
    std::string type = "hello";
    int protocol = 1;
    std::string name;
    std::vector<std::string> send;
    MSGPACK_DEFINE_MAP(type, protocol, name, send)
};

struct Ready {
    std::string type = "ready";
    MSGPACK_DEFINE_MAP(type)
};

struct Act {
    std::string type = "act";
    std::uint64_t id = 0;
    std::size_t index = 0;
    MSGPACK_DEFINE_MAP(type, id, index)
};

struct Type {
    std::string type, reason;
    MSGPACK_DEFINE_MAP(type, reason)
};

class Bot {
public:
    virtual ~Bot() = default;
    virtual std::string name() const = 0;
    /// The parts of a decision that it wants: any of "view", "legal" and "events".
    virtual std::vector<std::string> send() const = 0;
    virtual void start(const Start& match) = 0;
    /// An index into `decision.legal`.
    virtual std::size_t choose(const Decision& decision) = 0;
    virtual void over(const Over& result) = 0;
};

/// A conversation with the arena.
class Conversation {
public:
    Conversation(Bot& bot, int input, int output) : bot(bot), input(input), output(output) {}

    /// Play until the arena says bye or goes away.
    void play() {
        constexpr std::size_t chunk = 65536;
        msgpack::unpacker unpacker;
        while (true) {
            unpacker.reserve_buffer(chunk);
            ssize_t size = read(input, unpacker.buffer(), chunk);
            if (size <= 0) return;
            unpacker.buffer_consumed(size);
            msgpack::object_handle message;
            while (unpacker.next(message))
                if (!handle(std::move(message))) return;
        }
    }

private:
    /// Answer a message, if it wants an answer; false after bye.
    bool handle(msgpack::object_handle message) {
        Type head = message->as<Type>();
        if (head.type == "hello") {
            Hello hello;
            hello.name = bot.name();
            hello.send = bot.send();
            write(hello);
        } else if (head.type == "start") {
            bot.start(message->as<Start>());
            write(Ready{});
        } else if (head.type == "decide") {
            last_decide = std::move(message);
            act();
        } else if (head.type == "rejected") {
            std::fprintf(stderr, "rejected: %s\n", head.reason.c_str());
            act();
        } else if (head.type == "over") {
            bot.over(message->as<Over>());
        }
        return head.type != "bye";
    }

    void act() {
        auto decision = last_decide->as<Decision>();
        Act act;
        act.id = decision.id;
        act.index = bot.choose(decision);
        write(act);
    }

    template <typename Message>
    void write(const Message& message) {
        msgpack::sbuffer buffer;
        msgpack::pack(buffer, message);
        for (std::size_t place = 0; place < buffer.size();) {
            ssize_t written = ::write(output, buffer.data() + place, buffer.size() - place);
            if (written < 0) throw std::runtime_error("the arena has gone");
            place += written;
        }
    }

    Bot& bot;
    int input, output;
    msgpack::object_handle last_decide;  // kept: the arena may reject the answer and ask again
};

}  // namespace arena
