"""What a picture says in words: who is to do what, what is at stake, and all of it for who can't see it."""

from __future__ import annotations

from arena.games.dragon_whisperer.components import RAGE
from arena.games.dragon_whisperer.picture.table import Table, count
from arena.games.sentences import counted, listed
from arena.games.svg import fitted, width_of

_VERBS = {"place_dragon": "places the Dragon", "play_card": "plays a card", "draw_trump": "may turn a trump"}


def headline(table: Table, room: float = 1e9) -> str:
    """Who is to do what; names are cut where there is no room for them."""
    view = table.view
    if table.over:
        first = [seat for seat in table.seats if table.ranks[seat] == 1]
        if len(first) > 1:
            return fitted(f"Shared by {listed(map(table.page.name, first))}", room, "l")
        who, verb = first[0], "wins"
    else:
        who, verb = view["turn"], _VERBS[view["phase"]]
        if view["phase"] == "play_card" and not view["trick"]:
            verb = "leads a card"
    return f"{fitted(table.page.name(who), room - width_of(f' {verb}', 'l'), 'l')} {verb}"


def stake(table: Table) -> str:
    """What the trick is about, or who has won the last one."""
    view, trick = table.view, table.trick
    if table.over:
        return "The last Quest is taken: the game is over."
    if trick.past:
        return _last(table)
    if view["phase"] == "place_dragon":
        return "The trick will be about that region's Quest."
    color = view["dragon"]
    return f"At stake: the {table.region(color)} Quest, worth {view['regions'][color]['top']}."


def _last(table: Table) -> str:
    trick = table.trick
    if trick.winner is None:
        return "Last trick: raged, nobody won it."
    quest = trick.quest
    worth = "" if quest is None or quest["value"] is None else f", worth {quest['value']}"
    region = "" if quest is None else f" the {table.region(quest['color'])} Quest"
    return f"{table.page.name(trick.winner)} won{region}{worth}."


def outlook(table: Table) -> str:
    """Who would win the trick as it stands, and what more there is to win."""
    view, trick = table.view, table.trick
    if table.over or view["phase"] == "place_dragon":
        return ""
    if trick.rage is not None:
        return "A Dragon Rage: nobody wins this trick."
    dragon = view["dragon"]
    if trick.best is None or trick.winner is None:
        return f"Winning it with {dragon} earns a Monster, too."
    monster = " and a Monster" if trick.cards[trick.best].startswith(f"{dragon}-") else ""
    return f"So far {table.page.name(trick.winner)} wins it{monster}."


def region_words(table: Table, color: str) -> str:
    """A region, its Quests, and which ones may still come."""
    region = table.view["regions"][color]
    here = ", the Dragon is here" if table.view["dragon"] == color else ""
    name = f"{table.region(color)} ({color})"
    if region["top"] is None:
        return f"{name}: no Quest left{here}."
    below = region["below"]
    if isinstance(below, int):
        under = f"{below} below"
        if left := table.unseen(color):
            under += f", out of {', '.join(map(str, left))}"
    else:
        under = f"below it {listed(map(str, below))}"
    return f"{name}: Quest {region['top']}, {under}{here}."


def seat_words(table: Table, seat: int) -> str:
    """What a seat has, and what everybody knows of its hand."""
    view = table.view
    hand = view["hands"][seat]
    cards = counted(hand, "card") if isinstance(hand, int) else ", ".join(map(card_words, hand)) or "no cards"
    quests = [
        f"{color} {' '.join(values)}" for color in table.colors if (values := table.values(seat, color))
    ]
    bonus = ", alone the most" if table.bonus(seat) else ""
    return (
        f"{table.page.name(seat)}{', First Player' if view['first_player'] == seat else ''}"
        f"{', dealer' if view['dealer'] == seat else ''}: {table.score(seat)} points;"
        f" Quests: {', '.join(quests) or 'none'}; {counted(view['monsters'][seat], 'Monster')};"
        f" {counted(view['treasures'][seat], 'Treasure')}{bonus}; in hand: {cards}"
        f"{'; has no ' + listed(view['voids'][seat], 'or') if view['voids'][seat] else ''}."
    )


def description(table: Table) -> str:
    """The table in words."""
    view, trick = table.view, table.trick
    trump = f"{view['trump']} ({card_words(view['trump_card'])})" if view["trump"] else "none (a Dragon Rage)"
    words = [
        f"{headline(table)}.",
        stake(table),
        outlook(table),
        f"Trump: {trump}. Deck: {counted(count(view['deck']), 'card')}.",
    ]
    if trick.cards:
        played = [
            f"{table.page.name(seat)} {card_words(card)}"
            for seat, card in zip(trick.seats, trick.cards, strict=True)
        ]
        words.append(f"{'The last trick' if trick.past else 'On the table'}: {', '.join(played)}.")
    words += [seat_words(table, seat) for seat in table.seats]
    words += [region_words(table, color) for color in table.colors]
    if view["discard"]:
        words.append(f"Played before in this round: {', '.join(map(card_words, view['discard']))}.")
    return " ".join(filter(None, words))


def card_words(card: str) -> str:
    """A card's name."""
    return "Dragon Rage" if card == RAGE else card.replace("-", " ")
