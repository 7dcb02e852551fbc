// Replays recorded messages of the arena to the bot, and the protocol's test vectors to what reads messages.

#undef NDEBUG
#include <fcntl.h>

#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <regex>

#include "bot.hpp"
#include "test/vectors.hpp"
#include "test/wire.hpp"

static int failures = 0;

static void expect(const std::string& name, const std::string& expected, const std::string& found) {
    if (found == expected) return;
    std::fprintf(stderr, "%s: expected %s, found %s\n", name.c_str(), expected.c_str(), found.c_str());
    failures++;
}

static void answers_each_recorded_message_that_asks() {
    int input = open("test/vectors/conversation.msgpack", O_RDONLY);
    assert(input >= 0);
    std::FILE* written = std::tmpfile();
    assert(written);
    MyBot bot;
    arena::Conversation(bot, input, fileno(written)).play();

    std::string answers(4096, '\0');
    ssize_t size = pread(fileno(written), answers.data(), answers.size(), 0);
    assert(size > 0);
    answers.resize(size);
    expect("the answers", "none", wire::fault(answers, true));
    const char* types[] = {"hello", "ready", "act", "act", "act", "ready"};
    const std::uint64_t ids[] = {0, 0, 1, 1, 2, 0};
    const std::size_t legal[] = {0, 0, 3, 3, 2, 0};
    std::size_t place = 0;
    for (int i = 0; i < 6; i++) {
        auto answer = msgpack::unpack(answers.data(), answers.size(), place);
        auto act = answer->as<arena::Act>();
        assert(act.type == types[i] && act.id == ids[i]);
        assert(!ids[i] || act.index < legal[i]);
    }
    assert(place == answers.size());
}

static void valid_bytes_are_read_as_their_value() {
    // msgpack-cxx packs a whole float as an int, so it can't be told from one when it is read again.
    static const std::regex whole_float("[ [][-0-9]+\\.0\\b");
    for (const auto& vector : vectors::read("test/vectors/valid.json")) try {
        expect(vector.name, "none", wire::fault(vector.data, vector.from_bot));
        auto message = msgpack::unpack(vector.data.data(), vector.data.size());
        expect(vector.name, vector.value, vectors::spelled(*message));
        if (std::regex_search(vector.value, whole_float)) continue;
        msgpack::sbuffer packed;
        msgpack::pack(packed, *message);
        auto again = msgpack::unpack(packed.data(), packed.size());
        expect(vector.name + ", packed again", vector.value, vectors::spelled(*again));
    } catch (const msgpack::unpack_error& error) {
        expect(vector.name, vector.value, error.what());
    }
}

static void invalid_bytes_are_the_named_fault() {
    for (const auto& vector : vectors::read("test/vectors/invalid.json"))
        if (!vector.from_arena)  // a bot trusts it
            expect(vector.name, vector.kind, wire::fault(vector.data, vector.from_bot));
}

static void run(const char* name, void (*test)()) {
    int before = failures;
    test();
    std::printf("%s: %s\n", name, failures == before ? "ok" : "failed");
}

int main() {
    run("answers each recorded message that asks", answers_each_recorded_message_that_asks);
    run("valid bytes are read as their value", valid_bytes_are_read_as_their_value);
    run("invalid bytes are the named fault", invalid_bytes_are_the_named_fault);
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
