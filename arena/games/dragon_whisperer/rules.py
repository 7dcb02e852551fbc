"""What may be done and what happens then: rules page sections 4 to 7."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from arena.games.core import Action, Data, Decision, rank

if TYPE_CHECKING:
    from arena.games.dragon_whisperer.state import DragonWhispererState

HAND_SIZE = {3: 10, 4: 8, 5: 8, 6: 7}
"""By number of players: the cards dealt to each seat."""


def decide(state: DragonWhispererState) -> Decision | None:
    """The pending decision (section 5)."""
    phase = state.phase
    if phase == "play_card":
        return Decision(state.turn, phase, playable(state))
    if phase == "place_dragon":
        return Decision(state.turn, phase, state.tables.places[open_regions(state)])
    if phase == "draw_trump":
        tables = state.tables
        return Decision(state.turn, phase, tables.draw_or_keep if state.deck else tables.keep)
    return None


def playable(state: DragonWhispererState) -> tuple[Action, ...]:
    """The cards that the seat to move may play (section 5.1), as actions in standard order."""
    seat = state.turn
    trick = state.trick
    if trick and not state.raged:
        held = state.held[seat]
        tables = state.tables
        rage = held >> tables.rage << 7
        led = trick[0].arg[1]
        suit = held >> 7 * led & 127
        if suit:
            return tables.follow[led][suit | rage]
        trump = state.trump
        if trump >= 0:
            suit = held >> 7 * trump & 127
            if suit:
                return tables.follow[trump][suit | rage]
    hand = state.hands[seat]
    if len(hand) > 1 and hand[-1] is hand[-2]:  # only Dragon Rages are alike, and they come last
        return hand[: hand.index(hand[-1]) + 1]
    return hand


def open_regions(state: DragonWhispererState) -> int:
    """The regions that have a Quest, as a mask of colors."""
    regions = 0
    bit = 1
    for stack in state.stacks:
        if stack:
            regions |= bit
        bit <<= 1
    return regions


def play(state: DragonWhispererState, action: Action) -> None:
    """Carry out a legal action."""
    phase = state.phase
    if phase == "play_card":
        _play_card(state, action)
    elif phase == "place_dragon":
        state.dragon = action.arg
        state.phase = "play_card"
        if state._events is not None:
            region = state.tables.colors[action.arg]
            state._events.append({"type": "place_dragon", "seat": state.turn, "region": region})
    else:
        _draw_or_keep(state, action)


def _play_card(state: DragonWhispererState, action: Action) -> None:
    seat = state.turn
    card, color, number, bit = action.arg
    hand = state.hands[seat]
    place = hand.index(action)
    state.hands[seat] = hand = hand[:place] + hand[place + 1 :]
    if number or action not in hand:
        state.held[seat] ^= bit
    trick = state.trick
    if number and trick and not state.raged:
        led = trick[0].arg[1]
        if color != led:
            voids = state.voids[seat] | 1 << led
            if state.trump >= 0 and color != state.trump:
                voids |= 1 << state.trump
            state.voids[seat] = voids
    state.trick = trick + (action,)  # noqa: RUF005 - twice as fast as unpacking
    events = state._events
    if events is not None:
        events.append({"type": "play_card", "seat": seat, "card": state.tables.names[card]})
    if number < 5:
        _effect(state, seat, number, trick)
        if number == 3:
            state.phase = "draw_trump"
            return
    _next_seat(state)


def _effect(state: DragonWhispererState, seat: int, number: int, before: tuple[Action, ...]) -> None:
    """What a low card does as it is played after the cards `before` (section 6; 0: a Dragon Rage)."""
    events = state._events
    if number == 0:
        state.raged = True
        state.first_player = seat
        if events is not None:
            events.append({"type": "first_player", "seat": seat, "reason": "rage"})
        return
    if number == 3:
        return
    for earlier in before:
        if earlier.arg[2] == number:
            return
    if number == 2:
        state.monsters[seat] += 1
        if events is not None:
            events.append({"type": "monster", "seat": seat, "reason": "two"})
    elif number == 4:
        state.treasures[seat] += 1
        if events is not None:
            events.append({"type": "treasure", "seat": seat})
    elif not state.raged:
        state.first_player = seat
        if events is not None:
            events.append({"type": "first_player", "seat": seat, "reason": "one"})


def _draw_or_keep(state: DragonWhispererState, action: Action) -> None:
    """A 3's choice (section 6.3)."""
    events = state._events
    if events is not None:
        events.append({"type": action.type, "seat": state.turn})
    if action.type == "draw_trump":
        state.discard += (state.trump_card,)
        _turn_trump(state)
    state.phase = "play_card"
    _next_seat(state)


