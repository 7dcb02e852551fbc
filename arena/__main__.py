"""`python -m arena` is the command `arena`."""

import sys

if not sys.flags.safe_path and f"{sys.path[0]}/arena/__main__.py" != __file__:
    del sys.path[0]  # the folder that it was called in: what is called random.py there is not ours to import

from arena.cli import main

main()
