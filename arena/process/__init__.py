"""One bot process: launching it, talking with it under deadlines, limiting it, and ending it for certain."""
