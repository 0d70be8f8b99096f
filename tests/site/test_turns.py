"""Visitors take turns by address, and a phone keeps only its newest lines."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack

import pytest

from arrowswitch.site.serving.turns import AT_ONCE, LINES, MOST_WAITING, WAITING, OpenStreams, TooMany, Turns


def test_somebody_of_another_address_does_not_wait_for_a_crowd() -> None:
    async def room() -> tuple[int, int]:
        turns, end = Turns(), asyncio.Event()
        answered: list[str] = []

        async def visitor(address: str) -> None:
            async with turns.turn(address):
                answered.append(address)
                await end.wait()

        crowd = [asyncio.create_task(visitor("10.0.0.7")) for _ in range(60)]
        await asyncio.sleep(0)
        other = asyncio.create_task(visitor("10.0.0.8"))
        for _ in range(5):
            await asyncio.sleep(0)
        seen = answered.count("10.0.0.7"), answered.count("10.0.0.8")
        end.set()
        await asyncio.gather(other, *crowd)
        assert turns.queues == {}
        return seen

    assert asyncio.run(room()) == (AT_ONCE, 1)


def test_one_address_never_has_all_the_places_to_wait() -> None:
    async def room() -> None:
        turns, end = Turns(), asyncio.Event()

        async def visitor(address: str) -> None:
            async with turns.turn(address):
                await end.wait()

        crowd = [asyncio.create_task(visitor("10.0.0.7")) for _ in range(WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(TooMany):
            await visitor("10.0.0.7")
        crowd += [asyncio.create_task(visitor(f"10.0.1.{number}")) for number in range(MOST_WAITING - WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(TooMany):
            await visitor("10.0.2.1")
        end.set()
        await asyncio.gather(*crowd)

    asyncio.run(room())


def test_a_phone_keeps_its_newest_lines_and_others_keep_theirs() -> None:
    async def room() -> None:
        lines = OpenStreams()
        with ExitStack() as open_lines:
            mine = [open_lines.enter_context(lines.one_more(1)) for _ in range(LINES + 2)]
            other = open_lines.enter_context(lines.one_more(2))
            assert [each.is_set() for each in mine] == [True] * 2 + [False] * LINES
            assert not other.is_set()
        assert lines.open == {}

    asyncio.run(room())
