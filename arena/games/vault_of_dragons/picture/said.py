"""What a picture says in words: who is to do what, and all of it for who can't see it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from arena.games.sentences import counted, listed, spaced
from arena.games.svg import cleaned, fitted, width_of
from arena.games.vault_of_dragons.picture.table import (
    Table,
    View,
    count,
    due,
    skulls,
    strength,
    watch_strength,
)
from arena.games.vault_of_dragons.tables.goods import DECKS, DICE
from arena.games.vault_of_dragons.words import party

_PHASES = {
    "setup": "set-up",
    "actions": "Actions",
    "rewards": "Rewards",
    "pursue": "Rumors",
    "refresh": "refresh",
    "over": "the end",
}
_VERBS = {
    "faction": "chooses a faction",
    "place_watch": "places a City Watch",
    "turn": "takes an Action",
    "after_action": "may do more",
    "hire": "hires Followers",
    "move": "moves Followers",
    "free_move": "moves Followers",
    "gather": "gathers Followers",
    "party": "sends a party",
    "pay_card": "pays with a card",
    "alter": "alters the city",
    "displace": "makes way",
    "displace_watch": "moves the Watch",
    "patrol": "calls the Watch",
    "rogue_die": "may roll for Rogues",
    "modify": "may add to a fight",
    "attack_die": "picks an attack die",
    "retreat": "says who goes where",
    "regroup": "sends the Watch off",
    "assign": "picks whom to hit",
    "ignore": "may ignore skulls",
    "casualties": "says who dies",
    "opportunity": "may use the place",
    "extra_draw": "is to draw cards",
    "discard_drawn": "discards a card",
    "pursue": "picks a card",
    "bid": "bids Rumors",
}


def progress(table: Table) -> str:
    """Where the game is."""
    view = table.view
    phase = _PHASES.get(view["phase"], spaced(view["phase"]))
    if view["phase"] == "setup":
        return "Set-up"
    return f"Round {view['round']} of {view['options']['max_rounds']}: {phase}"


def headline(table: Table, room: float = 1e9) -> str:
    """Who is to do what; names are cut where there is no room for them."""
    name = table.page.name
    if table.over:
        first = [seat for seat in table.seats if table.ranks[seat] == 1]
        if len(first) > 1:
            return fitted(f"Shared by {listed(map(name, first))}", room, "l")
        who, verb = first[0], " wins"
    else:
        assert table.decider is not None
        who, verb = table.decider, f" {_VERBS[table.kind]}"
    return f"{fitted(name(who), room - width_of(verb, 'l'), 'l')}{verb}"


# What there is to choose


def _turn(table: Table) -> tuple[str, str]:
    view, turn = table.view, table.view["turn"]
    seat = turn["seat"]
    which = ", the second of this turn: a Move or a Hire" if turn["taken"] else ""
    first = f"{counted(view['actions'][seat], 'Action')} left in this round{which}."
    may = count(view["secrets"][seat]) >= view["options"]["secrets_to_open"] and not view["vault_open"]
    return first, "It may reveal the Vault first." if turn["fresh"] and may else _favors(table)


def _favors(table: Table) -> str:
    """What cards played in this turn have left to be used."""
    turn = table.view["turn"]
    found = [f"a Hire for {turn['hire_discount']} gold less"] * bool(turn["hire_discount"])
    found += ["a free entrance"] * turn["free_entrance"]
    return f"This turn: {listed(found)}." if found else ""


def _draw(table: Table) -> tuple[str, str]:
    task = _task(table)
    deck = _deck(task["deck"], task["count"])
    if task["step"] == "discard":
        return f"It keeps {deck} of those drawn.", ""
    more = f" and {task['extra']} more to choose from" if task["extra"] else ""
    return f"It draws {deck}{more}.", "A card that lets it draw more may be played first."


def _deck(deck: str, number: int) -> str:
    return counted(number, "Treasure" if deck == DECKS[0] else "Magic Item")


def _fight_step(words: str) -> Callable[[Table], tuple[str, str]]:
    return lambda table: (fight_title(table), words)


def _modify(table: Table) -> tuple[str, str]:
    return fight_title(table), "Rumors, cards, re-rolls; over when all have passed."


def _suffering(table: Table) -> tuple[str, str]:
    suffer = table.suffer
    assert suffer is not None
    lost = due(suffer)
    return (
        f"{counted(skulls(suffer['dice']), 'skull')} at {table.place(suffer['place'])}.",
        f"Of {party(suffer['party'])} {lost} must die." if lost else "",
    )


def _retreat(table: Table) -> tuple[str, str]:
    fight = table.fight
    assert fight is not None
    return fight_title(table), f"{table.page.name(fight['losers'][0])} goes to a place next door."


def _pursue(table: Table) -> tuple[str, str]:
    names = [table.page.name(seat) for seat in _task(table)["order"][1:]]
    return "One of the cards laid out.", f"Then: {', '.join(names)}." if names else ""


def _bid(table: Table) -> tuple[str, str]:
    names = table.page.name
    made = [f"{names(bid['seat'])} {bid['new']} new {bid['old']} old" for bid in _task(table)["bids"]]
    return "The most Rumors pick first; no Rumor, no card.", f"Bid: {', '.join(made)}." if made else ""


def _task(table: Table) -> View:
    assert table.task is not None
    return table.task


def _at(words: str) -> Callable[[Table], tuple[str, str]]:
    return lambda table: (words.format(table.place(_task(table)["place"])), _favors(table))


_DETAILS: dict[str, Callable[[Table], tuple[str, str]]] = {
    "faction": lambda table: ("One of those that are free.", ""),
    "place_watch": lambda table: (f"On a Location without a token; {_task(table)['placed']} lie.", ""),
    "turn": _turn,
    "after_action": lambda table: ("Play a card, move the City Watch, or end the turn.", _favors(table)),
    "hire": _at("They will stand at {}."),
    "move": lambda table: (
        f"From {table.place(_task(table)['from'])}",
        f"to {table.place(_task(table)['to'])}.",
    ),
    "free_move": lambda table: ("From anywhere to anywhere, by a card.", ""),
    "gather": lambda table: ("From anywhere to the Yawning Portal.", ""),
    "party": lambda table: (
        f"Into the {_task(table)['target'].capitalize()}; entrance: {_task(table)['entrance']}.",
        _favors(table),
    ),
    "pay_card": lambda table: (f"Still to pay: {_deck(_task(table)['deck'], _task(table)['count'])}.", ""),
    "alter": lambda table: ("A Location turns over, or two change places.", ""),
    "displace": _at("{} turns over: all its Followers go next door."),
    "displace_watch": _at("{} turns over: its token goes next door."),
    "patrol": _fight_step("A City Watch takes a step towards it."),
    "rogue_die": _fight_step("A Casualty die more, or not."),
    "modify": _modify,
    "attack_die": _fight_step("The highest number of a die is a Critical Hit."),
    "retreat": _retreat,
    "regroup": _fight_step("It goes to a Location next door."),
    "assign": _fight_step("All of its skulls go to one rival."),
    "ignore": _suffering,
    "casualties": _suffering,
    "opportunity": _at("The brawl at {} is won."),
    "extra_draw": _draw,
    "discard_drawn": _draw,
    "pursue": _pursue,
    "bid": _bid,
}


def detail(table: Table) -> tuple[str, str]:
    """What there is to choose, in two lines."""
    view = table.view
    if table.over:
        if view["winner"] is not None:
            return "The Vault of Dragons is claimed.", ""
        return "Nobody has claimed the Vault of Dragons.", "Secrets, Magic Items, then gold decide."
    return _DETAILS[table.kind](table) if table.kind in _DETAILS else ("", "")


def fight_title(table: Table) -> str:
    """Which fight it is."""
    fight = table.fight
    assert fight is not None
    kind = fight["kind"]
    if kind == "brawl":
        return f"Brawl at {table.place(fight['place'])}"
    if kind == "quest":
        return f"Quest at {table.place(fight['place'])}"
    return f"Dungeon: {dungeon_name(table)}" if kind == "dungeon" else "The Vault of Dragons"


def outcome(table: Table) -> str:
    """How the fight has gone, once that is known."""
    fight = table.fight
    assert fight is not None
    if fight["kind"] == "brawl":
        if fight["winner"] is None:
            return ""
        return f"won by {side_name(table, fight['winner'])}"
    if fight["step"] not in ("loot", "finish"):
        return ""
    if fight["kind"] == "vault":
        return "strong enough" if fight["reached"] else "too weak"
    return f"reached room {fight['reached']}"


def side_name(table: Table, seat: int) -> str:
    """A seat's name, or the City Watch."""
    return "the City Watch" if seat < 0 else table.page.name(seat)


