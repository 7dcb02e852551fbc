"""The smallest bot. Try it: arena play dragon-whisperer "python3 examples/ten_lines.py" random random"""

from protocol.bot import Decision, run


def choose(decision: Decision) -> int:
    """Play the first legal action; decision.view tells what else is known."""
    return 0  # an index into decision.legal


run(choose, name="ten lines")
