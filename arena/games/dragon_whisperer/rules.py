"""What may be done and what happens then: rules page sections 4 to 7."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.games.core import Action, Decision, rank
from arena.games.dragon_whisperer import events as told

if TYPE_CHECKING:
    from arena.games.dragon_whisperer.state import DragonWhispererState
    from arena.games.dragon_whisperer.tables import Tables

HAND_SIZE = {3: 10, 4: 8, 5: 8, 6: 7}
"""By number of players: the cards dealt to each seat."""
MOST_TRICKS = 83
"""Of a game: see `longest`."""
RAGED, ONE = 1 << 0, 1 << 1
"""Bits of the state's `seen`: a Dragon Rage, a 1 has been played in the trick."""


def decide(state: DragonWhispererState) -> Decision | None:
    """The pending decision (section 5)."""
    phase, tables = state.phase, state.tables
    if phase == "place_dragon":
        return tables.place_decisions[state.open_regions][state.turn]
    if phase == "play_card":
        return _card_decision(state)
    return tables.draw_decisions[len(state.deck) > 0][state.turn] if phase == "draw_trump" else None


def _card_decision(state: DragonWhispererState) -> Decision:
    """Which cards are playable (section 5.1)."""
    seat = state.turn
    trick = state.trick
    if trick and not state.seen & RAGED:
        tables = state.tables
        held = state.held[seat]
        led = trick[0] // 7
        suit = held >> 7 * led & 127  # its seven numbers; a Rage goes into the eighth bit
        if suit:
            return tables.follow_decisions[led][suit | held >> tables.rage << 7][seat]
        trump = state.trump
        if trump >= 0:
            suit = held >> 7 * trump & 127
            if suit:
                return tables.follow_decisions[trump][suit | held >> tables.rage << 7][seat]
    hand = state.hands[seat]
    if len(hand) > 1 and hand[-2] is state.tables.play_rage:  # several, which are all alike, come last
        return Decision(seat, "play_card", tuple(dict.fromkeys(hand)))
    return Decision(seat, "play_card", tuple(hand))


def play(state: DragonWhispererState, action: Action) -> Decision | None:
    """Carry out a legal action; returns the next decision."""
    phase = state.phase
    if phase == "place_dragon":
        _place_dragon(state, action)
        return _card_decision(state)
    if phase == "draw_trump":
        _draw_or_keep(state, action)
        return decide(state)
    seat = state.turn
    card, color, number, bit, _, played = action.arg
    hand = state.hands[seat]
    hand.remove(action)
    if number or action not in hand:
        state.held[seat] ^= bit
    trick = state.trick
    seen = state.seen
    if trick and number and not seen & RAGED:
        led = trick[0] // 7
        if color != led:
            voids = state.voids[seat] | 1 << led
            if state.trump >= 0 and color != state.trump:
                voids |= 1 << state.trump
            state.voids[seat] = voids
    state.trick = trick + (card,)
    events = state._events
    if events is not None:
        events.append(played[seat].copy())
    if number < 5:
        state.seen = seen | 1 << number
        if number == 3:
            state.phase = "draw_trump"
            return state.tables.draw_decisions[len(state.deck) > 0][seat]
        if number == 0 or not seen >> number & 1:
            _effect(state, seat, number)
    if len(trick) + 1 < state.players:
        state.turn = seat + 1 if seat + 1 < state.players else 0
        return _card_decision(state)
    _end_trick(state)
    return decide(state)


def _place_dragon(state: DragonWhispererState, action: Action) -> None:
    state.dragon = action.arg
    state.phase = "play_card"
    if state._events is not None:
        state._events.append(state.tables.told_place[action.arg][state.turn].copy())


def _effect(state: DragonWhispererState, seat: int, number: int) -> None:
    """What the trick's first 1, 2 or 4, or any Dragon Rage (0), does at once (section 6)."""
    events = state._events
    if number == 0:
        state.first_player = seat
        if events is not None:
            events.append(told.FIRST_BY_RAGE[seat].copy())
    elif number == 2:
        state.monsters[seat] += 1
        if events is not None:
            events.append(told.MONSTER_BY_TWO[seat].copy())
    elif number == 4:
        state.treasures[seat] += 1
        if events is not None:
            events.append(told.TREASURE[seat].copy())
    elif not state.seen & RAGED:
        state.first_player = seat
        if events is not None:
            events.append(told.FIRST_BY_ONE[seat].copy())


