"""bot-arena: tournaments of board games between bots written in any language."""

__version__ = "0.1.0"