def dungeon_name(table: Table) -> str:
    """The Dungeon on top."""
    top = table.view["dungeons"][0]
    return cleaned(table.parts.dungeons[top["tile"]][top["side"]].name)


def card_name(table: Table, card: str) -> str:
    """A card's name."""
    return cleaned(table.parts.card_of[card].name)


def hand(table: Table, cards: Iterable[str]) -> str:
    """Cards by name, alike ones counted."""
    found = [
        f"{number} {card_name(table, card)}" if number > 1 else card_name(table, card)
        for card, number in Counter(cards).items()
    ]
    return ", ".join(found) or "none"


def in_order(table: Table, cards: Iterable[str]) -> str:
    """Cards by name, one after the other."""
    return ", ".join([card_name(table, card) for card in cards]) or "none"


def face_name(table: Table, tile: View) -> str:
    """What a Location tile is called on the side that is up."""
    return cleaned(table.parts.faces[tile["tile"]][tile["side"]].name)


def rooms_hover(table: Table) -> str:
    """What is known of the Dungeon's rooms."""
    secret = table.view["dungeon_secret"]
    if table.view["secret_shown"]:
        return table.explained(secret[0])
    if isinstance(secret, list) and secret:
        return f"Face down: {table.explained(secret[0])}"
    return "Its rooms are seen once a party has paid."


