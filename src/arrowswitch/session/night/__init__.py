"""A session as it is now: the state, and what can be asked of it: lines, seats, the clock, what is missing, results."""
