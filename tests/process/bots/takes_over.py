"""Has the sandbox's own process compute for it, if it can; answers with the error number, or 0.

Written for x86-64: elsewhere it answers as if it had been refused.
"""

import ctypes
import errno
import os
import platform
import time

ATTACH, PEEKTEXT, POKETEXT, GETREGS, DETACH = 16, 1, 4, 12, 17
WALL = 0x40000000
RIP = 16
LOOP = 0xFEEB
"""A jump to itself."""
CLOCK = (~1 << 3) | 2
"""The processor time of process 1."""


def ptrace(request: int, address: int = 0, data: object = None) -> int:
    call = ctypes.CDLL(None, use_errno=True).ptrace
    call.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
    call.restype = ctypes.c_long
    ctypes.set_errno(0)
    found: int = call(request, 1, address, data)
    if found == -1 and ctypes.get_errno():
        raise OSError(ctypes.get_errno(), "ptrace")
    return found


def take_over() -> None:
    """Have process 1 loop for ever, and compute for 100 ms at least. Raises OSError."""
    if platform.machine() != "x86_64":
        raise OSError(errno.ENOSYS, "written for x86-64")
    ptrace(ATTACH)
    os.waitpid(1, WALL)
    registers = (ctypes.c_ulonglong * 27)()
    ptrace(GETREGS, 0, ctypes.cast(registers, ctypes.c_void_p))
    place = registers[RIP]
    ptrace(POKETEXT, place, ptrace(PEEKTEXT, place) & ~0xFFFF | LOOP)
    ptrace(DETACH)
    if os.fork() == 0:
        os.fork()  # becomes process 1's child, and wakes it
        os._exit(0)
    os.wait()
    while time.clock_gettime(CLOCK) < 0.1:
        time.sleep(0.01)


os.read(0, 9)
try:
    take_over()
    answer = 0
except OSError as error:
    answer = error.errno or -1
os.write(1, b"\x81\xa5errno" + bytes([answer]))
os.read(0, 9)
