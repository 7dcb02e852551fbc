#include "vectors.h"

#undef NDEBUG
#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../arena.h"
#include "wire.h"

/* Cut the text between two others out of a line, and the line behind it; NULL if it has no such text. */
static char *cut(char **line, const char *before, const char *after) {
    char *text = strstr(*line, before);
    if (!text) return NULL;
    text += strlen(before);
    char *end = strstr(text, after);
    assert(end);
    *end = '\0';
    *line = end + strlen(after);
    return text;
}

static void add_bytes(msgpack_sbuffer *data, const char *hex, long times) {
    for (; times > 0; times--)
        for (size_t i = 0; hex[i]; i += 2) {
            char byte = strtol((char[]){hex[i], hex[i + 1], '\0'}, NULL, 16);
            msgpack_sbuffer_write(data, &byte, 1);
        }
}

void each_vector(const char *path, void (*test)(const struct vector *)) {
    FILE *file = fopen(path, "r");
    assert(file);
    char *text = NULL;
    for (size_t room = 0; getline(&text, &room, file) >= 0;) {
        char *line = text, *hex, *parts;
        struct vector vector = {.name = cut(&line, "{\"name\": \"", "\", ")};
        if (!vector.name) continue;
        const char *from = cut(&line, "\"from\": ", ", ");
        vector.from_bot = strcmp(from, "\"bot\"") == 0;
        vector.from_arena = strcmp(from, "\"arena\"") == 0;
        msgpack_sbuffer_init(&vector.data);
        if ((hex = cut(&line, "\"hex\": \"", "\""))) add_bytes(&vector.data, hex, 1);
        if ((parts = cut(&line, "\"parts\": [", "]]")))
            while ((hex = cut(&parts, "[\"", "\", "))) add_bytes(&vector.data, hex, strtol(parts, NULL, 10));
        vector.value = cut(&line, "\"value\": ", ", \"canonical\"");
        vector.kind = cut(&line, "\"kind\": \"", "\"");
        test(&vector);
        msgpack_sbuffer_destroy(&vector.data);
    }
    free(text);
    fclose(file);
}

static void spell_character(FILE *out, int32_t character) {
    if (character == '"' || character == '\\') fprintf(out, "\\%c", (char)character);
    else if (character >= ' ' && character <= '~') fputc(character, out);
    else if (character == '\n') fputs("\\n", out);
    else if (character == '\r') fputs("\\r", out);
    else if (character == '\t') fputs("\\t", out);
    else if (character < 0x10000) fprintf(out, "\\u%04x", (unsigned)character);
    else {
        spell_character(out, 0xD7C0 + (character >> 10));
        spell_character(out, 0xDC00 + (character & 0x3FF));
    }
}

static void spell_string(FILE *out, msgpack_object_str string) {
    fputc('"', out);
    for (const char *place = string.ptr, *end = place + string.size; place < end;)
        spell_character(out, wire_character(&place, end));
    fputc('"', out);
}

static void spell_float(FILE *out, double value) {
    char text[32];
    for (int digits = 15; digits <= 17; digits++) { /* as few as tell it apart */
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value) break;
    }
    if (isfinite(value)) fprintf(out, strpbrk(text, ".e") ? "%s" : "%s.0", text);
    else fprintf(out, "{\"float\": \"%s\"}", isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
}

static void spell(FILE *out, msgpack_object value);

static void spell_array(FILE *out, msgpack_object_array array) {
    fputc('[', out);
    for (uint32_t i = 0; i < array.size; i++) {
        if (i > 0) fputs(", ", out);
        spell(out, array.ptr[i]);
    }
    fputc(']', out);
}

/* Equal keys are spelled once, with the value that `get` finds. */
static void spell_map(FILE *out, msgpack_object map) {
    const msgpack_object_kv *first = map.via.map.ptr, *earlier;
    fputc('{', out);
    for (const msgpack_object_kv *pair = first; pair < first + map.via.map.size; pair++) {
        for (earlier = first; !msgpack_object_equal(earlier->key, pair->key);) earlier++;
        if (earlier < pair) continue;
        if (pair > first) fputs(", ", out);
        char key[256];
        snprintf(key, sizeof key, "%.*s", (int)pair->key.via.str.size, pair->key.via.str.ptr);
        spell(out, pair->key);
        fputs(": ", out);
        spell(out, get(map, key));
    }
    fputc('}', out);
}

static void spell(FILE *out, msgpack_object value) {
    switch (value.type) {
        case MSGPACK_OBJECT_NIL: fputs("null", out); break;
        case MSGPACK_OBJECT_BOOLEAN: fputs(value.via.boolean ? "true" : "false", out); break;
        case MSGPACK_OBJECT_POSITIVE_INTEGER: fprintf(out, "%" PRIu64, value.via.u64); break;
        case MSGPACK_OBJECT_NEGATIVE_INTEGER: fprintf(out, "%" PRId64, value.via.i64); break;
        case MSGPACK_OBJECT_FLOAT32: case MSGPACK_OBJECT_FLOAT64: spell_float(out, value.via.f64); break;
        case MSGPACK_OBJECT_STR: spell_string(out, value.via.str); break;
        case MSGPACK_OBJECT_ARRAY: spell_array(out, value.via.array); break;
        case MSGPACK_OBJECT_MAP: spell_map(out, value); break;
        default: fputs("what no message holds", out);
    }
}

char *spelled(msgpack_object value) {
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert(out);
    spell(out, value);
    fclose(out);
    return text;
}
