"""A bot that plays the first legal action. Its notes tell how many matches it has been told the end of."""

import os
import re

HELLO = b"\x84\xa4type\xa5hello\xa8protocol\x01\xa4name\xa7witness\xa4send\x90"
READY = b"\x81\xa4type\xa5ready"
TYPE = re.compile(rb"\xa4type[\xa0-\xbf](hello|start|decide|over|bye)")

questions = overs = 0
while data := os.read(0, 1 << 16):
    for found in TYPE.finditer(data):
        match found[1]:
            case b"hello":
                os.write(1, HELLO)
            case b"start":
                questions = 0
                os.write(1, READY)
            case b"decide":
                questions += 1
                id = b"\xcd" + questions.to_bytes(2, "big")
                note = b"\xcd" + overs.to_bytes(2, "big")
                os.write(1, b"\x84\xa4type\xa3act\xa2id" + id + b"\xa5index\x00\xa4note" + note)
            case b"over":
                overs += 1
