#include "wire.h"

#include "../arena.h"

enum {
    MAX_MESSAGE = 1 << 20, /* bytes */
    MAX_DEPTH = 64,        /* arrays and maps inside each other */
    MAX_VALUES = 1 << 14,  /* in a bot's message, keys counted */
    MAX_NOTE = 4096,       /* bytes */
};

static const msgpack_object nil = {.type = MSGPACK_OBJECT_NIL};

/* Reads one message after the other. */
struct reader {
    const char *data, *fault;    /* after the first fault nothing is read */
    uint64_t size, place, start; /* place: of the next byte, start: of the message */
    uint64_t owed;               /* values that are announced, and to come */
    uint64_t spare;              /* values that may be announced yet */
    msgpack_zone zone;           /* holds the message's arrays and maps */
};

static msgpack_object value(struct reader *reader, int depth);

static bool is_map_head(uint8_t head) {
    return (head & 0xF0) == 0x80 || head == 0xDE || head == 0xDF;
}

static bool is_string_head(uint8_t head) {
    return (head & 0xE0) == 0xA0 || (head >= 0xD9 && head <= 0xDB);
}

static void refuse(struct reader *reader, const char *kind) {
    if (!reader->fault) reader->fault = kind;
}

static void make_room(struct reader *reader, uint64_t count) {
    if (reader->place + count - reader->start > MAX_MESSAGE) refuse(reader, "oversize");
}

/* The next bytes, or NULL. A message that its own headers make too long is refused before they come. */
static const char *take(struct reader *reader, uint64_t count) {
    make_room(reader, count);
    if (reader->place + count > reader->size) refuse(reader, "garbage"); /* cut off */
    if (reader->fault) return NULL;
    reader->place += count;
    return reader->data + reader->place - count;
}

static uint64_t number(struct reader *reader, int width) {
    const char *bytes = take(reader, width);
    uint64_t number = 0;
    for (int i = 0; bytes && i < width; i++) number = number << 8 | (uint8_t)bytes[i];
    return number;
}

static msgpack_object positive(uint64_t number) {
    return (msgpack_object){.type = MSGPACK_OBJECT_POSITIVE_INTEGER, .via.u64 = number};
}

static msgpack_object integer(int64_t number) {
    if (number >= 0) return positive(number);
    return (msgpack_object){.type = MSGPACK_OBJECT_NEGATIVE_INTEGER, .via.i64 = number};
}

static msgpack_object real(double number) {
    return (msgpack_object){.type = MSGPACK_OBJECT_FLOAT64, .via.f64 = number};
}

static msgpack_object string(struct reader *reader, uint64_t count) {
    const char *text = take(reader, count);
    for (const char *place = text; !reader->fault && place < text + count;)
        if (wire_character(&place, text + count) < 0) refuse(reader, "garbage");
    if (reader->fault) return nil;
    return (msgpack_object){.type = MSGPACK_OBJECT_STR, .via.str = {.size = count, .ptr = text}};
}

/* Begin an array or map: the place for its values, of which the room in the message bounds the size. */
static void *enter(struct reader *reader, uint64_t count, int depth) {
    if (depth == MAX_DEPTH) refuse(reader, "garbage");
    reader->owed += count;
    make_room(reader, reader->owed);
    if (count > reader->spare) refuse(reader, "oversize");
    reader->spare -= count;
    void *place = reader->fault ? NULL : msgpack_zone_malloc(&reader->zone, count * sizeof(msgpack_object));
    if (!place) refuse(reader, "no memory");
    return place;
}

static msgpack_object array(struct reader *reader, uint64_t count, int depth) {
    msgpack_object_array array = {.ptr = enter(reader, count, depth)};
    while (!reader->fault && array.size < count) array.ptr[array.size++] = value(reader, depth + 1);
    return (msgpack_object){.type = MSGPACK_OBJECT_ARRAY, .via.array = array};
}

static msgpack_object map(struct reader *reader, uint64_t count, int depth) {
    msgpack_object_map map = {.ptr = enter(reader, 2 * count, depth)};
    while (!reader->fault && count-- > 0) {
        if (reader->place < reader->size && !is_string_head(reader->data[reader->place])) refuse(reader, "garbage");
        msgpack_object key = value(reader, depth + 1);
        uint32_t place = 0; /* of the key if it occurred before: its last value counts */
        while (place < map.size && !msgpack_object_equal(map.ptr[place].key, key)) place++;
        map.ptr[place] = (msgpack_object_kv){key, value(reader, depth + 1)};
        if (place == map.size) map.size++;
    }
    return (msgpack_object){.type = MSGPACK_OBJECT_MAP, .via.map = map};
}

