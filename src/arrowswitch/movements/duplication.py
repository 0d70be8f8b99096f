"""Boards made by the players from hand records: who makes which, so that nobody plays a board he made.

The players make one set at each table before round 1. Then the boards go down one or two tables and, in some sizes,
East-West go up one, and a Mitchell starts from there (ACBL club director's notes, hand records). `plan`
gives the printed recipe; `without_first_round` and `makers` serve every other movement.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from arrowswitch.movements.build import Phantom, SketchRow, boards_of_set, two_fields, wrap
from arrowswitch.movements.families.howell import howell
from arrowswitch.movements.model import ImpossibleWish, Instruction, Movement
from arrowswitch.movements.wishes import Wish
from arrowswitch.words import Sentence, counted, half, say, spans


@dataclass(frozen=True, slots=True)
class MakingSheet:
    """What lies on a table before round 1: the boards to make, and the pairs that make them."""

    table: int
    boards: tuple[int, ...]
    makers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Recipe:
    """One column of the printed table."""

    pairs: int
    tables: int
    """Places with boards; a half table that boards lie on is one."""
    boards_per_round: int
    boards_down: int
    low: bool
    """East-West make the boards one table lower than they start, and go up one afterwards; otherwise they stay."""
    rounds: tuple[int, int]
    """The fewest and the most rounds."""
    skip_after: int | None = None
    rover: tuple[int, ...] = ()
    """The tables that the extra pair visits from round 2, when the half table is a bump."""

    @property
    def entry(self) -> str:
        return half(self.pairs)

    @property
    def board_1_starts(self) -> int:
        """The table where board 1 is first played, and the East-West pair that plays it there."""
        return wrap(1 - self.boards_down, self.tables)


@dataclass(frozen=True, slots=True)
class Duplication:
    """Everything for a session with player-made boards; `unmade` boards need somebody who does not play."""

    sheets: tuple[MakingSheet, ...]
    movement: Movement
    instructions: tuple[Instruction, ...]
    unmade: tuple[int, ...] = ()
    recipe: Recipe | None = None


RECIPES: tuple[Recipe, ...] = (
    Recipe(13, 7, 5, 1, True, (6, 6)),
    Recipe(13, 7, 4, 1, True, (6, 6)),
    Recipe(14, 7, 4, 1, True, (6, 6)),
    Recipe(16, 8, 4, 1, False, (6, 7), skip_after=4),
    Recipe(17, 8, 4, 1, True, (7, 7), skip_after=3, rover=(2, 4, 1, 3, 5, 7)),
    Recipe(18, 9, 3, 1, True, (8, 8)),
    Recipe(19, 10, 3, 1, False, (8, 9), skip_after=5),
    Recipe(20, 10, 3, 1, False, (8, 9), skip_after=5),
    Recipe(21, 11, 3, 2, False, (9, 9)),
    Recipe(22, 11, 3, 2, False, (8, 9)),
    Recipe(23, 12, 3, 2, False, (9, 9), skip_after=5),
    Recipe(24, 12, 3, 2, False, (8, 9), skip_after=5),
    Recipe(25, 13, 2, 1, True, (12, 12)),
    Recipe(26, 13, 2, 1, True, (12, 12)),
    Recipe(27, 14, 2, 1, False, (13, 13), skip_after=7),
    Recipe(28, 14, 2, 1, False, (13, 13), skip_after=7),
    Recipe(29, 15, 2, 2, False, (13, 13)),
    Recipe(30, 15, 2, 2, False, (13, 13)),
    Recipe(31, 16, 2, 2, False, (13, 13), skip_after=7),
    Recipe(32, 16, 2, 2, False, (13, 13), skip_after=7),
    Recipe(33, 17, 2, 2, False, (13, 13)),
    Recipe(34, 17, 2, 2, False, (13, 13)),
    Recipe(35, 18, 2, 2, False, (13, 13), skip_after=7),
    Recipe(36, 18, 2, 2, False, (13, 13), skip_after=7),
)


HOWELL_PAIRS = (11, 12)
"""Pairs that make their boards in the seats of a Howell's first round: 5½ and 6 tables."""


