/* Replays recorded messages of the arena to the bot, and the protocol's test vectors to what reads messages. */

#include "arena.h"
#include "test/vectors.h"
#include "test/wire.h"

#undef NDEBUG
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int failures;

static void expect(const char *name, const char *expected, const char *found) {
    if (strcmp(expected, found) == 0) return;
    fprintf(stderr, "%s: expected %s, found %s\n", name, expected, found);
    failures++;
}

static void expect_fault(const char *name, const char *expected, const char *data, size_t size, bool from_bot) {
    const char *fault = wire_fault(data, size, from_bot);
    expect(name, expected, fault ? fault : "no fault");
}

static void answers_each_recorded_message_that_asks(void) {
    int input = open("test/vectors/conversation.msgpack", O_RDONLY);
    assert(input >= 0);
    FILE *written = tmpfile();
    assert(written && play(input, fileno(written)));

    char answers[4096];
    size_t size = pread(fileno(written), answers, sizeof answers, 0), place = 0;
    expect_fault("the answers", "no fault", answers, size, true);
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
}

/* Expect of bytes that they are read as the vector's value; the bytes that it is packed in again. */
static msgpack_sbuffer expect_value(const struct vector *vector, const msgpack_sbuffer *data) {
    size_t place = 0;
    msgpack_unpacked message;
    msgpack_unpacked_init(&message);
    msgpack_unpack_next(&message, data->data, data->size, &place);
    char *found = spelled(message.data);
    expect(vector->name, vector->value, found);
    free(found);

    msgpack_sbuffer packed;
    msgpack_packer packer;
    msgpack_sbuffer_init(&packed);
    msgpack_packer_init(&packer, &packed, msgpack_sbuffer_write);
    msgpack_pack_object(&packer, message.data);
    msgpack_unpacked_destroy(&message);
    return packed;
}

static void valid_bytes_are_read_as_their_value(const struct vector *vector) {
    expect_fault(vector->name, "no fault", vector->data.data, vector->data.size, vector->from_bot);
    /* msgpack-c reads at most 32 arrays and maps inside each other. The games' messages have far fewer. */
    if (strcmp(vector->name, "64 maps inside each other") == 0) return;
    msgpack_sbuffer packed = expect_value(vector, &vector->data), again = expect_value(vector, &packed);
    msgpack_sbuffer_destroy(&packed);
    msgpack_sbuffer_destroy(&again);
}

static void invalid_bytes_are_the_named_fault(const struct vector *vector) {
    if (vector->from_arena) return; /* a bot trusts it */
    expect_fault(vector->name, vector->kind, vector->data.data, vector->data.size, vector->from_bot);
}

static void tell(const char *test) {
    static int failures_before;
    printf("%s: %s\n", test, failures == failures_before ? "ok" : "failed");
    failures_before = failures;
}

int main(void) {
    answers_each_recorded_message_that_asks();
    tell("answers each recorded message that asks");
    each_vector("test/vectors/valid.json", valid_bytes_are_read_as_their_value);
    tell("valid bytes are read as their value");
    each_vector("test/vectors/invalid.json", invalid_bytes_are_the_named_fault);
    tell("invalid bytes are the named fault");
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
