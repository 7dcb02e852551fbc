// The arena's rules engine, a program beside the bot. ENGINE.md lists its requests with their fields.

#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <msgpack.hpp>
#include <stdexcept>
#include <string>

#include "arena.hpp"

namespace arena {

class Engine {
public:
    /// Starts it by a command in a shell's words: the arena gives one if bot.toml says `engine = true`.
    explicit Engine(const char* command = std::getenv("ARENA_ENGINE")) {
        if (!command) throw std::runtime_error("ARENA_ENGINE is not set: bot.toml must say engine = true");
        std::string line = std::string("exec ") + command;
        std::array<int, 2> to, from;
        if (pipe(to.data()) || pipe(from.data())) throw std::runtime_error("no pipes for the engine");
        child = fork();
        if (child < 0) throw std::runtime_error("no process for the engine");
        if (child == 0) {
            dup2(to[0], STDIN_FILENO);
            dup2(from[1], STDOUT_FILENO);
            for (int end : {to[0], to[1], from[0], from[1]}) close(end);
            execl("/bin/sh", "sh", "-c", line.c_str(), static_cast<char*>(nullptr));
            _exit(127);
        }
        close(to[0]);
        close(from[1]);
        input = to[1];
        output = from[0];
    }

    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    ~Engine() {
        close(input);
        close(output);
        waitpid(child, nullptr, 0);
    }

    /// Its answer to a request: a struct with MSGPACK_DEFINE_MAP, or whatever is packed as a map.
    template <typename Request>
    msgpack::object_handle request(const Request& fields) {
        msgpack::sbuffer buffer;
        msgpack::pack(buffer, fields);
        for (std::size_t place = 0; place < buffer.size();) {
            ssize_t written = write(input, buffer.data() + place, buffer.size() - place);
            if (written < 0) throw std::runtime_error("the engine has ended");
            place += written;
        }
        msgpack::object_handle answer;
        while (!unpacker.next(answer)) {
            constexpr std::size_t chunk = 65536;
            unpacker.reserve_buffer(chunk);
            ssize_t size = read(output, unpacker.buffer(), chunk);
            if (size <= 0) throw std::runtime_error("the engine has ended");
            unpacker.buffer_consumed(size);
        }
        auto refusal = answer->as<Refusal>();
        if (refusal.type == "error") throw std::runtime_error(refusal.error);
        return answer;
    }

private:
    struct Refusal {
        std::string type, error;
        MSGPACK_DEFINE_MAP(type, error)
    };

    pid_t child;
    int input, output;
    msgpack::unpacker unpacker;
};

}  // namespace arena
