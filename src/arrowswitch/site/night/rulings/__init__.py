"""Rulings at a table of the session: the walk with its seats and names, the log, and from ruling to score."""
