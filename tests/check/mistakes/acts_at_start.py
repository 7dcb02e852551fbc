"""Takes start for the first decision."""

from sound import changing

changing("start", type="act", id=0, index=0)
