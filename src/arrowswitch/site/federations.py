"""The federations whose regulations a club may play by."""

from __future__ import annotations

from arrowswitch import regulations


def choices() -> list[tuple[str, str]]:
    """(profile, name) for a form; the general one first."""
    names = sorted(regulations.names(), key=lambda name: (name != "wbf", name))
    return [(name, f"{name.upper()} · {regulations.load(name).title}") for name in names]
