// Reads the protocol's test vectors; vectors/README.md tells what they are.

#pragma once

#include <cassert>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include "wire.hpp"

namespace vectors {

struct Vector {
    std::string name, data, kind, value;  // value: as the file spells it
    bool from_bot = false, from_arena = false;
};

/// The text between two others in a line; empty if they are not there.
inline std::string between(const std::string& line, const std::string& before, const std::string& after) {
    auto start = line.find(before);
    if (start == std::string::npos) return "";
    start += before.size();
    return line.substr(start, line.find(after, start) - start);
}

inline std::string bytes(const std::string& hex) {
    std::string bytes;
    for (std::size_t i = 0; i < hex.size(); i += 2) bytes += char(std::stoi(hex.substr(i, 2), nullptr, 16));
    return bytes;
}

/// The vectors of a file, whose lines are cut apart by hand for want of a library for JSON.
inline std::vector<Vector> read(const char* path) {
    static const std::regex part("\\[\"([0-9a-f]+)\", (\\d+)");
    std::ifstream file(path);
    assert(file);
    std::vector<Vector> vectors;
    for (std::string line; std::getline(file, line);) {
        Vector vector;
        vector.name = between(line, "{\"name\": \"", "\", ");
        if (vector.name.empty()) continue;
        auto from = between(line, "\"from\": ", ", ");
        vector.from_bot = from == "\"bot\"";
        vector.from_arena = from == "\"arena\"";
        vector.data = bytes(between(line, "\"hex\": \"", "\""));
        auto parts = between(line, "\"parts\": [", "]]");
        for (std::sregex_iterator found(parts.begin(), parts.end(), part), end; found != end; ++found)
            for (int times = std::stoi((*found)[2]); times > 0; times--) vector.data += bytes((*found)[1]);
        vector.kind = between(line, "\"kind\": \"", "\"");
        vector.value = between(line, "\"value\": ", ", \"canonical\"");
        vectors.push_back(vector);
    }
    return vectors;
}

inline std::string spelled(char32_t character) {
    if (character == '"' || character == '\\') return {'\\', char(character)};
    if (character >= ' ' && character <= '~') return {char(character)};
    if (character == '\n') return "\\n";
    if (character == '\r') return "\\r";
    if (character == '\t') return "\\t";
    if (character >= 0x10000) return spelled(0xD7C0 + (character >> 10)) + spelled(0xDC00 + (character & 0x3FF));
    char text[16];
    std::snprintf(text, sizeof text, "\\u%04x", unsigned(character));
    return text;
}

inline std::string spelled(std::string_view text) {
    std::string spelled = "\"";
    for (std::size_t place = 0; place < text.size();) spelled += vectors::spelled(wire::character(text, place));
    return spelled + '"';
}

inline std::string spelled(double value) {
    if (!std::isfinite(value))
        return std::string("{\"float\": \"") + (std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf") + "\"}";
    char text[32];
    std::string digits(text, std::to_chars(text, text + sizeof text, value).ptr);
    return digits.find_first_of(".e") == std::string::npos ? digits + ".0" : digits;
}

/// A value as the vectors spell it.
inline std::string spelled(const wire::Object& value) {
    std::string items;
    switch (value.type) {
        case msgpack::type::NIL: return "null";
        case msgpack::type::BOOLEAN: return value.via.boolean ? "true" : "false";
        case msgpack::type::POSITIVE_INTEGER: return std::to_string(value.via.u64);
        case msgpack::type::NEGATIVE_INTEGER: return std::to_string(value.via.i64);
        case msgpack::type::FLOAT32: case msgpack::type::FLOAT64: return spelled(value.via.f64);
        case msgpack::type::STR: return spelled(value.as<std::string_view>());
        case msgpack::type::ARRAY:
            for (const auto& item : value.via.array) items += (items.empty() ? "" : ", ") + spelled(item);
            return "[" + items + "]";
        case msgpack::type::MAP: {
            auto map = value.as<wire::Map>();
            for (const auto& [key, ignored] : value.via.map)  // which has them in their order, and equal ones
                if (auto pair = map.extract(key.as<std::string>()))
                    items += (items.empty() ? "" : ", ") + spelled(key) + ": " + spelled(pair.mapped());
            return "{" + items + "}";
        }
        default: return "what no message holds";
    }
}

}  // namespace vectors