def added(table: Table, side: View) -> str:
    """What a side's strength is made of, and what it has used and may still use."""
    found = []
    dice = [die for die in DICE if side["dice"][die]]
    best = side["attack_die"] or side["commit"] or max(dice, key=lambda die: _worth(side, die), default=None)
    if best is not None:
        found.append(f"{side['dice'][best]} ({best})")
        found += [f"+{side['die_bonus'][best]}"] * bool(side["die_bonus"][best])
    found += [f"+{side['bonus']}"] * bool(side["bonus"])
    found += [f"+{counted(skulls(side['casualties']), 'skull')}"] * bool(skulls(side["casualties"]))
    more = [counted(side["rerolls"], "re-roll")] * bool(side["rerolls"])
    more += [f"used {in_order(table, side['items'])}"] * bool(side["items"])
    return "; ".join(filter(None, [" ".join(found), *more]))


def _worth(side: View, die: str) -> int:
    return int(side["dice"][die] + side["die_bonus"][die])


def pile(table: Table, cards: int | Sequence[str]) -> str:
    """A hand or a deck: which cards, or how many."""
    return str(cards) if isinstance(cards, int) else hand(table, cards)


def used(table: Table, seat: int) -> list[str]:
    """What a seat has used up in this round."""
    ways = [f"{way} entrance" for way, gone in table.view["entrances"][seat].items() if gone]
    return [*ways, *["Faction Action"] * table.view["special_used"][seat]]


def faction_name(table: Table, seat: int) -> str:
    """A seat's faction."""
    faction = table.view["factions"][seat]
    return (
        cleaned(table.parts.factions[table.parts.faction_of[faction]].name) if faction else "no faction yet"
    )


# All of it in words


def place_words(table: Table, place: int) -> str:
    """A place, who is there, and whose it is."""
    groups = [f"{table.page.name(seat)} {party(group)}" for seat, group in table.groups(place)]
    here = "; ".join(groups) or "nobody"
    if place == table.portal:
        return f"The Yawning Portal: {here}."
    tile = table.view["board"][place]
    marks = ["used"] * tile["used"] + [f"{tile['gold']} gold lying there"] * bool(tile["gold"])
    if tile["watch"]:
        marks.append("City Watch" if tile["watch"] == "active" else "City Watch, regrouping")
    owner = table.owner(place)
    if owner is not None:
        marks.append(f"Controlled by {table.page.name(owner)}")
    elif table.contested(place):
        marks.append("Contested")
    told = f" ({', '.join(marks)})" if marks else ""
    return f"{table.place(place)}{told}: {here}."


