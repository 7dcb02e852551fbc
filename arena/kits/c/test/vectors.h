/* Reads the protocol's test vectors; vectors/README.md tells what they are. */

#ifndef VECTORS_H
#define VECTORS_H

#include <msgpack.h>
#include <stdbool.h>

struct vector {
    const char *name, *kind, *value; /* value: as the file spells it */
    bool from_bot, from_arena;
    msgpack_sbuffer data;
};

void each_vector(const char *path, void (*test)(const struct vector *));

/* A value as the vectors spell it; to be freed. */
char *spelled(msgpack_object value);

#endif
