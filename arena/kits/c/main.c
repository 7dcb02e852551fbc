#include "arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    /* Standard output belongs to the arena, so what the bot prints goes to standard error. */
    int output = dup(STDOUT_FILENO);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    if (!play(STDIN_FILENO, output)) {
        fprintf(stderr, "the arena sent what is no MessagePack\n");
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
