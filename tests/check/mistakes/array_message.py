"""Packs its messages as arrays."""

from sound import messages, reply, send

for message in messages():
    if answer := reply(message):
        send(list(answer.values()))
