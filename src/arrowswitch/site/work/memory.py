"""What the site remembers for a while: one class for all of it, so that every memory states its size and its key.

It is for what changes with the database or the clock, or takes much room. An answer that only its arguments decide, as the
regulations of a federation, keeps `functools.cache`. Nothing here is the only copy of anything: `forget_all` may be called at
any moment, and tests do so between two clubs.
"""

from __future__ import annotations

import ctypes
import gc
import math
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import suppress
from threading import Lock
from typing import Any, Generic, NamedTuple, TypeVar
from weakref import WeakSet

Key = TypeVar("Key", bound=Hashable)
Thing = TypeVar("Thing")


class Remembered(NamedTuple, Generic[Thing]):
    """A thing, how much room it takes, until when it is good, and what it was made from."""

    thing: Thing
    size: int
    until: float
    witness: object


class Memory(Mapping[Key, Thing]):
    """Things by their keys. When they are too many, or too large together, what was not asked for the longest goes.

    >>> pages: Memory[str, bytes] = Memory(10, size=len)
    >>> pages.put("a", b"12345"), pages.put("b", b"1234"), pages.put("c", b"123456")
    (b'12345', b'1234', b'123456')
    >>> list(pages)
    ['b', 'c']

    A thing may be good for some seconds only, or as long as its witness, what it was made from, is the same object.

    >>> now = [0.0]
    >>> names: Memory[int, str] = Memory(2, lasts=60, clock=lambda: now[0])
    >>> names.made(7, lambda: "Ann", witness="a"), names.made(7, lambda: "Bob", witness="a")
    ('Ann', 'Ann')
    >>> names.made(7, lambda: "Bob", witness="b")
    'Bob'
    >>> now[0] = 60.0
    >>> 7 in names
    False
    """

    def __init__(
        self,
        most: int,
        *,
        size: Callable[[Thing], int] = lambda _thing: 1,
        lasts: float = math.inf,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.most, self.size, self.lasts, self.clock = most, size, lasts, clock
        self.total = 0
        self._things: OrderedDict[Key, Remembered[Thing]] = OrderedDict()
        self._lock = Lock()
        _all.add(self)

    def __getitem__(self, key: Key) -> Thing:
        return self._found(key).thing

    def __iter__(self) -> Iterator[Key]:
        with self._lock:
            return iter(list(self._things))

    def __len__(self) -> int:
        return len(self._things)

    __hash__ = object.__hash__

    def put(self, key: Key, thing: Thing, witness: object = None) -> Thing:
        """Keeps a thing, and gives it back."""
        made = Remembered(thing, self.size(thing), self.clock() + self.lasts, witness)
        with self._lock:
            self._drop(key)
            self._things[key] = made
            self.total += made.size
            while self.total > self.most:
                self._drop(next(iter(self._things)))
        return thing

    def made(self, key: Key, make: Callable[[], Thing], witness: object = None) -> Thing:
        """What was made before, as long as it is good; otherwise it is made, by two at once rather than one after the
        other."""
        try:
            found = self._found(key)
        except KeyError:
            return self.put(key, make(), witness)
        return found.thing if found.witness is witness else self.put(key, make(), witness)

    def forget(self, key: Key) -> None:
        """Looks again when it is asked next."""
        with self._lock:
            self._drop(key)

    def clear(self) -> None:
        """Forgets everything."""
        with self._lock:
            self._things.clear()
            self.total = 0

    def _found(self, key: Key) -> Remembered[Thing]:
        with self._lock:
            found = self._things[key]
            if found.until <= self.clock():
                self._drop(key)
                raise KeyError(key)
            self._things.move_to_end(key)
        return found

    def _drop(self, key: Key) -> None:
        if key in self._things:
            self.total -= self._things.pop(key).size


_all: WeakSet[Memory[Any, Any]] = WeakSet()


def forget_all() -> None:
    """Empties every memory of this process, as if the server had been started anew."""
    for each in list(_all):
        each.clear()


def give_back() -> None:
    """Gives the machine back what a long piece of work has held; Python keeps it for the next one else."""
    gc.collect()
    with suppress(OSError, AttributeError, TypeError):  # Windows, macOS, small Linuxes
        ctypes.CDLL(None).malloc_trim(0)
