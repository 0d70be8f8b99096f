"""Who sends: a thread of the server that looks when something was written, and when something is due again.

Other rooms may have something to write that nobody told them of, such as a night that was just posted: what they give to
`before_each_look` is asked first. Two servers on one database look both; `sending` sees to it that each mail leaves once.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from pathlib import Path

from django.db import DatabaseError, InterfaceError, connection
from django.utils import timezone

EVERY = 20.0
"""Seconds between two looks, if nobody wakes it before."""
SOONEST = 1.0
"""Seconds between two looks at least."""
AT_THE_END = 5.0
"""Seconds that stopping the program waits for a mail that is on its way; what then happens `sending` knows."""

_wake = threading.Event()
_first: list[Callable[[], object]] = []
log = logging.getLogger("arrowswitch.outbox")


def wake() -> None:
    """Something was written."""
    _wake.set()


def before_each_look(ask: Callable[[], object]) -> None:
    """Has this asked before every look; each once, however often it is said."""
    if ask not in _first:
        _first.append(ask)


def look() -> int:
    """Writes what other rooms have to say, and sends what is due."""
    from arrowswitch.site.outbox.sending import send_due

    for ask in _first:
        try:
            ask()
        except (DatabaseError, InterfaceError, OSError):
            raise
        except Exception:
            log.exception("What was to be mailed could not be written.")  # mail that waits already is sent all the same
    return send_due()


def _make_nothing_anew() -> None:
    """A file of the data that is gone is not made anew by who looks for mail in it: this thread opens it only if it is there."""
    name = str(connection.settings_dict["NAME"])
    if connection.vendor == "sqlite" and not name.startswith((":memory:", "file:")):
        there = f"{Path(name).absolute().as_uri()}?mode=rw"
        connection.settings_dict = {**connection.settings_dict, "NAME": there}


class Postman(threading.Thread):
    """Looks, until it is told to end."""

    def __init__(self) -> None:
        super().__init__(name="outbox", daemon=True)
        self.over = False

    def run(self) -> None:
        _make_nothing_anew()
        while not self.over:
            try:
                look()
            except (DatabaseError, InterfaceError, OSError) as error:
                log.warning("The outbox was not looked after.", exc_info=error)
            except Exception:
                log.exception("A mail could not be sent.")  # one fault must not stop all mail
            finally:
                connection.close()
            _wake.wait(self._pause())
            _wake.clear()

    def _pause(self) -> float:
        from arrowswitch.site.outbox.sending import next_due

        try:
            due = next_due()
        except (DatabaseError, InterfaceError):
            return EVERY
        finally:
            connection.close()
        wait = (due - timezone.now()).total_seconds() if due else EVERY
        return min(max(wait, SOONEST), EVERY)

    def end(self) -> None:
        """Ends after what it is at."""
        self.over = True
        wake()
        self.join(AT_THE_END)


def start() -> Postman:
    """From now on mail is sent."""
    postman = Postman()
    postman.start()
    return postman
