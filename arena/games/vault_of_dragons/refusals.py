"""Why an action is not legal, in words for a bot's author. Nothing is told that its seat doesn't know."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from arena.games.core import Data
from arena.games.vault_of_dragons.components import Card
from arena.games.vault_of_dragons.rules.casualties import Suffer, allowed_cards
from arena.games.vault_of_dragons.rules.dungeons import ENTRANCES, RUMOR_PRICE, TARGETS
from arena.games.vault_of_dragons.rules.fights import Fight
from arena.games.vault_of_dragons.tables.followers import FIELDS, numbers
from arena.games.vault_of_dragons.tables.goods import ITEMS

if TYPE_CHECKING:
    from arena.games.vault_of_dragons.state import VaultState

DEEDS_AFTER = ("reveal", "move_watch", "play")
SECOND_ACTIONS = ("hire", "move", "gather", "move_watch", "play")


def why_not(state: VaultState, data: Data) -> str | None:
    """The rule that a well-formed but illegal action breaks."""
    decision = state.decision
    if decision is None:
        return None
    kind, name = decision.kind, data["type"]
    if kind in ("turn", "after_action"):
        reason = _TURN.get(name)
        if reason is None:
            return None
        if kind == "after_action" and name not in DEEDS_AFTER:
            return "the turn's Action is taken: play cards for your turn, move the City Watch, or end_turn"
        if kind == "turn" and state.taken and name not in SECOND_ACTIONS:
            return "the second Action of a turn is a Move or a Hire"
        return reason(state, decision.seat, data)
    if name == "play" and kind in ("modify", "ignore", "extra_draw"):
        return _play_in_fight(state, decision.seat, data)
    if name not in {action.type for action in decision.legal}:
        return _never_now(kind, name)
    if name in ("use", "quest"):
        return "only the Location that was fought for may be used, in a way that you can pay"
    words = _REASONS.get(name)
    return words(state, decision.seat, data) if words else None


def _never_now(kind: str, name: str) -> str | None:
    """Why a type of action is not among those of a decision other than `turn`, where a rule says so."""
    if name == "reroll" and kind == "modify":
        return "your party has no re-roll left: it has one for each Wizard beyond the first"
    if name == "spend_rumors" and kind == "modify":
        return "you have no Rumors"
    if name == "done" and kind == "gather":
        return "gather from one place at least"
    if name in ("use", "quest") and kind == "opportunity":
        return "the Location that was fought for offers nothing of the kind that you can pay"
    return None


# In one's turn


def _place_problem(state: VaultState, place: int, *, portal: bool) -> str | None:
    last = state.city.portal if portal else state.city.size - 1
    if 0 <= place <= last:
        return None
    if place == state.city.portal:
        return "the Yawning Portal is no Location that this can be done at"
    return f"place must be from 0 to {last}, not {place!r:.40}"


def _reveal(state: VaultState, seat: int, data: Data) -> str:
    if state.vault_open:
        return "the Vault is open already"
    needed, has = state.options["secrets_to_open"], len(state.secrets[seat])
    if has < needed:
        return f"revealing the Vault takes {needed} Secrets: you have {has}"
    return "the Vault may be revealed only before anything else is done in a turn"


def _faction_action(state: VaultState, seat: int, data: Data) -> str:
    if state.special_used >> seat & 1:
        return "it was used this round"
    faction = state.parts.factions[state.faction[seat]]
    if bool(faction.cost.followers) != ("place" in data):
        return "it names a place exactly if Followers are discarded for it"
    if "place" in data and not _controls(state, seat, data["place"]):
        return f"you don't Control place {data['place']!r:.40}"
    return "you can't pay its cost"


def _hire(state: VaultState, seat: int, data: Data) -> str:
    problem = _place_problem(state, data["place"], portal=True)
    return problem or "there is nobody left to hire, or too little gold to hire anybody"


def _move(state: VaultState, seat: int, data: Data) -> str:
    origin, to = data["from"], data["to"]
    for place in (origin, to):
        if problem := _place_problem(state, place, portal=True):
            return problem
    return "from and to must differ" if origin == to else f"you have no Followers at place {origin}"


def _gather(state: VaultState, seat: int, data: Data) -> str:
    return "gathering takes Followers of yours on the Yawning Portal and others elsewhere"


def _fight(state: VaultState, seat: int, data: Data) -> str:
    place = data["place"]
    if problem := _place_problem(state, place, portal=False):
        return problem
    if not state.followers[seat][place]:
        return f"you have no Followers at place {place}"
    return f"place {place} is not Contested: there is neither a rival nor an active City Watch"


def _use(state: VaultState, seat: int, data: Data) -> str:
    place, index = data["place"], data["option"]
    if problem := _place_problem(state, place, portal=False):
        return problem
    face = state.faces[place]
    if face.quest:
        return f"{face.name} is a Quest: attempt it"
    if not 0 <= index < len(face.options):
        return f"{face.name} has options 0 to {len(face.options) - 1}"
    if not _controls(state, seat, place):
        return f"you don't Control {face.name}"
    if state.used >> place & 1:
        return f"{face.name} was used this round"
    return "you can't pay its cost"


def _quest(state: VaultState, seat: int, data: Data) -> str:
    place = data["place"]
    if problem := _place_problem(state, place, portal=False):
        return problem
    face = state.faces[place]
    return f"you don't Control {face.name}" if face.quest else f"{face.name} is no Quest"


def _enter(state: VaultState, seat: int, data: Data) -> str:
    target, entrance = data["target"], data["entrance"]
    if target not in TARGETS:
        return f"target must be {' or '.join(TARGETS)}"
    if entrance not in (*ENTRANCES, "free"):
        return f"entrance must be one of {', '.join(ENTRANCES)}, free"
    if not state.followers[seat][state.city.portal]:
        return "you have no Followers on the Yawning Portal"
    if target == "dungeon" and state.dungeon_secret < 0:
        return "no Secret lies on the Dungeon"
    if target == "vault" and not state.vault_open:
        return "the Vault is not open yet"
    enough = len(state.secrets[seat]) >= state.options["secrets_to_open"]
    if (entrance == "free") != (target == "vault" and enough):
        return "the entrance is free exactly for the Vault and whoever has Secrets enough to open it"
    if state.entrances[seat] >> ENTRANCES.index(entrance) & 1:
        return f"you have used the {entrance} entrance this round"
    return {
        "gold": "you have no gold",
        "item": "name with card a Magic Item of your hand",
        "rumors": f"this entrance costs {RUMOR_PRICE} Rumors",
    }[entrance]


def _move_watch(state: VaultState, seat: int, data: Data) -> str:
    if not state.new_rumors[seat] + state.old_rumors[seat]:
        return "moving the City Watch costs a Rumor: you have none"
    return "an active City Watch token steps to an adjacent Location that has no token"


def _play(state: VaultState, seat: int, data: Data) -> str:
    card = _held_card(state, seat, data)
    if isinstance(card, str):
        return card
    if not state.parts.turn_cards & card.bit:
        return f"{card.name} is for other moments than one's own turn"
    if card.effect == "free_entrance" and state.free_entrance:
        return "the next gold entrance is free already"
    if card.effect == "move" and not state.presence[seat]:
        return "you have no Followers on the board"
    if card.effect == "move_watch":
        return "name with from and to a City Watch token's step to an adjacent Location that has no token"
    if card.gain.followers:
        return "name the place that its Followers go to; one of them at least must be unhired"
    return f"{card.name} takes no more keys than card"


def _controls(state: VaultState, seat: int, place: int) -> bool:
    return 0 <= place < state.city.size and bool(state.controlled(seat) >> place & 1)


def _held_card(state: VaultState, seat: int, data: Data) -> Card | str:
    """The card of the seat's hand that an action names, or what is wrong with it."""
    card = state.parts.card_of.get(data["card"])
    if card is None:
        return f"no card is called {data['card']!r:.40}"
    if not state.held[seat] & card.bit:
        if card.number in state.played[seat]:
            return f"{card.name} lies on the table until the round's end"
        return f"you don't hold {card.name}"
    return card


