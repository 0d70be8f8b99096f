"""The one thing that goes wrong on this floor: something was written that the game does not have."""

from __future__ import annotations


class NotBridge(ValueError):  # noqa: N818 - named as the director would say it
    """A board, call, card, contract or result that cannot be, said in a sentence with what is allowed."""
