"""Sends the action's type in place of the action."""

from sound import changing

changing("decide", index=None, action="play_card")
