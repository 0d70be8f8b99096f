"""What is said to the room is obeyed word by word, from where everybody really sits; all must come to where the plan has them."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from arrowswitch.movements import FAMILIES, ImpossibleWish, Movement, build, replan
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


def test_a_table_in_place_of_a_broken_one_is_told_in_one_sentence_for_the_whole_evening() -> None:
    best = replan.ways(replan.table_broken(standing(build("mitchell", tables=9), 4), 3), tries=300)[0]
    assert best.name == "another-table"
    assert [str(text) for text in best.say] == [
        "Table 10 stands in place of table 3 from now on: who and what would go to table 3 goes to table 10, "
        "and on from there as from table 3.",
        "Everybody and all boards else move as usual.",
        "Carry boards 19-21 from table 4 to table 10.",
    ]
    assert not [each for each in best.instructions if each.after > 4]


# -- where the boards go, by the cards on the tables and by what is said -----------------------------------------------

SIZES = (5, "5½", 6, "6½", 7, "7½", 8, "8½", 9, 10)


@cache
def with_relays_and_all() -> tuple[Movement, ...]:
    """Every family of pairs, with one set of boards."""
    found = []
    for name, family in FAMILIES.items():
        for tables in SIZES if family.kind == "pairs" else ():
            try:
                movement = build(name, tables=tables)
            except ImpossibleWish:
                continue
            if movement.rounds > 2 and not movement.draws and movement.copies == 1:
                found.append(movement)
    return tuple(found)


def boards_gone_wrong(random: Random, here: NightStanding) -> NightStanding:
    """Something of which boards, or people, are elsewhere than planned."""
    night, number = here.night, random.choice((here.played, here.played, random.randint(2, here.played)))
    tables = sorted({m.table for m in night.by_round[number]})
    match random.randrange(5):
        case 0:
            return replan.boards_lay_wrong(here, number, *random.sample(tables, 2))
        case 1:
            return replan.changed_seats(here, number, *random.sample(night.contestants, 2))
        case 2:
            return replan.without(here, random.choice(night.contestants))
        case 3:
            table, board = random.choice(tables), random.choice(night.boards)
            laid = tuple((each, table) for each in replan.set_of(here, board))
            return replace(here, lying=(*here.lying, *laid))
        case _:
            return replan.move_missed(here, number, people=random.random() < 0.5)


def tables_of(movement: Movement, number: int) -> dict[int, set[int]]:
    found: defaultdict[int, set[int]] = defaultdict(set)
    for m in movement.by_round.get(number, ()):
        for board in m.boards:
            found[board].add(m.table)
    return dict(found)


def numbers(text: object) -> list[int]:
    found: list[int] = []
    for part in str(text).split(", "):
        first, _, last = part.partition("-")
        found += range(int(first), int(last or first) + 1)
    return found


KEPT = 0
"""What the director keeps comes to a table only when it is told."""


class Porters:
    """The boards: from each table they go where its card says, unless something is said of them. A relay is minus the table before it."""

    def __init__(self, here: NightStanding, way: Way) -> None:
        self.way, self.plan = way, here.plan or here.night
        self.relay: dict[int, set[int]] = {}
        for number in range(2, here.played + 1):
            self._relays(number)
        really = tables_of(here.night, here.played)
        self.at = {board: really.get(board) or self.relay.get(board, {-1000}) for board in here.night.boards}
        self.at.update({board: {table} for board, table in here.lying})

    def _relays(self, number: int) -> None:
        """On which relay the plan has each board in a round."""
        before, after = tables_of(self.plan, number - 1), tables_of(self.plan, number)
        self.relay.update({board: {-max(tables)} for board, tables in before.items() if board not in after})

    def move(self, number: int) -> None:
        before, after = tables_of(self.plan, number - 1), tables_of(self.plan, number)
        waiting = {board: self.relay.get(board, {-1000}) for board in self.at if board not in before}
        self._relays(number)
        passed_on: defaultdict[int, set[int]] = defaultdict(set)
        for board, tables in before.items():
            for table in tables:
                passed_on[table] |= after.get(board) or self.relay[board]
        for board, tables in self.at.items():
            if board in after and tables & waiting.get(board, set()):
                self.at[board] = after[board]
            else:
                self.at[board] = set().union(*(passed_on.get(table, {table}) for table in tables))
        for each in self.way.movement.instructions:
            if each.after == number - 1:
                self._told(each.text)

    def _told(self, text: Sentence) -> None:
        words, values = text.template, text.values
        if words.startswith(("Carry boards", "Lay boards", "Boards {boards} stay")):
            self.at.update({key: {int(values["table"])} for key in numbers(values["boards"])})
        if words.startswith("Take boards"):
            self.at.update({key: {KEPT} for key in numbers(values["boards"])})
        if words.startswith("Boards of round"):
            for each in re.split(r"(?<= at table)( \d+)(?:, |$)", str(values["laid"]))[:-1]:
                if each.endswith(" at table"):
                    boards = numbers(each.removesuffix(" at table"))
                else:
                    self.at.update({key: {int(each)} for key in boards})
        if "share boards" in words:
            for board in numbers(values["boards"]):
                self.at[board] = self.at[board] | set(numbers(values["tables"]))

    def played(self, number: int) -> None:
        """Of tables that share in this round only, the one that usually has the boards passes them on."""
        planned = tables_of(self.plan, number)
        for board, tables in tables_of(self.way.movement, number).items():
            self.at[board] = tables & planned.get(board, set()) or tables


@pytest.mark.parametrize("seed", range(examples(200)))
def test_boards_come_to_their_tables_by_the_cards_and_by_what_is_said_and_none_lie_in_the_way(seed: int) -> None:
    random = Random(seed)
    plan = random.choice(with_relays_and_all())
    here = standing(plan, random.randint(2, plan.rounds - 1))
    for _ in range(random.randint(1, 2)):
        try:
            here = boards_gone_wrong(random, here)
        except ImpossibleWish:  # two who met do not sit in each other's seats
            continue
    for way in replan.ways(here, tries=300):
        if any(each.text.template.startswith("For round {round}, counted") for each in way.instructions):
            continue  # told as a shift of the whole room, which the test above obeys
        porters, said = Porters(here, way), [str(each.text) for each in way.instructions]
        for number in range(here.played + 1, way.movement.rounds + 1):
            porters.move(number)
            needed = tables_of(way.movement, number)
            for board, tables in needed.items():
                assert porters.at[board] & tables, (number, board, porters.at[board], tables, plan.family, said)
            if number == here.played + 1:
                in_use = Counter(table for tables in needed.values() for table in tables)
                due = tables_of(here.night, number)
                for board, tables in porters.at.items():
                    foreign = {
                        table for table in tables if table > 0 and in_use[table] and table not in due.get(board, ())
                    }
                    assert board in needed or not foreign, (number, board, foreign, plan.family, said)
            porters.played(number)
