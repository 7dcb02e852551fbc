"""Goes on waiting after bye, whatever happens."""

import time

from sound import messages, reply, send

for message in messages():
    if answer := reply(message):
        send(answer)
while True:
    time.sleep(1)
