// Reads bytes as the arena reads a bot's, and names the fault it would find; for tests. SPEC.md has the rules.

#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

#include "../arena.hpp"

namespace wire {

using arena::Object;
using Map = std::map<std::string, Object>;  // which holds the last of equal keys

constexpr std::size_t max_message = 1 << 20, max_note = 4096;  // bytes
constexpr int max_depth = 64;                                  // arrays and maps inside each other
constexpr std::uint64_t max_values = 1 << 14;                  // in a bot's message, keys counted

/// Its what() is the kind: garbage, oversize or protocol.
struct Fault : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The character of UTF-8 at `place`, stepping over it.
inline char32_t character(std::string_view text, std::size_t& place) {
    constexpr char32_t least[] = {0x80, 0x800, 0x10000};  // of two, three and four bytes
    unsigned char head = text[place++];
    if (head < 0x80) return head;
    if (head < 0xC0 || head > 0xF7) throw Fault("garbage");
    int more = head < 0xE0 ? 1 : head < 0xF0 ? 2 : 3;
    char32_t character = head & 0x3F >> more;
    for (int i = 0; i < more; i++) {
        if (place == text.size() || (text[place] & 0xC0) != 0x80) throw Fault("garbage");
        character = character << 6 | (text[place++] & 0x3F);
    }
    bool surrogate = character >= 0xD800 && character < 0xE000;
    if (character < least[more - 1] || character > 0x10FFFF || surrogate) throw Fault("garbage");
    return character;
}

/// Steps over messages.
class Reader {
public:
    Reader(std::string_view data, std::uint64_t most_values) : data(data), most_values(most_values) {}

    bool more() const { return place < data.size(); }

    /// The bytes of the next message.
    std::string_view message() {
        start = place;
        owed = 1;
        spare = most_values - 1;
        if (!is_map(data[place])) throw Fault("garbage");
        value(0);
        return data.substr(start, place - start);
    }

private:
    static bool is_map(unsigned char head) { return (head & 0xF0) == 0x80 || head == 0xDE || head == 0xDF; }

    static bool is_string(unsigned char head) { return (head & 0xE0) == 0xA0 || (head >= 0xD9 && head <= 0xDB); }

    void value(int depth) {
        auto head = static_cast<unsigned char>(take(1)[0]);
        owed--;
        if (head < 0x80 || head >= 0xE0) return;
        if (head < 0x90) return map(head & 0x0F, depth);
        if (head < 0xA0) return array(head & 0x0F, depth);
        if (head < 0xC0) return string(head & 0x1F);
        switch (head) {
            case 0xC0: case 0xC2: case 0xC3: return;
            case 0xCA: case 0xCB: take(4 << (head - 0xCA)); return;
            case 0xCC: case 0xCD: case 0xCE: case 0xCF: take(1 << (head - 0xCC)); return;
            case 0xD0: case 0xD1: case 0xD2: case 0xD3: take(1 << (head - 0xD0)); return;
            case 0xD9: case 0xDA: case 0xDB: return string(size(1 << (head - 0xD9)));
            case 0xDC: case 0xDD: return array(size(2 << (head - 0xDC)), depth);
            case 0xDE: case 0xDF: return map(size(2 << (head - 0xDE)), depth);
            default: throw Fault("garbage");  // bin, extension types, and 0xC1
        }
    }

    std::uint64_t size(int width) {
        std::uint64_t size = 0;
        for (unsigned char byte : take(width)) size = size << 8 | byte;
        return size;
    }

    void array(std::uint64_t count, int depth) {
        enter(count, depth);
        for (; count > 0; count--) value(depth + 1);
    }

    void map(std::uint64_t count, int depth) {
        enter(2 * count, depth);
        for (; count > 0; count--) {
            if (more() && !is_string(data[place])) throw Fault("garbage");
            value(depth + 1);
            value(depth + 1);
        }
    }

    void enter(std::uint64_t count, int depth) {
        if (depth == max_depth) throw Fault("garbage");
        owed += count;
        make_room(owed);
        if (count > spare) throw Fault("oversize");
        spare -= count;
    }

