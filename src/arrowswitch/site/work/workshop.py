"""Dear work in processes of its own, with limits of memory and time: printing, and movements of a large room.

What goes wrong there ends a worker and never the server: whoever asked is told in a sentence, and the next wish finds a
new worker. The room (signed-in staff, phones) has workers of its own, which visitors cannot use up. A worker that has
nothing to do for a while ends, so that a laptop has its memory back.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from arrowswitch.site.work.memory import Memory
from arrowswitch.words import Sentence, say

Made = TypeVar("Made")

MEMORY = 1_500_000_000
"""Bytes that a worker may have. The pack of 36 tables with 25 rounds takes half of it."""
GROWN = 500_000_000
"""A worker that has grown to this ends after its answer, because it would not give the memory back."""
IDLE = 300
"""Seconds without work after which a worker ends."""


class NotMade(Exception):  # noqa: N818 - said to whoever asked
    """What could not be made now, said in a sentence; it may be asked for again after some seconds."""

    status = 503

    def __init__(self, sentence: Sentence, wait: int) -> None:
        super().__init__(sentence)
        self.wait = wait


BUSY = say("The computer is busy with other large pages. Wait half a minute and try again.")
TOO_LONG = say(
    "This took longer than {seconds} seconds and was given up. Ask for less at once: one kind of sheet, or fewer rounds."
)
TOO_LARGE = say("This took more memory than there is for it. Ask for less at once: one kind of sheet, or fewer rounds.")


class Limits(NamedTuple):
    """How many workers there are, how many wishes may wait for one, and seconds: to wait, and to work."""

    workers: int
    waiting: int
    patience: float
    seconds: float


class Workshop:
    """Some workers, started when they are needed."""

    def __init__(self, limits: Limits, memory: int = MEMORY, grown: int = GROWN) -> None:
        self.limits, self.memory, self.grown = limits, memory, grown
        self.free: list[Worker] = []
        self.places = threading.Semaphore(limits.workers)
        self.wishes = threading.BoundedSemaphore(limits.workers + limits.waiting)

    def make(self, function: Callable[..., Made], *arguments: Any) -> Made:
        """What a function of a module gives, worked out elsewhere; what it raises is raised here. `NotMade` if it cannot be."""
        with self.borrowed() as worker:
            return worker.make(function, arguments, self.limits.seconds)

    @contextmanager
    def borrowed(self) -> Iterator[Worker]:
        """A worker for one piece of work; one that did not survive it does not come back."""
        if not self.wishes.acquire(blocking=False):
            raise NotMade(BUSY, 30)
        try:
            if not self.places.acquire(timeout=self.limits.patience):
                raise NotMade(BUSY, 30)
            worker = None
            try:
                worker = self._found()
                yield worker
            finally:
                if worker and worker.is_well:
                    self.free.append(worker)
                self.places.release()
        finally:
            self.wishes.release()

    def _found(self) -> Worker:
        while self.free:
            worker = self.free.pop()
            if worker.process.is_alive() and time.monotonic() - worker.used < IDLE / 2:
                return worker
            worker.end()
        return Worker(self.memory, self.grown)


class Worker:
    """A process that does one piece of work at a time."""

    def __init__(self, memory: int, grown: int) -> None:
        # A new process, not a copy of this one: a copy of a server with threads may hang, and has its sockets open.
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs, memory, grown), daemon=True, name="workshop")
        self.process.start()
        theirs.close()
        self.is_well, self.is_up, self.used = True, False, time.monotonic()

    def make(self, function: Callable[..., Made], arguments: tuple[Any, ...], seconds: float) -> Made:
        """The answer, if it comes in time and the worker lives to give it."""
        self.is_well = False
        try:
            self.is_up = self.is_up or bool(self.pipe.recv())  # the clock runs from when it is up
            self.pipe.send((function, arguments))
            if not self.pipe.poll(seconds):
                raise NotMade(say(TOO_LONG, seconds=round(seconds)), 60)
            self.is_well, went_well, answer = self.pipe.recv()
        except (EOFError, OSError):
            raise NotMade(TOO_LARGE, 60) from None
        finally:
            self.used = time.monotonic()
            if not self.is_well:
                self.end()
        if went_well:
            made: Made = answer
            return made
        raise answer

    def end(self) -> None:
        """Ends the process, whatever it does."""
        self.process.kill()
        self.process.join()
        self.process.close()
        self.pipe.close()


# -- in the worker ------------------------------------------------------------------------------------------------------

_inside = False
"""Whether this is a worker itself, which does what it is asked on the spot."""


def _work(pipe: Any, memory: int, grown: int) -> None:
    """What a worker does until nobody wants anything."""
    global _inside
    _inside = True
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends its workers
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    _limit(memory)
    import django

    django.setup(set_prefix=False)
    try:
        pipe.send(True)
        goes_on = True
        while goes_on and pipe.poll(IDLE):
            went_well, answer = _outcome(*pipe.recv())
            goes_on = _memory_used() < grown
            pipe.send((goes_on, went_well, answer))
    except (EOFError, OSError):
        return  # the server has gone


def _outcome(function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[bool, Any]:
    try:
        return True, function(*arguments)
    except MemoryError:
        os._exit(1)
    except Exception as problem:  # noqa: BLE001 - raised where it was asked for
        return False, problem


def _limit(memory: int) -> None:
    """No more memory than this, and the room goes first; on Windows the limit of time is the only one."""
    if os.name != "posix":
        return
    import resource

    os.nice(5)
    # Linux counts here what is really written to; other systems know only the whole space of addresses, or nothing.
    kind = resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS
    _soft, hard = resource.getrlimit(kind)
    most = memory if hard == resource.RLIM_INFINITY else min(memory, hard)
    try:
        resource.setrlimit(kind, (most, hard))
    except (OSError, ValueError):
        return


def _memory_used() -> int:
    if os.name != "posix":
        return 0
    with suppress(OSError):  # Linux: what this process has now; the highest mark begins with that of who started it
        return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


# -- who asks -------------------------------------------------------------------------------------------------------------

for_visitors: ContextVar[bool] = ContextVar("for_visitors", default=False)
"""Whether what is done now is for a visitor; the server's threads say so."""

ROOM = Workshop(Limits(workers=2, waiting=2, patience=60, seconds=120))
"""Whoever waits holds one of the room's threads: these are half of them, and the phones keep the others."""
VISITORS = Workshop(Limits(workers=1, waiting=2, patience=15, seconds=30))


def make(function: Callable[..., Made], *arguments: Any) -> Made:
    """What a function of a module gives, worked out in the workshop of whoever asks."""
    if _inside:
        return function(*arguments)
    return (VISITORS if for_visitors.get() else ROOM).make(function, *arguments)


PRINTED: Memory[Hashable, bytes] = Memory(32_000_000, size=len)
"""Documents, by what they were set from; the room that they take is in bytes."""


def typeset(data: str) -> bytes:
    """The PDF of a document, set in the workshop; the same document is set once."""
    from arrowswitch.press.typesetter import compiled

    key = sha256(data.encode()).digest()
    return PRINTED.made(key, lambda: make(compiled, data))
