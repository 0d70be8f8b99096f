"""What is known of the lines of a session, which grow without being copied.

They look immutable, and are: whoever holds them never sees them change. A section's lines on a board are kept together, so that a
change copies these and no other.
"""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterable, Iterator, Mapping, ValuesView
from itertools import chain
from typing import Any, TypeVar, overload

from arrowswitch.session.night.lines import LineKey

Value = TypeVar("Value")
Found = TypeVar("Found")


class _Shelf(dict[LineKey, Value]):
    """A section's lines on one board. It is never changed once somebody else can see it, so what was found stays right."""

    __slots__ = ("_by_table", "_found")
    _by_table: dict[int, tuple[LineKey, ...]]
    _found: dict[Callable[..., Any], Any]

    def at(self, table: int) -> tuple[LineKey, ...]:
        """Those of a table."""
        try:
            found = self._by_table
        except AttributeError:  # nobody has asked yet
            found = {}
            for key in self:
                found[key.table] = (*found.get(key.table, ()), key)
            self._by_table = found
        return found.get(table, ())

    def found(self, find: Callable[[Mapping[LineKey, Value]], Found]) -> Found:
        """What a function finds in them."""
        try:
            known = self._found
        except AttributeError:
            known = self._found = {}
        if find not in known:
            known[find] = find(self)
        answer: Found = known[find]
        return answer


class LineRecords(Mapping[LineKey, Value]):
    """What is known of lines, by their keys.

    >>> one = LineRecords[str]() | {LineKey("A", 1, 2, 3): "written"}
    >>> two = one | {LineKey("A", 1, 2, 3): "corrected", LineKey("A", 1, 2, 4): "written"}
    >>> len(one), len(two), one[LineKey("A", 1, 2, 3)], two.get(LineKey("A", 1, 2, 5))
    (1, 2, 'written', None)
    >>> one == {LineKey("A", 1, 2, 3): "written"}, one == two
    (True, False)
    """

    __slots__ = ("_shelves",)

    def __init__(self, lines: Mapping[LineKey, Value] | None = None) -> None:
        self._shelves: dict[tuple[str, int], _Shelf[Value]] = {}
        for key, value in (lines or {}).items():
            self._shelves.setdefault((key[0], key[3]), _Shelf())[key] = value

    def on(self, section: str, board: int) -> Mapping[LineKey, Value]:
        """Those of a section on a board, in the order in which they came in."""
        return self._shelves.get((section, board), {})

    def found(self, section: str, board: int, find: Callable[[Mapping[LineKey, Value]], Found]) -> Found:
        """What a function of a module finds in those of a section on a board, which it is asked once."""
        shelf = self._shelves.get((section, board))
        return find({}) if shelf is None else shelf.found(find)

    def at(self, section: str, table: int, boards: Iterable[int]) -> Iterator[LineKey]:
        """The keys of a table's lines on these boards, in the order of the boards.

        >>> [*(LineRecords() | {LineKey("A", 1, 2, 4): "", LineKey("A", 1, 2, 3): "", LineKey("A", 1, 1, 3): ""}).at("A", 2, (3, 4))]
        [LineKey(section='A', round=1, table=2, board=3), LineKey(section='A', round=1, table=2, board=4)]
        """
        shelves = self._shelves
        for board in boards:
            shelf = shelves.get((section, board))
            if shelf is not None:
                yield from shelf.at(table)

    def __or__(self, changes: Mapping[LineKey, Value]) -> LineRecords[Value]:
        after = LineRecords[Value]()
        after._shelves = shelves = self._shelves.copy()
        copied = set()
        for key, value in changes.items():
            place = key[0], key[3]
            if place not in copied:
                copied.add(place)
                shelves[place] = _Shelf(shelves.get(place, ()))
            shelves[place][key] = value
        return after

    def __getitem__(self, key: LineKey) -> Value:
        return self._shelves[key[0], key[3]][key]

    @overload
    def get(self, key: LineKey) -> Value | None: ...
    @overload
    def get(self, key: LineKey, default: Any) -> Any: ...
    def get(self, key: LineKey, default: Any = None) -> Any:
        """What is known of a line."""
        shelf = self._shelves.get((key[0], key[3]))
        return default if shelf is None else shelf.get(key, default)

    def __contains__(self, key: object) -> bool:
        return isinstance(key, tuple) and len(key) == 4 and key in self._shelves.get((key[0], key[3]), ())

    def __iter__(self) -> Iterator[LineKey]:
        return chain.from_iterable(self._shelves.values())

    def __len__(self) -> int:
        return sum(map(len, self._shelves.values()))

    def items(self) -> ItemsView[LineKey, Value]:
        """The lines with what is known of them."""
        return _Items(self)

    def values(self) -> ValuesView[Value]:
        """What is known of the lines."""
        return _Values(self)

    def __eq__(self, other: object) -> bool:
        return self._shelves == other._shelves if isinstance(other, LineRecords) else super().__eq__(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Lines({dict(self)!r})"


class _Items(ItemsView[LineKey, Value]):
    _mapping: LineRecords[Value]

    def __iter__(self) -> Iterator[tuple[LineKey, Value]]:
        return chain.from_iterable(shelf.items() for shelf in self._mapping._shelves.values())


class _Values(ValuesView[Value]):
    _mapping: LineRecords[Value]

    def __iter__(self) -> Iterator[Value]:
        return chain.from_iterable(shelf.values() for shelf in self._mapping._shelves.values())
