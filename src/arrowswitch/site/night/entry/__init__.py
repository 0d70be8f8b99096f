"""Scores typed at the desk."""
