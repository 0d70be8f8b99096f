"""What undo must restore."""

from __future__ import annotations

from arrowswitch.session import State


def substance(state: State) -> tuple[object, ...]:
    """All that is known of the night, without what is known of the journal."""
    known = {name: value for name, value in vars(state).items() if name in State.__dataclass_fields__}
    return tuple(value for name, value in known.items() if name not in ("journal", "undone", "versions", "tables"))