_TURN: dict[str, Callable[[VaultState, int, Data], str]] = {
    "reveal": _reveal,
    "faction_action": _faction_action,
    "hire": _hire,
    "move": _move,
    "gather": _gather,
    "fight": _fight,
    "use": _use,
    "quest": _quest,
    "enter": _enter,
    "move_watch": _move_watch,
    "play": _play,
    "take_gold": lambda state, seat, data: "the second Action of a turn is a Move or a Hire",
    "end_turn": lambda state, seat, data: "a turn ends after its Action, which may not be passed",
}


# In other decisions


def _play_in_fight(state: VaultState, seat: int, data: Data) -> str:
    card = _held_card(state, seat, data)
    if isinstance(card, str):
        return card
    task = state.todo[-1]
    party = 0
    used: tuple[int, ...] = ()
    if isinstance(task, Fight):
        side = task.side_of(seat)
        party, used = side.party, side.items
    elif isinstance(task, Suffer):
        party, used = task.limits, task.items
    if card.deck == ITEMS and party and not allowed_cards(state.parts, card.bit, party, used):
        return (
            "a party uses no more Magic Items than it has Followers, of a class no more than it has of that"
        )
    return f"{card.name} can't be played here, or not so: its effect is {card.effect}"


def _party(state: VaultState, seat: int, data: Data) -> str:
    task = state.todo[-1]
    here = getattr(task, "place", getattr(task, "origin", state.city.portal))
    waiting = state.followers[seat][here]
    return f"name 1 or more of the {_followers(waiting)} there; at the gold entrance no more than your gold"


