// Replays recorded messages of the arena to the bot.

#undef NDEBUG
#include <fcntl.h>

#include <cassert>
#include <cstdio>

#include "bot.hpp"

int main() {
    int input = open("test/vectors/conversation.msgpack", O_RDONLY);
    assert(input >= 0);
    std::FILE* written = std::tmpfile();
    assert(written);
    MyBot bot;
    arena::Conversation(bot, input, fileno(written)).play();

    std::vector<char> answers(4096);
    ssize_t size = pread(fileno(written), answers.data(), answers.size(), 0);
    assert(size > 0);
    const char* types[] = {"hello", "ready", "act", "act", "act", "ready"};
    const std::uint64_t ids[] = {0, 0, 1, 1, 2, 0};
    const std::size_t legal[] = {0, 0, 3, 3, 2, 0};
    std::size_t place = 0;
    for (int i = 0; i < 6; i++) {
        auto answer = msgpack::unpack(answers.data(), size, place);
        auto act = answer->as<arena::Act>();
        assert(act.type == types[i] && act.id == ids[i]);
        assert(!ids[i] || act.index < legal[i]);
    }
    assert(place == std::size_t(size));
    std::puts("answers each recorded message that asks: ok");
}
