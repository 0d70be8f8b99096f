"""What may be done: who may do it and when, what speaks against it, and the decision that makes an event of a command."""

from arrowswitch.session.deciding.rights import ROLE_NAMES, check_current, closes, is_closed

__all__ = [
    "ROLE_NAMES",
    "check_current",
    "closes",
    "is_closed",
]
