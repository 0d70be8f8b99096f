"""What is said to the room is obeyed word by word, from where everybody really sits; all must come to where the plan has them."""

from __future__ import annotations

import re
from random import Random

import pytest

from arrowswitch.movements import Movement, build, replan
from arrowswitch.movements.cards.announcements import MOVES, special_moves
from arrowswitch.movements.replan import NightStanding, Way, standing
from arrowswitch.words import Sentence
from examples import examples

PLANS = (
    build("mitchell", tables=7),
    build("mitchell", tables=9, boards=27),
    build("mitchell", tables=11, rounds=9, boards_per_round=3),
    build("skip-mitchell", tables=8, rounds=7),
    build("skip-mitchell", tables=10, rounds=9, skip_after=5),
)


def mistaken(random: Random, here: NightStanding) -> NightStanding:
    """Something that happened in a round gone by, most often in the last."""
    night, number = here.night, random.choice((here.played, here.played, random.randint(2, here.played)))
    match random.randrange(6):
        case 0:
            return replan.move_missed(here, number, people=True)
        case 1:
            return replan.move_missed(here, number, people=False)
        case 2:
            return replan.special_missed(here, number)
        case 3:
            one, other = random.sample(sorted({m.ew for m in night.meetings}), 2)
            return replan.changed_seats(here, number, one, other)
        case 4:
            one, other = random.sample(sorted({m.table for m in night.meetings}), 2)
            return replan.boards_lay_wrong(here, number, one, other)
        case _:
            return replan.without(here, random.choice(night.contestants))


class Walk:
    """People and boards who do what they are told, and otherwise move as always; a skip is told, and they wait for it."""

    def __init__(self, here: NightStanding, way: Way) -> None:
        self.here, self.way = here, way
        self.label = {way.movement.label(each): each for each in way.movement.contestants}
        self.tables = way.movement.tables
        last = [m for m in here.past if m.round == here.played]
        self.seats = {m.ns: (m.table, "NS") for m in last} | {m.ew: (m.table, "EW") for m in last}
        self.boards = {board: m.table for m in last for board in m.boards}

    def move(self, number: int) -> None:
        """The move before a round."""
        texts = [each.text for each in self.way.movement.instructions if each.after == number - 1]
        if not any(each.after == number - 1 and each.occasion in MOVES for each in self.way.movement.instructions):
            texts += [text for after, (_, text) in special_moves(self.way.movement).items() if after == number - 1]
        people, down = self._shift(texts)
        for who, (table, side) in self.seats.items():
            if side == "EW":
                self.seats[who] = ((table + people - 1) % self.tables + 1, side)
        self.boards = {board: (table - down - 1) % self.tables + 1 for board, table in self.boards.items()}
        for text in texts:
            self._placed(text)

    def _shift(self, texts: list[Sentence]) -> tuple[int, int]:
        people, down = 1, 1
        for text in texts:
            if by := re.match(r"Skip now: East-West move up (\w+) tables", str(text)):
                people = {"two": 2, "three": 3}[by[1]]
            if text.template.startswith("For round {round}, counted"):
                people, down = 1, 1
                for part in [text.values.get("what", text), *text.values.get("what", text).values.values()]:
                    words = getattr(part, "template", "")
                    by = part.values["n"] if words and "n" in part.values else 0
                    if words.startswith("East-West go"):
                        people += by if "further" in words else -by
                    if words.startswith("the boards go"):
                        down += by if "further" in words else -by
        return people, down

    def _placed(self, text: Sentence) -> None:
        if text.template.startswith("For round {round} these go"):
            for each in text.values["seats"].split(", "):
                who, _, place = each.partition(" to table ")
                table, side = place.split(" ")
                self.seats[self.label[who]] = (int(table), side)
        if text.template.startswith(("Carry boards", "Lay boards", "Boards {boards} stay")):
            self._laid(text.values["boards"], text.values["table"])
        if text.template.startswith("Boards of round"):
            for each in text.values["laid"].split(", "):
                boards, _, table = each.rpartition(" at table ")
                if table:
                    self._laid(boards, int(table))

    def _laid(self, boards: str, table: int) -> None:
        first, _, last = str(boards).partition("-")
        self.boards.update(dict.fromkeys(range(int(first), int(last or first) + 1), table))


def told_by_pads(way: Way) -> bool:
    """Whether the words say that everybody goes by the pad."""
    return any("look at your table's pad" in each.text.template for each in way.instructions)


@pytest.mark.parametrize("seed", range(examples(150)))
def test_who_does_what_is_said_comes_to_the_seat_and_the_boards_of_the_plan(seed: int) -> None:
    random = Random(seed)
    plan: Movement = random.choice(PLANS)
    here = standing(plan, random.randint(2, plan.rounds - 1))
    for _ in range(random.randint(1, 2)):
        here = mistaken(random, here)
    for way in replan.ways(here, tries=300):
        if told_by_pads(way):
            continue
        walk = Walk(here, way)
        for number in range(here.played + 1, way.movement.rounds + 1):
            walk.move(number)
            there = way.movement.by_round.get(number, ())
            for m in there:
                for who, side in ((m.ns, "NS"), (m.ew, "EW")):
                    if who in walk.seats:
                        assert walk.seats[who] == (m.table, side), (number, way.title, [str(t) for t in way.say])
                for board in m.boards:
                    tables = {other.table for other in there if board in other.boards}
                    assert walk.boards.get(board, m.table) in tables, (
                        number,
                        board,
                        way.title,
                        [str(t) for t in way.say],
                    )
