"""Needs what is not installed."""

import a_library_that_is_nowhere  # type: ignore[import-not-found]  # on purpose

a_library_that_is_nowhere.play()