def seat_words(table: Table, seat: int) -> str:
    """What a seat has."""
    view = table.view
    rumors = view["rumors"][seat]
    said = [
        faction_name(table, seat),
        counted(count(view["secrets"][seat]), "Secret"),
        f"{view['gold'][seat]} gold",
        f"{counted(rumors['new'], 'New Rumor')} and {counted(rumors['old'], 'Old Rumor')}",
        f"{counted(view['actions'][seat], 'Action')} left",
        f"unhired {party(view['unhired'][seat])}",
        f"Treasures: {pile(table, view['treasures'][seat])}",
        f"Magic Items: {pile(table, view['items'][seat])}",
    ]
    if view["played"][seat]:
        said.append(f"on the table: {hand(table, view['played'][seat])}")
    if used(table, seat):
        said.append(f"used: {', '.join(used(table, seat))}")
    initiative = " (Initiative)" if view["initiative"] == seat else ""
    return f"{table.page.name(seat)}{initiative}: {'; '.join(said)}."


def side_words(table: Table, side: View) -> str:
    """A side of a fight."""
    dice = [f"{die} {value}" for die, value in side["dice"].items() if value is not None]
    dice += [
        f"{counted(die['skulls'], 'skull')}{' cancelled' if die['ignored'] else ''}"
        for die in side["casualties"]
    ]
    worth = strength(side)
    said = [party(side["left"]), *dice]
    said += [f"bonus {side['bonus']}"] * bool(side["bonus"])
    said += [f"{die} bonus {bonus}" for die, bonus in side["die_bonus"].items() if bonus]
    if worth is not None:
        said.append(f"strength {worth}")
    return f"{table.page.name(side['seat'])}: {', '.join(said)}."


def _below_words(table: Table) -> list[str]:
    view = table.view
    secret = view["dungeon_secret"]
    lies = "none" if not secret else "face down" if not view["secret_shown"] else secret[0]
    spread = [
        f"{name} {held['new']} New and {held['old']} Old"
        for name, held in view["spread"].items()
        if held["new"] or held["old"]
    ]
    said = [
        f"Dungeon: {dungeon_name(table)}{', revisited' if view['revisited'] else ''}; Secret: {lies},"
        f" {count(view['secret_pile'])} in the pile.",
        f"The Vault is {'open' if view['vault_open'] else 'closed'}.",
        f"Rumors in the supply: {view['rumor_supply']}.",
    ]
    if spread:
        said.append(f"Rumors beside: {'; '.join(spread)}.")
    for deck, title in zip(DECKS, ("Treasures", "Magic Items"), strict=True):
        singular = deck.removesuffix("s")
        said.append(
            f"{title}: {count(view[f'{singular}_deck'])} to come; discarded:"
            f" {hand(table, view[f'{singular}_discard'])}."
        )
    if view["removed"]:
        said.append(f"Out of the game: {hand(table, view['removed'])}.")
    return said


def _work_words(table: Table) -> list[str]:
    view, said = table.view, []
    if table.fight is not None:
        said.append(f"{fight_title(table)}{'; ' * bool(outcome(table))}{outcome(table)}.")
        said += [side_words(table, side) for side in table.fight["sides"]]
        if table.fight["watch"] is not None:
            said.append(f"The City Watch: strength {watch_strength(table.fight['watch'])}.")
    laid = [*view["market"]["items"], *view["market"]["treasures"]]
    if laid:
        said.append(f"Laid out: {hand(table, laid)}.")
    if table.task is not None and table.task["do"] == "draw" and table.task["drawn"]:
        said.append(f"Drawn: {pile(table, table.task['drawn'])}.")
    return said


def description(table: Table) -> str:
    """The table in words."""
    said = [f"{progress(table)}.", f"{headline(table)}.", *detail(table), *_work_words(table)]
    said += [seat_words(table, seat) for seat in table.seats]
    said += [place_words(table, place) for place in (table.portal, *range(table.portal))]
    return " ".join(filter(None, [*said, *_below_words(table)]))
