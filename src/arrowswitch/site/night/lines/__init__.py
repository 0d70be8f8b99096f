"""A board, a pair, a table: everything about it, and what may be done to it."""
