"""Says goodbye where only messages may stand."""

from sound import play

play()
print("goodbye!")
