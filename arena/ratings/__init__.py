"""Ratings and statistics: pure functions of results."""
