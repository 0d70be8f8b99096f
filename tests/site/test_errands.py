"""The thread that does what nobody waits for: one fault does not stop it, and it ends when nothing is wanted any more."""

from __future__ import annotations

from threading import Event
from threading import enumerate as threads

from arrowswitch.site.work.errands import Errands


def test_a_fault_stops_neither_the_thread_nor_what_is_asked_for_next() -> None:
    begun, done = Event(), Event()

    def do(things: list[str]) -> None:
        begun.set()
        if things != ["good"]:
            raise KeyError(things)
        done.set()

    errands = Errands("one fault", do)
    errands.start()
    errands.ask(["bad"])
    assert begun.wait(20)
    errands.ask(["good"])
    assert done.wait(20)
    errands.forget()
    for each in threads():
        if each.name == "one fault":
            each.join(20)
            assert not each.is_alive()