def plan(
    pairs: int, *, rounds: int | None = None, boards_per_round: int | None = None, ns_leave: bool = False
) -> Duplication:
    """The printed set-up for so many pairs (15 pairs are 7½ tables); `ns_leave` is the option for 6½ and 8½.

    >>> made = plan(22)
    >>> made.sheets[0].boards, made.movement.at[1, 10].boards
    ((1, 2, 3), (1, 2, 3))
    """
    if ns_leave:
        return _ns_leave(pairs)
    found = [one for one in RECIPES if one.pairs == pairs and boards_per_round in (None, one.boards_per_round)]
    if not found:
        raise ImpossibleWish(_nearest(pairs, boards_per_round))
    recipe = found[0]
    fewest, most = recipe.rounds
    played = most if rounds is None else rounds
    if not fewest <= played <= most:
        raise ImpossibleWish(
            say(
                "{entry} tables with player-made boards play {rounds} rounds, not {wish}.",
                entry=recipe.entry,
                rounds=fewest if fewest == most else f"{fewest}-{most}",
                wish=played,
            )
        )
    movement = _mitchell(recipe, played)
    numbers = {label: number for number, label in movement.labels.items()}
    sheets = tuple(
        MakingSheet(
            table,
            boards_of_set(table, recipe.boards_per_round),
            _present(numbers, f"NS {table}", f"EW {wrap(table + 1, recipe.tables) if recipe.low else table}"),
        )
        for table in range(1, recipe.tables + 1)
    )
    return Duplication(sheets, movement, movement.instructions, recipe=recipe)


def for_entry(
    pairs: int, *, rounds: int | None = None, boards_per_round: int | None = None, ns_leave: bool = False
) -> Duplication:
    """The printed set-up where there is one; for 5½ and 6 tables the Howell without its first round.

    >>> for_entry(12).unmade
    (4, 5, 6, 16, 17, 18, 25, 26, 27)
    """
    if pairs in HOWELL_PAIRS and not ns_leave:
        return without_first_round(howell(Wish(pairs, rounds=9, boards_per_round=3)))
    return plan(pairs, rounds=rounds, boards_per_round=boards_per_round, ns_leave=ns_leave)


def without_first_round(movement: Movement) -> Duplication:
    """Make the boards in the seats of round 1 and start with round 2, as a six-table Howell does.

    Nobody plays a board twice in a legal movement, so nobody plays what he made. Sets that are at no table in round 1
    are left to somebody who does not play.
    """
    sheets = tuple(MakingSheet(m.table, m.boards, m.sides) for m in movement.by_round[1])
    rest = replace(
        movement,
        rounds=movement.rounds - 1,
        meetings=tuple(replace(m, round=m.round - 1) for m in movement.meetings if m.round > 1),
        sit_outs=tuple(replace(s, round=s.round - 1) for s in movement.sit_outs if s.round > 1),
        instructions=(),
    )
    unmade = tuple(sorted(set(rest.boards) - {board for sheet in sheets for board in sheet.boards}))
    words = [
        Instruction("layout", 0, say("Sit as for round 1 and make the boards on your table; do not play them.")),
        Instruction("start", 0, say("Then move for the second round, which is the first to be played.")),
    ]
    return Duplication(sheets, rest, (*words, *_unmade(unmade)), unmade)


def _unmade(boards: tuple[int, ...]) -> tuple[Instruction, ...]:
    if not boards:
        return ()
    text = say("Boards {boards} must be made by somebody who does not play them.", boards=spans(boards))
    return (Instruction("layout", 0, text),)


def makers(movement: Movement) -> Duplication:
    """Who can make which boards of any movement, everybody sitting as in round 1.

    Each table gets at most one set, none of which its pairs play later; as many sets as possible are given out.
    """
    at_table = {m.table: m.sides for m in movement.by_round[1]}
    sets = sorted({tuple(sorted(m.boards)) for m in movement.meetings})
    plays = {(pair, board) for m in movement.meetings for pair in m.sides for board in m.boards}
    open_to = {
        boards: [
            table
            for table, sides in at_table.items()
            if not any((pair, board) in plays for pair in sides for board in boards)
        ]
        for boards in sets
    }
    given: dict[int, tuple[int, ...]] = {}

    def give(boards: tuple[int, ...], tried: set[int]) -> bool:
        for table in open_to[boards]:
            if table not in tried:
                tried.add(table)
                if table not in given or give(given[table], tried):
                    given[table] = boards
                    return True
        return False

    left = [boards for boards in sets if not give(boards, set())]
    sheets = tuple(MakingSheet(table, given[table], at_table[table]) for table in sorted(given))
    words = tuple(
        Instruction(
            "layout", 0, say("Table {table} makes boards {boards}.", table=sheet.table, boards=spans(sheet.boards))
        )
        for sheet in sheets
    )
    unmade = tuple(board for boards in left for board in boards)
    return Duplication(sheets, movement, (*words, *_unmade(unmade)), unmade)


# -- how the printed recipes are played ---------------------------------------------------------------------------


def _mitchell(recipe: Recipe, rounds: int) -> Movement:
    rows = list(_rows(recipe, rounds))
    absent = recipe.pairs % 2 and not recipe.rover
    return two_fields(
        rows,
        name=say("Mitchell with player-made boards"),
        family="bump" if recipe.rover else "skip-mitchell" if recipe.skip_after else "mitchell",
        boards_per_round=recipe.boards_per_round,
        phantom=Phantom("ns", recipe.tables) if absent else None,
        stationary=() if recipe.rover else range(1, recipe.tables + 1),
        instructions=_words(recipe),
        source="ACBL club director's notes, hand records",
    )


