"""Movements for single players: who partners whom, and against whom. Each module with a `FAMILY` is a family."""
