"""Matches between teams: victory points, ties, and matches that were not played as they should."""