def _rows(recipe: Recipe, rounds: int) -> Iterator[SketchRow]:
    tables = recipe.tables
    course = dict(enumerate(recipe.rover, start=2))
    for number in range(1, rounds + 1):
        skipped = int(recipe.skip_after is not None and number > recipe.skip_after)
        for table in range(1, tables + 1):
            ns = tables + 1 if course.get(number) == table else table
            yield SketchRow(
                number,
                table,
                ns,
                wrap(table - number + 1 - skipped, tables),
                wrap(table + recipe.boards_down + number - 1, tables),
            )


def _words(recipe: Recipe) -> tuple[Instruction, ...]:
    said = [
        Instruction(
            "layout",
            0,
            say(
                "Table 1 makes boards {boards}, table 2 the next {each}, and so on.",
                boards=spans(boards_of_set(1, recipe.boards_per_round)),
                each=recipe.boards_per_round,
            ),
        )
    ]
    if recipe.low:
        said.append(Instruction("layout", 0, say("East-West sit one table lower than they will start.")))
    said.append(
        Instruction(
            "start",
            0,
            say(
                "Then the boards go down {places} and East-West {players}; board 1 starts at table {table}.",
                places=counted("tables", recipe.boards_down),
                players=say("go up 1 table") if recipe.low else say("stay"),
                table=recipe.board_1_starts,
            ),
        )
    )
    if recipe.skip_after:
        said.append(
            Instruction(
                "skip", recipe.skip_after, say("After round {round} East-West skip a table.", round=recipe.skip_after)
            )
        )
    if recipe.rover:
        said.append(
            Instruction(
                "special",
                1,
                say(
                    "North-South {pair} make no boards and sit out round 1; from round 2 they take the "
                    "North-South seats at tables {tables}.",
                    pair=recipe.tables + 1,
                    tables=", ".join(map(str, recipe.rover)),
                ),
            )
        )
    return tuple(said)


def _present(numbers: dict[str, int], *labels: str) -> tuple[int, ...]:
    return tuple(numbers[label] for label in labels if label in numbers)


def _nearest(pairs: int, boards_per_round: int | None) -> Sentence:
    if pairs in HOWELL_PAIRS:
        return say("5½ and 6 tables play a Howell: make the boards in the seats of round 1 and start with round 2.")
    sizes = {one.pairs for one in RECIPES}
    if pairs in sizes:
        return say(
            "{entry} tables with player-made boards play {each} boards a round, not {wish}.",
            entry=half(pairs),
            each=" or ".join(str(one.boards_per_round) for one in RECIPES if one.pairs == pairs),
            wish=boards_per_round,
        )
    sizes |= set(HOWELL_PAIRS)
    return say(
        "There are set-ups for player-made boards from {first} to {last} tables but not {entry}; the nearest is {nearest}.",
        first=half(min(sizes)),
        last=half(max(sizes)),
        entry=half(pairs),
        nearest=half(min(sizes, key=lambda size: (abs(size - pairs), -size))),
    )


def _ns_leave(pairs: int) -> Duplication:
    """East-West alone make the set that they will later meet at the sit-out table."""
    boards = {13: 4, 17: 3}.get(pairs)
    if boards is None:
        raise ImpossibleWish(
            say("North-South leave only with 6½ or 8½ tables; {entry} tables have another set-up.", entry=half(pairs))
        )
    tables = (pairs + 1) // 2
    words = (
        Instruction(
            "layout",
            0,
            say(
                "Put the last set on table {last}, and the others in reverse: the lowest on table {before}, the "
                "highest on table 1.",
                last=tables,
                before=tables - 1,
            ),
        ),
        Instruction(
            "layout", 0, say("Sort the cards into suits; then North-South leave and East-West make the boards.")
        ),
        Instruction(
            "start", 0, say("Put the boards back in their usual places, board 1 on table 1, and play a Mitchell.")
        ),
    )
    plain = Recipe(pairs, tables, boards, boards_down=0, low=False, rounds=(tables, tables))
    source = "ACBL club director's notes, hand records: North-South leave"
    movement = replace(_mitchell(plain, tables), instructions=words, source=source)
    numbers = {label: number for number, label in movement.labels.items()}
    sheets = tuple(
        MakingSheet(
            table,
            boards_of_set(tables if table == tables else tables - table, boards),
            _present(numbers, f"EW {table}"),
        )
        for table in range(1, tables + 1)
    )
    return Duplication(sheets, movement, words)
