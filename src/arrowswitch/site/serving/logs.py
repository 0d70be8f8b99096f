"""What the server writes about its own troubles, without writing the same for ever."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, TypeVar

from arrowswitch.site.data_folder.faults import told

if TYPE_CHECKING:
    from django.http import HttpResponse

Response = TypeVar("Response", bound="HttpResponse")

PAUSE = 60.0
"""Seconds for which the same is not said again."""
MOST = 500


class NotAgain(logging.Filter):
    """Lets a trouble through once in a minute, then with how often it has come meanwhile.

    Two are the same if they have one text (whatever is filled in) and come from one place in the program.

    >>> now = [0.0]
    >>> again = NotAgain(clock=lambda: now[0])
    >>> def told() -> str:
    ...     record = logging.LogRecord("server", logging.WARNING, "", 0, "No line for %s.", ("10.0.0.7",), None)
    ...     return record.getMessage() if again.filter(record) else ""
    >>> told(), told(), told()
    ('No line for 10.0.0.7.', '', '')
    >>> now[0] = 61.0
    >>> told()
    'No line for 10.0.0.7. (And 2 more like it.)'
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.clock, self.lock = clock, threading.Lock()
        self.told: dict[Hashable, tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether it is written."""
        now, key = self.clock(), _sameness(record)
        with self.lock:
            when, more = self.told.pop(key, (now - PAUSE, 0))
            is_new = now - when >= PAUSE
            self.told[key] = (now, 0) if is_new else (when, more + 1)
            while len(self.told) > MOST:
                del self.told[next(iter(self.told))]
        if is_new and more:
            record.msg, record.args = f"{record.getMessage()} (And {more} more like it.)", ()
        return is_new


class Plain(logging.Filter):
    """Says a fault of the store or of a journal in its sentence; only what is the program's own comes with its traces.

    >>> record = logging.LogRecord("x", logging.ERROR, "", 0, "Oh: %s", ("/",), (OSError, OSError(28, "full"), None))
    >>> Plain().filter(record), record.getMessage().split(".")[0], record.exc_info
    (True, 'The disk is full', None)
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Everything is written."""
        sentence = told(record.exc_info[1]) if isinstance(record.exc_info, tuple) else None
        if sentence:
            record.msg, record.args, record.exc_info, record.exc_text = str(sentence), (), None, None
        return True


def told_already(response: Response) -> Response:
    """Keeps Django from logging an answer whose number says error: whoever asked has been told why."""
    response._has_been_logged = True  # type: ignore[attr-defined]  # Django has no other way to say it
    return response


def _sameness(record: logging.LogRecord) -> Hashable:
    place = record.exc_info[2] if isinstance(record.exc_info, tuple) else None
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    where = (place.tb_frame.f_code.co_filename, place.tb_lineno) if place else None
    return record.name, record.levelno, str(record.msg), where
