"""What follows from what is printed, made once: squares of boards, Key cards with stones, ready actions."""
