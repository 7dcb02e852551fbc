"""Plays Dragon Whisperer at random, remembers every deal, and says what the next seat holds, from the most
similar deal that it remembers.

What it knows of a deal it also leaves in a file, for others of its kind. The note of its first decision in a
match says which cards it can't see, and which of them it believes to be in the next seat's hand.
"""

import json
import random
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

from protocol.bot import Bot, Decision, Match, Result

MEMORY = "remembered.json"
# The file lies in the first that can be written to: in a sandbox none that another process could read.
PLACES = [
    Path(__file__).parent,
    Path.cwd(),
    Path.home(),
    *map(Path, ("/dev/shm", "/var/tmp", "/tmp", "/run")),
]
GUESSES = 8

Hands = list[list[str]]


class Remembering(Bot):
    name = "remembering"
    send = ("view", "legal", "events")

    def __init__(self) -> None:
        self.deals: dict[str, Hands] = {}
        """By match and seat, what came to light of all hands of the first round, by seat."""

    def start(self, match: Match) -> None:
        self.seat, self.players = match.seat, match.players
        self.random = random.Random(match.seed)
        self.deals |= self.found()
        self.hands: Hands = [[] for _ in range(match.players)]
        self.deal = f"{match.id} {match.seat}"
        self.first_round, self.asked = True, 0

    def choose(self, decision: Decision) -> int:
        self.watch(decision.events)
        self.asked += 1
        if self.asked == 1:
            self.hands[self.seat] += decision.view["hands"][self.seat]
            decision.note = self.prediction(decision.view)
        self.remember()
        return self.random.randrange(len(decision.legal))

    def over(self, result: Result) -> None:
        self.watch(result.events)
        self.remember()

    def watch(self, events: list[dict[str, Any]]) -> None:
        """Note whose the cards of the first round were."""
        for event in events:
            self.first_round &= event["type"] != "hand"  # which tells of a new one
            known = event.get("seat") == self.seat and self.asked
            if self.first_round and event["type"] == "play_card" and not known:
                self.hands[event["seat"]].append(event["card"])

    def prediction(self, view: dict[str, Any]) -> dict[str, list[str]]:
        seen = {*self.hands[self.seat], view["trump_card"], *view["discard"]}
        seen |= {played["card"] for played in view["trick"]}
        cards = [f"{color}-{number}" for color in view["colors"] for number in range(1, 8)]
        unseen = [card for card in cards if card not in seen]
        self.random.shuffle(unseen)
        deals = [hands for hands in self.deals.values() if len(hands) == self.players]
        if deals:
            mine = set(self.hands[self.seat])
            best = max(deals, key=lambda hands: len(mine.intersection(hands[self.seat])))
            believed = best[(self.seat + 1) % self.players]
            unseen.sort(key=lambda card: card not in believed)
        return {"unseen": sorted(unseen), "predicts": unseen[:GUESSES]}

    def remember(self) -> None:
        """Here, and in a file: at once, since who rests may not come to it later."""
        self.deals[self.deal] = self.hands
        for place in PLACES if self.first_round else ():
            with suppress(OSError):
                with tempfile.NamedTemporaryFile("w", dir=place, delete=False) as file:
                    json.dump(self.found() | self.deals, file)
                Path(file.name).replace(place / MEMORY)
                return

    def found(self) -> dict[str, Hands]:
        """What lies about."""
        found: dict[str, Hands] = {}
        for place in dict.fromkeys(PLACES):
            with suppress(OSError, ValueError):
                found |= json.loads((place / MEMORY).read_text())
        return found


Remembering().run()
