/* Talks with the arena: MessagePack over two file descriptors. SPEC.md lists the fields of all messages. */

#ifndef ARENA_H
#define ARENA_H

#include <msgpack.h>
#include <stdbool.h>
#include <stdint.h>

/* What the arena asks. The objects live until the bot has answered. */
struct decision {
    int64_t id;
    msgpack_object kind;   /* string: what is asked */
    msgpack_object clock;  /* map: move_ms, bank_ms; milliseconds, or nil where there is no limit */
    msgpack_object view;   /* map: what the seat may know */
    msgpack_object legal;  /* array of maps: the legal actions */
    msgpack_object events; /* array of maps: what happened since the bot's last message */
};

/* What the bot supplies; bot.c is the place for it. */
extern const char *const bot_name;
extern const char *const bot_send[]; /* any of "view", "legal", "events"; ends with NULL */
void bot_start(msgpack_object start);
uint32_t bot_choose(const struct decision *decision); /* an index into decision->legal */
void bot_over(msgpack_object over);

/* The value under a key of a map; nil if it is not there. */
msgpack_object get(msgpack_object map, const char *key);

/* Whether an object is this string. */
bool is_string(msgpack_object object, const char *text);

/* Play until the arena says bye or goes away; false if its bytes can't be read. */
bool play(int input, int output);

#endif
