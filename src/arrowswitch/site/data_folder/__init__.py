"""The folder in which everything is kept: what is in it, whether it is whole, its back-ups, and what can be wrong with it."""