def _draw_or_keep(state: DragonWhispererState, action: Action) -> None:
    """A 3's choice (section 6.3)."""
    events = state._events
    if events is not None:
        events.append(told.TRUMP_CHOICE[action.type][state.turn].copy())
    if action.type == "draw_trump":
        state.discard += (state.trump_card,)
        _turn_trump(state)
    state.phase = "play_card"
    if len(state.trick) < state.players:
        state.turn = (state.turn + 1) % state.players
    else:
        _end_trick(state)


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


def _end_trick(state: DragonWhispererState) -> None:
    """The end of a trick (section 4, step 3)."""
    if state.seen & RAGED:
        last_player = state.first_player
        if state._events is not None:
            state._events.append(told.TRICK_RAGED[last_player].copy())
    else:
        last_player = _win_trick(state)
    state.discard += state.trick
    state.trick = ()
    state.seen = 0
    if not state.open_regions:
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
    winning = best_card(trick, state.trump)
    seat = (state.leader + trick.index(winning)) % state.players
    region = state.dragon
    stack = state.stacks[region]
    state.stacks[region] = stack[1:]
    if len(stack) == 1:
        state.open_regions ^= 1 << region
    state.quests[seat] += ((region, stack[0]),)
    bonus = winning // 7 == region
    if bonus:
        state.monsters[seat] += 1
    takes_lead = not state.seen & ONE
    if takes_lead:
        state.first_player = seat
    events = state._events
    if events is not None:
        names = state.tables.names
        name = state.tables.colors[region]
        top = stack[1] if len(stack) > 1 else None
        events.append(
            {"type": "trick_won", "seat": seat, "card": names[winning], "region": name, "value": stack[0]}
        )
        events.append({"type": "quest_shown", "region": name, "value": top})
        if bonus:
            events.append(told.MONSTER_BY_REGION[seat].copy())
        if takes_lead:
            events.append(told.FIRST_BY_WIN[seat].copy())
    return seat


def best_card(trick: tuple[int, ...], trump: int) -> int:
    """The card that wins a trick without a Dragon Rage, under the trump color in force at its end."""
    best = trick[0]
    color = best // 7
    for card in trick:
        if card // 7 == color:
            if card > best:
                best = card
        elif card // 7 == trump:
            best, color = card, trump
    return best


def _new_round(state: DragonWhispererState, dealer: int) -> None:
    """Shuffle all cards in play and deal them (section 4, "A new round")."""
    state.round += 1
    state.trick_no = 1
    state.discard = ()
    state.voids = [0] * state.players
    tables = state.tables
    if state._events is not None:
        state._events.append({"type": "round", "round": state.round, "dealer": dealer})

    order = state._draw_order("shuffle", tables.names_in_play)
    deal(state, dealer, list(map(tables.card_of.__getitem__, order)))


def deal(state: DragonWhispererState, dealer: int, cards: list[int]) -> None:
    """Deal the shuffled `cards` and turn a trump card (section 3, "The deal")."""
    players = state.players
    dealt = players * HAND_SIZE[players]
    events = state._events
    name_of = state.tables.names.__getitem__
    for seat in range(players):
        hand = sorted(cards[(seat - dealer - 1) % players : dealt : players])
        give(state, seat, hand)
        if events is not None:
            told_hand = list(map(name_of, hand))
            events.append({"type": "hand", "seat": seat, "cards": told_hand, "seats": [seat]})
    state.deck = tuple(cards[dealt:])
    _turn_trump(state)
    state.dealer = state.first_player = state.leader = state.turn = dealer
    state.phase = "place_dragon"
    if events is not None:
        events.append(told.FIRST_BY_DEAL[dealer].copy())


def give(state: DragonWhispererState, seat: int, cards: list[int]) -> None:
    """Make `cards`, in standard order, the seat's hand."""
    tables = state.tables
    state.hands[seat] = list(map(tables.play.__getitem__, cards))
    state.held[seat] = mask_of(tables, cards)


def mask_of(tables: Tables, cards: list[int]) -> int:
    """The mask of the cards, in standard order, of a hand."""
    held = sum(map(tables.suit_bits.__getitem__, cards))
    return held | 1 << tables.rage if cards and cards[-1] == tables.rage else held


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


def longest(players: int, short_deck: bool) -> int:
    """A bound to the decisions of a game (section 8).

    Each Dragon Rage spoils one trick of a round at most, so all Quests are taken in so many rounds.
    """
    rages, quests, colors = (3, 25, 5) if short_deck else (4, 35, 7)
    rounds = -(-quests // (HAND_SIZE[players] - rages))
    return (quests + rages * rounds) * (1 + players) + colors * rounds
