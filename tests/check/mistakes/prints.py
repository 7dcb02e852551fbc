"""Has a print left over from debugging."""

from sound import Map, play


def change(message: Map, answer: Map | None) -> Map | None:
    if message["type"] == "decide":
        print("thinking about", message["kind"], flush=True)
    return answer


play(change)
