#include "arena.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { CHUNK = 65536 };

static msgpack_unpacked last_decide; /* kept: the arena may reject the answer and ask again */

bool is_string(msgpack_object object, const char *text) {
    return object.type == MSGPACK_OBJECT_STR && object.via.str.size == strlen(text) &&
           memcmp(object.via.str.ptr, text, object.via.str.size) == 0;
}

msgpack_object get(msgpack_object map, const char *key) {
    if (map.type == MSGPACK_OBJECT_MAP)
        for (uint32_t i = map.via.map.size; i-- > 0;) /* from the end: the last of equal keys counts */
            if (is_string(map.via.map.ptr[i].key, key)) return map.via.map.ptr[i].val;
    return (msgpack_object){.type = MSGPACK_OBJECT_NIL};
}

static void pack_text(msgpack_packer *packer, const char *text) {
    msgpack_pack_str(packer, strlen(text));
    msgpack_pack_str_body(packer, text, strlen(text));
}

static void pack_hello(msgpack_packer *packer) {
    uint32_t parts = 0;
    while (bot_send[parts]) parts++;
    msgpack_pack_map(packer, 4);
    pack_text(packer, "type");
    pack_text(packer, "hello");
    pack_text(packer, "protocol");
    msgpack_pack_int(packer, 1);
    pack_text(packer, "name");
    pack_text(packer, bot_name);
    pack_text(packer, "send");
    msgpack_pack_array(packer, parts);
    for (uint32_t i = 0; i < parts; i++) pack_text(packer, bot_send[i]);
}

static void pack_ready(msgpack_packer *packer) {
    msgpack_pack_map(packer, 1);
    pack_text(packer, "type");
    pack_text(packer, "ready");
}

static void pack_act(msgpack_packer *packer) {
    msgpack_object asked = last_decide.data;
    struct decision decision = {
        .id = get(asked, "id").via.i64,
        .kind = get(asked, "kind"),
        .clock = get(asked, "clock"),
        .view = get(asked, "view"),
        .legal = get(asked, "legal"),
        .events = get(asked, "events"),
    };
    msgpack_pack_map(packer, 3);
    pack_text(packer, "type");
    pack_text(packer, "act");
    pack_text(packer, "id");
    msgpack_pack_int64(packer, decision.id);
    pack_text(packer, "index");
    msgpack_pack_uint32(packer, bot_choose(&decision));
}

/* Handle a message, packing the answer if it wants one; false after bye. */
static bool handle(msgpack_unpacked *message, msgpack_packer *packer) {
    msgpack_object type = get(message->data, "type");
    if (is_string(type, "hello")) {
        pack_hello(packer);
    } else if (is_string(type, "start")) {
        bot_start(message->data);
        pack_ready(packer);
    } else if (is_string(type, "decide")) {
        msgpack_unpacked_destroy(&last_decide);
        last_decide = *message;
        msgpack_unpacked_init(message);
        pack_act(packer);
    } else if (is_string(type, "rejected")) {
        msgpack_object reason = get(message->data, "reason");
        fprintf(stderr, "rejected: %.*s\n", (int)reason.via.str.size, reason.via.str.ptr);
        pack_act(packer);
    } else if (is_string(type, "over")) {
        bot_over(message->data);
    }
    return !is_string(type, "bye");
}

static bool write_all(int output, const char *data, size_t size) {
    while (size > 0) {
        ssize_t written = write(output, data, size);
        if (written < 0) return false;
        data += written;
        size -= written;
    }
    return true;
}

bool play(int input, int output) {
    msgpack_unpacker unpacker;
    msgpack_unpacked message;
    msgpack_sbuffer buffer;
    msgpack_packer packer;
    msgpack_unpack_return found = MSGPACK_UNPACK_CONTINUE;
    bool goes_on = true;

    msgpack_unpacker_init(&unpacker, CHUNK);
    msgpack_unpacked_init(&message);
    msgpack_unpacked_init(&last_decide);
    msgpack_sbuffer_init(&buffer);
    msgpack_packer_init(&packer, &buffer, msgpack_sbuffer_write);
    while (goes_on) {
        msgpack_unpacker_reserve_buffer(&unpacker, CHUNK);
        ssize_t size = read(input, msgpack_unpacker_buffer(&unpacker), CHUNK);
        if (size <= 0) break;
        msgpack_unpacker_buffer_consumed(&unpacker, size);
        while (goes_on && (found = msgpack_unpacker_next(&unpacker, &message)) == MSGPACK_UNPACK_SUCCESS) {
            goes_on = handle(&message, &packer) && write_all(output, buffer.data, buffer.size);
            msgpack_sbuffer_clear(&buffer);
        }
        if (found == MSGPACK_UNPACK_PARSE_ERROR) break;
    }
    msgpack_sbuffer_destroy(&buffer);
    msgpack_unpacked_destroy(&message);
    msgpack_unpacked_destroy(&last_decide);
    msgpack_unpacker_destroy(&unpacker);
    return found != MSGPACK_UNPACK_PARSE_ERROR;
}
