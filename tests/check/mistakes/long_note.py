"""Notes more than fits."""

from sound import changing

changing("decide", note="x" * 5000)
