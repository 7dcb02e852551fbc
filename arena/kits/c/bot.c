#include "arena.h"

const char *const bot_name = "{{name}}";
const char *const bot_send[] = {"view", "legal", "events", NULL};

static uint64_t state;

/* A random number below `limit`, the same ones for the same seed, so that tournaments can be repeated. */
static uint32_t below(uint32_t limit) {
    uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return (z ^ z >> 31) % limit;
}

/* A match begins: look at game, players, seat and options. */
void bot_start(msgpack_object start) {
    state = get(start, "bot_seed").via.u64;
}

/* Start to think here: decision->kind says what is asked, decision->view what you know. */
uint32_t bot_choose(const struct decision *decision) {
    return below(decision->legal.via.array.size);
}

/* The match has ended: scores and ranks are by seat. */
void bot_over(msgpack_object over) {
    (void)over;
}
