"""What somebody asks for and nobody waits for: a thread does it, one thing after the other.

What is asked for is kept in memory only. Lost, by a fault or the end of the program, it is asked for again by whoever looks next.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable, Iterable
from threading import Condition, Thread
from typing import Generic, TypeVar

from django.db import DatabaseError, InterfaceError, connection

log = logging.getLogger("arrowswitch.errands")
Thing = TypeVar("Thing", bound=Hashable)


class Errands(Generic[Thing]):
    """Things to be done, each once however often it is asked for. Before somebody begins, nothing is asked for.

    >>> done: list[str] = []
    >>> errands = Errands("an example", done.extend)
    >>> errands.ask(["too early"])
    >>> errands.work_off()
    >>> errands.ask(["one", "two", "one"])
    >>> errands.work_off()
    >>> done
    ['one', 'two']
    """

    def __init__(self, name: str, do: Callable[[list[Thing]], object]) -> None:
        self.name, self.do = name, do
        self.working = False
        """Whether somebody does what is asked for."""
        self._wanted: dict[Thing, None] = {}
        self._changed = Condition()

    def ask(self, things: Iterable[Thing]) -> None:
        """Has these done, if somebody is working."""
        wanted = dict.fromkeys(things) if self.working else {}
        if wanted:
            with self._changed:
                self._wanted.update(wanted)
                self._changed.notify()

    def start(self) -> None:
        """From now on a thread does what is asked for."""
        if not self.working:
            self.working = True
            Thread(target=self._work, name=self.name, daemon=True).start()

    def work_off(self) -> None:
        """Does what was asked for, and comes back when it is done; from now on things may be asked for."""
        self.working = True
        while things := self._taken():
            self.do(things)

    def forget(self) -> None:
        """Nothing is wanted, and nobody works any more."""
        with self._changed:
            self.working = False
            self._wanted.clear()
            self._changed.notify_all()

    def _taken(self) -> list[Thing]:
        with self._changed:
            things = list(self._wanted)
            self._wanted.clear()
        return things

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._wanted or not self.working)
            if not self.working:
                return
            try:
                self.do(self._taken())
            except (DatabaseError, InterfaceError):
                pass  # whoever looks next asks again
            except Exception:
                log.exception("%s: something could not be done.", self.name)  # one fault must not stop all the rest
            finally:
                connection.close()