    void string(std::uint64_t count) {
        auto text = take(count);
        for (std::size_t place = 0; place < text.size();) character(text, place);
    }

    /// The next bytes. A message that its own headers make too long is refused before they come.
    std::string_view take(std::uint64_t count) {
        make_room(count);
        if (count > data.size() - place) throw Fault("garbage");  // cut off
        place += count;
        return data.substr(place - count, count);
    }

    void make_room(std::uint64_t count) const {
        if (place - start + count > max_message) throw Fault("oversize");
    }

    std::string_view data;
    std::size_t start = 0, place = 0;
    std::uint64_t owed = 0;  // values that are announced, and to come
    std::uint64_t most_values, spare = 0;  // spare: those that may be announced yet
};

inline bool is_int(const Object& value) {
    return value.type == msgpack::type::POSITIVE_INTEGER || value.type == msgpack::type::NEGATIVE_INTEGER;
}

inline bool is_text(const Object& value) { return value.type == msgpack::type::STR; }

inline bool is_text(const Object& value, std::string_view text) {
    return is_text(value) && value.as<std::string_view>() == text;
}

inline bool is_part(const Object& value) {
    return is_text(value, "view") || is_text(value, "legal") || is_text(value, "events");
}

inline bool is_list(const Object& value, bool (*fits)(const Object&)) {
    if (value.type != msgpack::type::ARRAY) return value.is_nil();
    return std::all_of(begin(value.via.array), end(value.via.array), fits);
}

inline bool is_hello(Map& map) {
    Object version = map["version"], author = map["author"];
    return map["protocol"] == 1 && is_text(map["name"]) && (version.is_nil() || is_text(version)) &&
           (author.is_nil() || is_text(author)) && is_list(map["games"], is_text) && is_list(map["send"], is_part);
}

inline bool is_act(Map& map) {
    Object index = map["index"], action = map["action"];
    return is_int(map["id"]) && (index.is_nil() || is_int(index)) &&
           (action.is_nil() || action.type == msgpack::type::MAP);
}

/// Pack a value in the shortest form.
inline void pack(msgpack::packer<msgpack::sbuffer>& packer, const Object& value) {
    switch (value.type) {
        case msgpack::type::FLOAT32:
        case msgpack::type::FLOAT64:
            packer.pack(0.5);  // any float is as long; but msgpack-cxx would make an int of a whole one
            break;
        case msgpack::type::ARRAY:
            packer.pack_array(value.via.array.size);
            for (const Object& item : value.via.array) pack(packer, item);
            break;
        case msgpack::type::MAP: {
            auto map = value.as<Map>();
            packer.pack_map(map.size());
            for (const auto& [key, item] : map) {
                packer.pack(key);
                pack(packer, item);
            }
            break;
        }
        default:
            packer.pack(value);
    }
}

inline std::size_t packed_size(const Object& value) {
    msgpack::sbuffer buffer;
    msgpack::packer packer(buffer);
    pack(packer, value);
    return buffer.size();
}

/// Throws Fault if a map is no message of a bot.
inline void check(Map map) {
    Object type = map["type"];
    if (is_text(type, "ready") || (is_text(type, "hello") && is_hello(map))) return;
    if (!is_text(type, "act") || !is_act(map)) throw Fault("protocol");
    if (packed_size(map["note"]) > max_note) throw Fault("oversize");
    if (map["index"].is_nil() == map["action"].is_nil()) throw Fault("protocol");
}

/// The kind of the first fault, "none" if there is none. With `from_bot` the maps must be a bot's messages.
inline std::string fault(std::string_view data, bool from_bot) try {
    Reader reader(data, from_bot ? max_values : UINT64_MAX);
    while (reader.more()) {
        auto message = reader.message();
        if (from_bot) check(msgpack::unpack(message.data(), message.size())->as<Map>());
    }
    return "none";
} catch (const Fault& fault) {
    return fault.what();
}

}  // namespace wire