def _turn_trump(state: DragonWhispererState) -> None:
    """Turn the deck's next card up as the trump card."""
    card = state.deck[0]
    state.deck = state.deck[1:]
    state.trump_card = card
    state.trump = trump = color_of(state, card)
    if state._events is not None:
        tables = state.tables
        color = None if trump < 0 else tables.colors[trump]
        state._events.append({"type": "trump", "card": tables.names[card], "color": color})


def color_of(state: DragonWhispererState, card: int) -> int:
    """A card's color; -1 for a Dragon Rage."""
    return -1 if card == state.tables.rage else card // 7


def _next_seat(state: DragonWhispererState) -> None:
    """After a card and its effect: the next seat plays, or the trick ends."""
    players = state.players
    if len(state.trick) < players:
        seat = state.turn + 1
        state.turn = seat if seat < players else 0
    else:
        _end_trick(state)


def _end_trick(state: DragonWhispererState) -> None:
    """The end of a trick (section 4, step 3)."""
    if state.raged:
        last_player = state.first_player
        if state._events is not None:
            state._events.append({"type": "trick_raged", "seat": last_player})
    else:
        last_player = _win_trick(state)
    state.discard += tuple([action.arg[0] for action in state.trick])
    state.trick = ()
    state.raged = False
    if not any(state.stacks):
        state.phase = "over"
        if state._events is not None:
            state._events.append({"type": "game_over", "scores": scores(state), "ranks": ranks(state)})
    elif state.hands[0]:
        state.trick_no += 1
        state.leader = state.turn = state.first_player
        state.phase = "place_dragon"
    else:
        _new_round(state, last_player)


def _win_trick(state: DragonWhispererState) -> int:
    """The highest card takes the Quest; returns the winner."""
    trick = state.trick
    best = trick[0]
    place = 0
    color = best.arg[1]
    card = best.arg[0]
    trump = state.trump
    a_one = False
    for i, action in enumerate(trick):
        other, other_color, number, _ = action.arg
        if number == 1:
            a_one = True
        if other_color == color:
            if other > card:
                card, place = other, i
        elif other_color == trump:
            card, color, place = other, other_color, i
    seat = (state.leader + place) % state.players
    region = state.dragon
    stack = state.stacks[region]
    value = stack[0]
    state.stacks[region] = stack = stack[1:]
    state.quests[seat] += ((region, value),)
    bonus = color == region
    if bonus:
        state.monsters[seat] += 1
    if not a_one:
        state.first_player = seat
    events = state._events
    if events is not None:
        tables = state.tables
        name = tables.colors[region]
        won = {"type": "trick_won", "seat": seat, "card": tables.names[card], "region": name, "value": value}
        shown = {"type": "quest_shown", "region": name, "value": stack[0] if stack else None}
        events += (won, shown)
        if bonus:
            events.append({"type": "monster", "seat": seat, "reason": "region"})
        if not a_one:
            events.append({"type": "first_player", "seat": seat, "reason": "won"})
    return seat


