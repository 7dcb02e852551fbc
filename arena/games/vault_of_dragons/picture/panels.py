"""The panels of whose turn it is, of the Dungeon and the Vault, and of the seats."""

from __future__ import annotations

from collections.abc import Sequence

from arena.games.sentences import counted
from arena.games.svg import PANEL, Panel, circle, fitted, group, text, width_of
from arena.games.vault_of_dragons.components import ACTIONS, VAULT_DIFFICULTY
from arena.games.vault_of_dragons.picture import said
from arena.games.vault_of_dragons.picture.look import drawn, party_tokens, room_tokens
from arena.games.vault_of_dragons.picture.table import Table, View, count
from arena.games.vault_of_dragons.tables.goods import DECKS

_RIGHT = PANEL - 10
_MORE = 60
"""Room for the number of cards that there is no room for."""
_TITLES = ("Treasures", "Magic Items")
_SYMBOLS = ("treasure", "item")


def turn_panel(table: Table) -> Panel:
    """Where the game is, who is to do what, and what there is to choose."""
    first, second = said.detail(table)
    body = [
        text(10, 19, said.progress(table), look="faint"),
        text(
            _RIGHT, 19, f"Initiative: {table.page.name(table.order[0])}", anchor="end", look="faint", room=190
        ),
        text(10, 42, said.headline(table, PANEL - 20), "l"),
        text(10, 61, first, room=PANEL - 20),
        text(10, 77, second, room=PANEL - 20),
    ]
    return Panel("turn", 86, "".join(body))


# The Dungeon and the Vault


def below_panel(table: Table) -> Panel:
    """The Dungeon on top with its rooms, the Vault, and the piles."""
    view = table.view
    tag = ", revisited" if view["revisited"] else ""
    top = view["dungeons"][0]
    tile = table.parts.dungeons[top["tile"]][top["side"]]
    title = text(10, 19, f"Dungeon: {said.dungeon_name(table)}{tag}", "m", room=PANEL - 20)
    body = [group(title, hover=table.explained(tile.id))]
    body += _rooms(table)
    body.append(group(_vault(table), 214, 30))
    body.append(_piles(table))
    return Panel("below", 170, "".join(body))


def _rooms(table: Table) -> list[str]:
    view = table.view
    secret = view["dungeon_secret"]
    shown = table.rooms("dungeon", table.portal)
    if shown:
        title = f"Secret {secret[0]}, face up"
    else:
        title = "A Secret, face down" if secret else "No Secret: closed"
    parts = [
        table.pen.use("secret", 10, 27, 15) if secret else "",
        text(30 if secret else 10, 39, title),
    ]
    for row, room in enumerate(shown or table.added_rooms()):
        y = 57 + 17 * row
        if shown:
            need = f"{room.difficulty}+" if room.difficulty else "any"
        else:
            need = f"? +{room.difficulty}" if row else "any"
        parts += [
            text(10, y, f"Room {row + 1}", look="faint"),
            text(58, y, need, "b"),
            group(drawn(table.pen, room_tokens(room), 100, y, 104), look="ink"),
        ]
    return [group("".join(parts), hover=said.rooms_hover(table))]


def _vault(table: Table) -> str:
    """Whether it is open, and what it takes."""
    view = table.view
    needed = view["options"]["secrets_to_open"]
    rows = [
        (f"Vault: {'open' if view['vault_open'] else 'closed'}", "b"),
        (f"strength {VAULT_DIFFICULTY} wins", "s"),
        (f"{needed} Secrets open it", "s"),
    ]
    if view["options"]["rumors_spread"]:
        rows.append((f"Rumors: {_rumors(view['spread']['vault'])}", "s"))
    parts = [text(0, 9 + 17 * row, words, style, room=150) for row, (words, style) in enumerate(rows)]
    return "".join(parts)


def _rumors(held: View) -> str:
    return f"{held['new']} new, {held['old']} old"


def _piles(table: Table) -> str:
    view = table.view
    parts = []
    for row, (deck, title) in enumerate(zip(DECKS, _TITLES, strict=True)):
        name = deck.removesuffix("s")
        ahead, gone = view[f"{name}_deck"], view[f"{name}_discard"]
        hover = f"Discarded, newest last: {said.hand(table, gone)}"
        if not isinstance(ahead, int):
            hover = f"Next: {said.in_order(table, ahead)}. {hover}"
        words = f"{title}: deck {count(ahead)}, out {len(gone)}"
        parts.append(group(text(10, 118 + 17 * row, words, room=196), hover=hover))
    removed = view["removed"]
    parts.append(text(214, 118, f"Secrets to come: {count(view['secret_pile'])}", room=150))
    parts.append(text(214, 135, f"Rumors to take: {view['rumor_supply']}", room=150))
    if view["options"]["rumors_spread"]:
        parts.append(text(10, 152, f"Rumors at the Dungeon: {_rumors(view['spread']['dungeon'])}", room=250))
    elif view["unused"]:
        names = [said.face_name(table, tile) for tile in view["unused"]]
        hover = f"Tiles left out: {', '.join(names)}"
        parts.append(group(text(10, 152, f"Tiles left out: {len(names)}"), hover=hover))
    if removed:
        words = f"gone for good: {len(removed)}"
        hover = f"Out of the game: {said.hand(table, removed)}"
        parts.append(group(text(_RIGHT, 152, words, anchor="end"), hover=hover))
    return "".join(parts)