def _followers(group: int) -> str:
    return ", ".join(f"{number} {name}" for number, name in zip(numbers(group), FIELDS, strict=True))


def _hire_followers(state: VaultState, seat: int, data: Data) -> str:
    unhired, discount = _followers(state.unhired[seat]), state.hire_discount
    return f"name 1 or more of the unhired ({unhired}) for at most {state.gold[seat]} gold, {discount} off"


def _kill(state: VaultState, seat: int, data: Data) -> str:
    task = state.todo[-1]
    assert isinstance(task, Suffer)
    return f"exactly {task.due} must die, or all, of {_followers(task.party)}"


def _listed(field: str, what: str) -> Callable[[VaultState, int, Data], str]:
    """The reason where nothing but one of the values listed will do."""

    def reason(state: VaultState, seat: int, data: Data) -> str:
        decision = state.decision
        assert decision is not None
        values = dict.fromkeys(str(action.to_data().get(field)) for action in decision.legal)
        return f"{what}: {', '.join(value for value in values if value != 'None')}"

    return reason


_REASONS: dict[str, Callable[[VaultState, int, Data], str]] = {
    "faction": _listed("faction", "the factions still free are"),
    "place_watch": _listed("place", "the Locations without a City Watch token are"),
    "hire_followers": _hire_followers,
    "move_followers": _party,
    "gather_from": lambda *_: "name 1 or more of your Followers at a Location after the last one used",
    "party": _party,
    "move": _listed("from", "your Followers are at"),
    "pay_card": _listed("card", "the cards that you can pay are"),
    "flip": lambda *_: "flip any Location but Blackstaff Tower itself",
    "exchange": lambda *_: "exchange two Locations, a before b",
    "swap": lambda *_: "swap a Location with a tile that is unused",
    "displace": _listed("to", "the places next door are"),
    "displace_watch": _listed("to", "the adjacent Locations without a token are"),
    "patrol": lambda *_: "the nearest token takes a step that brings it nearer",
    "reroll": _listed("die", "your dice that are not cancelled are"),
    "spend_rumors": lambda s, seat, _: f"you have {s.new_rumors[seat] + s.old_rumors[seat]} Rumors",
    "attack_die": _listed("die", "the dice to choose from are"),
    "retreat": _listed("to", "the adjacent places are"),
    "regroup": _listed("to", "the adjacent Locations without a token are"),
    "assign": _listed("target", "the rivals are"),
    "kill": _kill,
    "discard": _listed("card", "the cards drawn are"),
    "take_card": _listed("card", "the cards that lie there are"),
    "bid": lambda s, seat, _: f"you have {s.new_rumors[seat]} New and {s.old_rumors[seat]} Old Rumors",
}
"""By type of action, where the decision has this type but not this action."""
