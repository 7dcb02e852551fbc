"""`python -m arena.engine` is `arena engine`, and starts faster."""

import sys

from arena.engine.program import serve

sys.exit(serve(as_json="--json" in sys.argv[1:]))