# The seats


def seat_panel(table: Table, seat: int) -> Panel:
    """A player: name, faction, what it has, and its cards as far as they may be seen."""
    turn = table.decider == seat
    body = [*_heading(table, seat), *_goods(table, seat)]
    y = 96.0
    view = table.view
    if isinstance(view["treasures"][seat], int):
        body.append(_hidden(table, seat, y))
        y += 17
    else:
        for deck, symbol in zip(DECKS, _SYMBOLS, strict=True):
            body += _cards(table, symbol, view[deck][seat], y, 2)
            y += 34
    body.append(text(10, y, "on the table", look="faint"))
    body += _cards(table, "", view["played"][seat], y, 1, 86)
    return Panel(f"seat-{seat}", y + 8, "".join(body), "turn" if turn else "panel")


def _heading(table: Table, seat: int) -> list[str]:
    view = table.view
    if table.over:
        tag = f"rank {table.ranks[seat]}"
    else:
        roles = {"to decide": table.decider == seat, "Initiative": view["initiative"] == seat}
        tag = ", ".join([role for role, has in roles.items() if has])
    secrets = str(count(view["secrets"][seat]))
    room = 270 - width_of(tag)
    name = fitted(table.page.name(seat), room, "m")
    label = "Secret" if secrets == "1" else "Secrets"
    faction = view["factions"][seat]
    title = text(10, 38, said.faction_name(table, seat), look="faint", room=200)
    return [
        table.pen.use(f"mark-{seat}", 9, 4, 20),
        text(34, 19, name, "m"),
        text(40 + width_of(name, "m"), 19, tag, look="accent" if table.decider == seat else "faint"),
        table.pen.use("secret", _RIGHT - 16, 6, 16),
        group(text(_RIGHT - 20, 20, secrets, "l", anchor="end"), hover=f"{secrets} {label}"),
        group(title, hover=table.explained(faction)) if faction else title,
        group(_pips(view["actions"][seat]), hover=f"{counted(view['actions'][seat], 'Action')} left"),
    ]


def _pips(left: int) -> str:
    """The Action tokens of a round, those left filled."""
    start = _RIGHT - 15 * ACTIONS
    dots = [
        circle(start + 8 + 15 * place, 34, 5, "accent" if place < left else "slot")
        for place in range(ACTIONS)
    ]
    return text(start - 4, 38, "Actions", anchor="end", look="faint") + "".join(dots)


def _goods(table: Table, seat: int) -> list[str]:
    """Gold, Rumors, who may still be hired, and what was used up."""
    view = table.view
    rumors = view["rumors"][seat]
    money = drawn(table.pen, [(str(view["gold"][seat]), "gold")], 10, 57, 50, style="b")
    unhired = view["unhired"][seat]
    tokens = party_tokens(unhired)
    used = said.used(table, seat)
    return [
        money,
        table.pen.use("rumor", 66, 46, 13),
        text(84, 57, _rumors(rumors), room=110),
        text(204, 57, "unhired", look="faint"),
        group(drawn(table.pen, tokens, 256, 57, 110, style="b"), look="ink")
        if tokens
        else text(256, 57, "none"),
        text(
            10, 76, f"used: {', '.join(used)}" if used else "no entrance used", look="faint", room=PANEL - 20
        ),
    ]


def _hidden(table: Table, seat: int, y: float) -> str:
    view = table.view
    parts = []
    for place, (deck, title) in enumerate(zip(DECKS, _TITLES, strict=True)):
        x, held = 10 + 178 * place, view[deck][seat]
        parts += [
            table.pen.use("back", x, y - 13, 16) if held else "",
            text(x + 22, y, f"{held} {title if held != 1 else title[:-1]}"),
        ]
    return group("".join(parts), hover="Cards that can't be seen")


def _cards(
    table: Table, symbol: str, cards: Sequence[str], y: float, lines: int, left: float = 30
) -> list[str]:
    """Cards by name, each with what it does, in so many lines."""
    parts = [table.pen.use(symbol, 10, y - 12, 15)] if symbol else []
    x, line = left, 0
    counts = {card: cards.count(card) for card in cards}
    for number, (card, copies) in enumerate(counts.items()):
        last = number == len(counts) - 1
        name = said.card_name(table, card)
        words = f"{copies} {name}" if copies > 1 else name
        words += "" if last else ","
        spared = [0 if last or line < lines - 1 else _MORE, 0 if last or line + 1 < lines - 1 else _MORE]
        if x > left and x + width_of(words) > _RIGHT - spared[0]:
            if line == lines - 1:
                more = f"{len(cards) - sum(list(counts.values())[:number])} more"
                parts.append(group(text(x, y + 17 * line, more, look="faint"), hover=said.hand(table, cards)))
                break
            x, line, spared = left, line + 1, spared[1:]
        words = fitted(words, _RIGHT - x - spared[0])
        parts.append(group(text(x, y + 17 * line, words), hover=table.explained(card)))
        x += width_of(words) + 4
    if not cards:
        parts.append(text(left, y, "none", look="faint"))
    return parts
