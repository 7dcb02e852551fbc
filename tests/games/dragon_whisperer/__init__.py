"""Dragon Whisperer's own tests; CONTRIBUTING.md says what is in which file."""
