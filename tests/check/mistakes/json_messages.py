"""Speaks JSON."""

import json
import os

from sound import messages, reply

for message in messages():
    if answer := reply(message):
        os.write(1, json.dumps(answer).encode())
