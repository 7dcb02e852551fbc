/* Reads bytes as the arena reads a bot's, and names the fault it would find; for tests. SPEC.md has the rules. */

#ifndef WIRE_H
#define WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The kind of the first fault: "garbage", "oversize" or "protocol"; NULL if there is none.
   With `from_bot` the maps must be a bot's messages. */
const char *wire_fault(const char *data, size_t size, bool from_bot);

/* The character of UTF-8 at `*text`, stepping over it; -1 if there is none. */
int32_t wire_character(const char **text, const char *end);

#endif
