"""Movements for teams of four: one module a family, and the printed cards of each size."""
