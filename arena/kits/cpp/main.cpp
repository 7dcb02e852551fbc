#include "bot.hpp"

int main() {
    // Standard output belongs to the arena, so what the bot prints goes to standard error.
    int output = dup(STDOUT_FILENO);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    MyBot bot;
    arena::Conversation(bot, STDIN_FILENO, output).play();
}