def _new_round(state: DragonWhispererState, dealer: int) -> None:
    """Shuffle all cards in play and deal them (section 4, "A new round")."""
    state.round += 1
    state.trick_no = 1
    state.discard = ()
    state.voids = [0] * state.players
    tables = state.tables
    names, card_of = tables.names, tables.card_of
    if state._events is not None:
        state._events.append({"type": "round", "round": state.round, "dealer": dealer})

    def shuffle(rng: Random) -> list[str]:
        return [names[card] for card in shuffled(tables.cards, rng)]

    def fits(result: Any) -> bool:
        if type(result) is not list or not all(type(name) is str for name in result):
            return False
        return sorted(result) == tables.sorted_names

    order = state._draw("shuffle", shuffle, fits, seats=[])
    deal(state, dealer, [card_of[name] for name in order])


def shuffled(cards: list[int], rng: Random) -> list[int]:
    """The cards in random order; faster than `Random.shuffle`."""
    random = rng.random
    return sorted(cards, key=lambda _: random())


def deal(state: DragonWhispererState, dealer: int, cards: list[int]) -> None:
    """Deal the shuffled `cards` and turn a trump card (section 3, "The deal")."""
    players = state.players
    dealt = players * HAND_SIZE[players]
    for i in range(players):
        seat = (dealer + 1 + i) % players
        give(state, seat, sorted(cards[i:dealt:players]))
    events = state._events
    if events is not None:
        names = state.tables.names
        for seat in range(players):
            hand = [names[action.arg[0]] for action in state.hands[seat]]
            events.append({"type": "hand", "seat": seat, "cards": hand, "seats": [seat]})
    state.deck = tuple(cards[dealt:])
    _turn_trump(state)
    state.dealer = state.first_player = state.leader = state.turn = dealer
    state.phase = "place_dragon"
    if events is not None:
        events.append({"type": "first_player", "seat": dealer, "reason": "dealer"})


def give(state: DragonWhispererState, seat: int, cards: list[int]) -> None:
    """Make `cards`, in standard order, the seat's hand."""
    play_actions = state.tables.play
    state.hands[seat] = tuple([play_actions[card] for card in cards])
    held = 0
    for card in cards:
        held |= 1 << card
    state.held[seat] = held


def scores(state: DragonWhispererState) -> list[int]:
    """Points as the state stands (section 7)."""
    points = [
        sum([value for _, value in quests]) + monsters
        for quests, monsters in zip(state.quests, state.monsters, strict=True)
    ]
    most = max(state.treasures)
    if state.treasures.count(most) == 1:
        points[state.treasures.index(most)] += 5
    return points


def ranks(state: DragonWhispererState) -> list[int]:
    """Ranks as the state stands: by points, then by the number of Quests (section 7)."""
    return rank(list(zip(scores(state), map(len, state.quests), strict=True)))


def why_not(state: DragonWhispererState, data: Data) -> str | None:
    """The rule that a well-formed but illegal action breaks."""
    tables = state.tables
    if data["type"] == "place_dragon" == state.phase:
        region = data["region"]
        return (
            f"{region} has no Quest left"
            if region in tables.color_of
            else f"no region in play is {region!r:.40}"
        )
    if data["type"] == "play_card" == state.phase:
        return _why_not_card(state, data["card"])
    if data["type"] == "draw_trump" == state.phase:
        return "the deck is empty"
    return None


def _why_not_card(state: DragonWhispererState, name: str) -> str:
    tables = state.tables
    if name not in tables.card_of:
        return f"no card in play is {name!r:.40}"
    legal = playable(state)
    held = [tables.names[action.arg[0]] for action in state.hands[state.turn]]
    if name not in held:
        return f"you don't hold {name}: your hand is {', '.join(held)}"
    # A card that is held but not playable breaks a duty, and the legal cards say which.
    owed = [tables.names[action.arg[0]] for action in legal if action.arg[2]]
    led = state.trick[0].arg[1]
    color = tables.colors[legal[0].arg[1]]
    if legal[0].arg[1] == led:
        return f"you must follow {color}: you hold {', '.join(owed)}"
    return f"you hold no {tables.colors[led]}, so you must play the trump color {color}: you hold {', '.join(owed)}"
