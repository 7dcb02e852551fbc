"""How long tests wait for what must come.

It ends the wait when it comes, so that only a failure takes so long; a machine may be as busy as it likes.
"""

HANGS_S = 900
"""A program that has not ended by then hangs."""
GONE_S = 30
"""What has not ended by then, after what should end it, is there to stay."""
