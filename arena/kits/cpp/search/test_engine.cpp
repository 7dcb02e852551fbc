// Recorded answers of the engine, see ENGINE.md.

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>

#include "engine.hpp"
#include "test/vectors.hpp"

int main() {
    arena::Engine engine("sh -c 'cat test/vectors/engine.msgpack; cat >/dev/null'");
    std::ifstream file("test/vectors/engine.json");
    int read = 0;
    for (std::string line; std::getline(file, line);) {
        auto name = vectors::between(line, "{\"name\": \"", "\", ");
        if (name.empty()) continue;
        auto wanted = line.substr(line.find("\"answer\": ") + 10);
        wanted.resize(wanted.rfind('}'));
        std::string found, type = vectors::between(line, "\"request\": {\"type\": \"", "\"");
        try {
            auto answer = engine.request(std::map<std::string, std::string>{{"type", type}});
            found = vectors::spelled(*answer);
        } catch (const std::runtime_error& error) {
            auto words = vectors::between(wanted, "\"error\": \"", "\"}");
            found = error.what() == words ? wanted : error.what();
        }
        if (found != wanted) {
            std::fprintf(stderr, "%s: expected %s, found %s\n", name.c_str(), wanted.c_str(), found.c_str());
            return EXIT_FAILURE;
        }
        read++;
    }
    std::printf("%d answers of the engine: ok\n", read);
    return read ? EXIT_SUCCESS : EXIT_FAILURE;
}
