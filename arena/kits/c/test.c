/* Replays recorded messages of the arena to the bot. */

#include "arena.h"

#undef NDEBUG
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    int input = open("test/vectors/conversation.msgpack", O_RDONLY);
    assert(input >= 0);
    FILE *written = tmpfile();
    assert(written && play(input, fileno(written)));

    char answers[4096];
    size_t size = pread(fileno(written), answers, sizeof answers, 0), place = 0;
    const char *types[] = {"hello", "ready", "act", "act", "act", "ready"};
    const int ids[] = {0, 0, 1, 1, 2, 0};
    const uint64_t legal[] = {0, 0, 3, 3, 2, 0};
    msgpack_unpacked answer;
    msgpack_unpacked_init(&answer);
    for (int i = 0; i < 6; i++) {
        assert(msgpack_unpack_next(&answer, answers, size, &place) == MSGPACK_UNPACK_SUCCESS);
        assert(is_string(get(answer.data, "type"), types[i]));
        if (ids[i]) {
            assert(get(answer.data, "id").via.i64 == ids[i]);
            assert(get(answer.data, "index").type == MSGPACK_OBJECT_POSITIVE_INTEGER);
            assert(get(answer.data, "index").via.u64 < legal[i]);
        }
    }
    assert(place == size);
    msgpack_unpacked_destroy(&answer);
    puts("answers each recorded message that asks: ok");
    return 0;
}
