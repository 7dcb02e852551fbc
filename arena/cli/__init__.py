"""The command line: each command a module, a few lines over the layers below.

Exit status: 0 fine; 1 the thing asked about is not so; 2 wrong usage or unusable input, with one line that
says what is wrong; 130 interrupted.
"""

from __future__ import annotations

import sys

from arena.cli.ctrl_c import comes_of_ctrl_c, interrupted


def main() -> None:
    """Run the command line to its end, and exit with its status.

    This module and `ctrl_c` import nothing of weight: Ctrl-C ends in one line at any time from here on, also
    while the rest is still being imported.
    """
    try:
        from arena.cli.entry import run

        status = run()
    except KeyboardInterrupt:
        status = interrupted()
    except Exception as error:
        if not comes_of_ctrl_c(error):
            raise
        status = interrupted()
    _leave_ctrl_c_to_the_system()
    sys.exit(status)


def _leave_ctrl_c_to_the_system() -> None:
    """Have another Ctrl-C end the process at once: all is said, and what Python does at its exit can wait."""
    import signal

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
