"""Waits on where nothing comes any more."""

import sys
import time

from sound import messages, reply, send

for message in messages():
    if message["type"] == "bye":
        sys.exit()
    if answer := reply(message):
        send(answer)
while True:
    time.sleep(1)
