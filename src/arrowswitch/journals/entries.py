"""The entries of a journal: they look immutable, and are, but grow without being copied.

All versions share one list, of which each knows how much is its own; the newest adds to it in place, an older one begins a list of
its own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice
from threading import Lock
from typing import Generic, TypeVar, overload

from arrowswitch.journals.commands import AnyEntry

E = TypeVar("E", bound=AnyEntry)


class _Shared(Generic[E]):
    """What the versions of one journal have in common: its entries, and the place of each command."""

    __slots__ = ("entries", "lock", "places")

    def __init__(self, entries: list[E]) -> None:
        self.entries = entries
        self.places = {entry.id: place for place, entry in reversed([*enumerate(entries)])}
        self.lock = Lock()


class Entries(Sequence[E]):
    """The entries of a journal, in order.

    >>> from datetime import datetime, timezone
    >>> from arrowswitch.journals import Actor
    >>> first, other = (AnyEntry(name, Actor("director"), datetime(2025, 1, 7, tzinfo=timezone.utc), "act") for name in "ab")
    >>> one = Entries[AnyEntry]().then(first)
    >>> len(one.then(other)), len(one.then(first)), one == (first,), one.find("a") is first, one.find("b")
    (2, 2, True, True, None)
    """

    __slots__ = ("_count", "_shared")

    def __init__(self, entries: Iterable[E] = ()) -> None:
        self._shared = _Shared([*entries])
        self._count = len(self._shared.entries)

    def then(self, entry: E) -> Entries[E]:
        """The same entries and one more."""
        shared, count = self._shared, self._count
        with shared.lock:
            if len(shared.entries) == count:
                shared.entries.append(entry)
                shared.places.setdefault(entry.id, count)
                return self._upto(shared, count + 1)
        return Entries((*self, entry))  # somebody has gone on from here before, or only tried to

    @classmethod
    def _upto(cls, shared: _Shared[E], count: int) -> Entries[E]:
        found = cls.__new__(cls)
        found._shared, found._count = shared, count
        return found

    def find(self, command: str) -> E | None:
        """The entry of a command."""
        place = self.place(command)
        return None if place is None else self._shared.entries[place]

    def place(self, command: str) -> int | None:
        """Where the entry of a command stands, from 0."""
        place = self._shared.places.get(command)
        return None if place is None or place >= self._count else place

    @property
    def ids(self) -> Ids:
        """The commands that were granted."""
        return Ids(self)

    @property
    def undone(self) -> frozenset[str]:
        """The commands that were undone; an undo that was itself undone undoes nothing."""
        undone: set[str] = set()
        for entry in reversed(self):
            if entry.act.undoes and entry.id not in undone:
                undone.add(entry.act.undoes)
        return frozenset(undone)

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> E: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[E, ...]: ...
    def __getitem__(self, index: int | slice) -> E | tuple[E, ...]:
        if isinstance(index, slice):
            return tuple(self._shared.entries[place] for place in range(*index.indices(self._count)))
        return self._shared.entries[range(self._count)[index]]

    def __iter__(self) -> Iterator[E]:
        return islice(self._shared.entries, self._count)

    def __reversed__(self) -> Iterator[E]:
        return (self._shared.entries[place] for place in range(self._count - 1, -1, -1))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Entries):
            return (self._shared is other._shared and self._count == other._count) or tuple(self) == tuple(other)
        return tuple(self) == other if isinstance(other, tuple) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Entries({tuple(self)!r})"


class Ids(Collection[str]):
    """The ids of a journal's commands."""

    __slots__ = ("_entries",)

    def __init__(self, entries: Entries[E]) -> None:
        self._entries = entries

    def __contains__(self, command: object) -> bool:
        return isinstance(command, str) and self._entries.place(command) is not None

    def __iter__(self) -> Iterator[str]:
        return (entry.id for entry in self._entries)

    def __len__(self) -> int:
        return len(self._entries)
