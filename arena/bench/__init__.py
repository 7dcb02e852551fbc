"""Measuring: how fast the engines are, and what a decision costs on its way to a bot and back."""
