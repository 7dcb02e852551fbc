import random

from protocol.bot import Decision, run


def choose(decision: Decision) -> int:
    print("this goes to stderr: stdout belongs to the arena")
    return random.randrange(len(decision.legal))  # an index into decision.legal, or one of its maps


run(choose, name="ten lines", send=["legal"])
