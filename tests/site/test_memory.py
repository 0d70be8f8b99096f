"""What the site remembers: how much, for how long, and that many may ask at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random

from arrowswitch.site.work import memory
from arrowswitch.site.work.memory import Memory


def test_what_was_not_asked_for_the_longest_goes() -> None:
    pages: Memory[str, bytes] = Memory(10, size=len)
    for name in "abc":
        pages.put(name, b"1234")
        pages.get("a")
    assert [pages.get(name) for name in "abc"] == [b"1234", None, b"1234"]


def test_what_is_larger_than_all_the_room_is_not_remembered_and_leaves_nothing_behind() -> None:
    pages: Memory[str, bytes] = Memory(10, size=len)
    pages.put("a", b"1234")
    assert pages.put("a", b"12345678901") == b"12345678901"
    assert (len(pages), pages.total) == (0, 0)


def test_what_was_made_from_something_else_is_made_again() -> None:
    made: list[int] = []
    results: Memory[str, int] = Memory(2)
    journal, grown = (1, 2), (1, 2, 3)

    def make() -> int:
        made.append(len(made))
        return made[-1]

    assert [results.made("night", make, witness) for witness in (journal, journal, grown, grown)] == [0, 0, 1, 1]
    assert len(results) == 1


def test_nothing_that_could_not_be_made_is_remembered() -> None:
    results: Memory[str, float] = Memory(2)
    for _ in range(2):
        try:
            results.made("night", lambda: 1 / 0)
        except ZeroDivisionError:
            continue
    assert "night" not in results


def test_many_threads_leave_it_whole() -> None:
    pages: Memory[int, bytes] = Memory(50, size=len)

    def asks(seed: int) -> None:
        random = Random(seed)
        for _ in range(2000):
            key = random.randrange(20)
            match random.randrange(4):
                case 0:
                    pages.forget(key)
                case 1:
                    assert pages.get(key) in (None, b"1" * key)
                case _:
                    assert pages.made(key, lambda key=key: b"1" * key) == b"1" * key

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(asks, range(8)))
    assert pages.total == sum(map(len, pages.values())) <= 50


def test_everything_is_forgotten_in_one_go() -> None:
    one: Memory[str, int] = Memory(2)
    other: Memory[str, int] = Memory(2)
    one.put("a", 1)
    other.put("b", 2)
    memory.forget_all()
    assert (len(one), len(other), one.total) == (0, 0, 0)