static msgpack_object value(struct reader *reader, int depth) {
    uint8_t head = number(reader, 1);
    reader->owed--;
    if (head < 0x80) return positive(head);
    if (head < 0x90) return map(reader, head & 0x0F, depth);
    if (head < 0xA0) return array(reader, head & 0x0F, depth);
    if (head < 0xC0) return string(reader, head & 0x1F);
    if (head >= 0xE0) return integer((int8_t)head);
    switch (head) {
        case 0xC0: return nil;
        case 0xC2: case 0xC3: return (msgpack_object){.type = MSGPACK_OBJECT_BOOLEAN, .via.boolean = head & 1};
        case 0xCA: return real((union { uint32_t bits; float number; }){number(reader, 4)}.number);
        case 0xCB: return real((union { uint64_t bits; double number; }){number(reader, 8)}.number);
        case 0xCC: case 0xCD: case 0xCE: case 0xCF: return positive(number(reader, 1 << (head - 0xCC)));
        case 0xD0: return integer((int8_t)number(reader, 1));
        case 0xD1: return integer((int16_t)number(reader, 2));
        case 0xD2: return integer((int32_t)number(reader, 4));
        case 0xD3: return integer((int64_t)number(reader, 8));
        case 0xD9: case 0xDA: case 0xDB: return string(reader, number(reader, 1 << (head - 0xD9)));
        case 0xDC: case 0xDD: return array(reader, number(reader, 2 << (head - 0xDC)), depth);
        case 0xDE: case 0xDF: return map(reader, number(reader, 2 << (head - 0xDE)), depth);
    }
    refuse(reader, "garbage"); /* bin, extension types, and 0xC1 */
    return nil;
}

static bool is_nil(msgpack_object object) {
    return object.type == MSGPACK_OBJECT_NIL;
}

static bool is_int(msgpack_object object) {
    return object.type == MSGPACK_OBJECT_POSITIVE_INTEGER || object.type == MSGPACK_OBJECT_NEGATIVE_INTEGER;
}

static bool is_text(msgpack_object object) {
    return object.type == MSGPACK_OBJECT_STR;
}

static bool is_part(msgpack_object object) {
    return is_string(object, "view") || is_string(object, "legal") || is_string(object, "events");
}

static bool is_map(msgpack_object object) {
    return object.type == MSGPACK_OBJECT_MAP;
}

static bool is_optional(msgpack_object object, bool (*fits)(msgpack_object)) {
    return is_nil(object) || fits(object);
}

static bool is_list(msgpack_object object, bool (*fits)(msgpack_object)) {
    if (object.type != MSGPACK_OBJECT_ARRAY) return is_nil(object);
    for (uint32_t i = 0; i < object.via.array.size; i++)
        if (!fits(object.via.array.ptr[i])) return false;
    return true;
}

static bool is_hello(msgpack_object map) {
    msgpack_object protocol = get(map, "protocol");
    return is_int(protocol) && protocol.via.i64 == 1 && is_text(get(map, "name")) &&
           is_optional(get(map, "version"), is_text) && is_optional(get(map, "author"), is_text) &&
           is_list(get(map, "games"), is_text) && is_list(get(map, "send"), is_part);
}

static bool is_act(msgpack_object map) {
    return is_int(get(map, "id")) && is_optional(get(map, "index"), is_int) &&
           is_optional(get(map, "action"), is_map);
}

static int add_size(void *total, const char *data, size_t size) {
    (void)data;
    *(size_t *)total += size;
    return 0;
}

static size_t packed_size(msgpack_object object) {
    size_t size = 0;
    msgpack_packer packer;
    msgpack_packer_init(&packer, &size, add_size);
    msgpack_pack_object(&packer, object);
    return size;
}

/* The fault of a map that should be a bot's message. */
static const char *check(msgpack_object map) {
    msgpack_object type = get(map, "type");
    if (is_string(type, "ready") || (is_string(type, "hello") && is_hello(map))) return NULL;
    if (!is_string(type, "act") || !is_act(map)) return "protocol";
    if (packed_size(get(map, "note")) > MAX_NOTE) return "oversize";
    return is_nil(get(map, "index")) == is_nil(get(map, "action")) ? "protocol" : NULL;
}

const char *wire_fault(const char *data, size_t size, bool from_bot) {
    struct reader reader = {.data = data, .size = size};
    while (!reader.fault && reader.place < size) {
        reader.start = reader.place;
        reader.owed = 1;
        reader.spare = from_bot ? MAX_VALUES - 1 : UINT64_MAX;
        msgpack_zone_init(&reader.zone, MSGPACK_ZONE_CHUNK_SIZE);
        if (!is_map_head(data[reader.place])) refuse(&reader, "garbage");
        msgpack_object message = value(&reader, 0);
        if (from_bot && !reader.fault) reader.fault = check(message);
        msgpack_zone_destroy(&reader.zone);
    }
    return reader.fault;
}

int32_t wire_character(const char **text, const char *end) {
    static const int32_t least[] = {0x80, 0x800, 0x10000}; /* of two, three and four bytes */
    uint8_t head = *text < end ? *(*text)++ : 0xFF;
    if (head < 0x80) return head;
    if (head < 0xC0 || head > 0xF7) return -1;
    int more = head < 0xE0 ? 1 : head < 0xF0 ? 2 : 3;
    int32_t character = head & 0x3F >> more;
    for (int i = 0; i < more; i++) {
        if (*text == end || (**text & 0xC0) != 0x80) return -1;
        character = character << 6 | (*(*text)++ & 0x3F);
    }
    bool surrogate = character >= 0xD800 && character < 0xE000;
    return character < least[more - 1] || character > 0x10FFFF || surrogate ? -1 : character;
}
