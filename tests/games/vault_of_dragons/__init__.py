"""Vault of Dragons' own tests; arena/games/README.md says what is in which file."""
