"""Mitchells that went wrong for the whole room: the skip or the boards of the sit-out table forgotten.

The sketch of seats and sets is made anew with what happened in it, and numbered as before, so that results already
entered stay with their pairs (NZ Club Directors Manual L798; ACBL club director's notes L4760-4867; Busbridge
directors' instructions L392-416). The relay is in `relay`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from arrowswitch.movements.build import SketchRow, boards_of_set, sit_outs, wrap
from arrowswitch.movements.catalogue import has, with_traits
from arrowswitch.movements.families.chain import east_west, skip_window
from arrowswitch.movements.family import Trait
from arrowswitch.movements.model import ImpossibleWish, Meeting, Movement, Occasion
from arrowswitch.movements.repair.table import rounds_cut
from arrowswitch.movements.repair.tools import Repair, check_round, finish, going_on_as, step
from arrowswitch.words import say, spans

SetAt = Callable[[int, int], int]
"""The set at a table in a round."""


@dataclass(frozen=True)
class StartingNumbers:
    """Who starts where: the pair's number for each NS and EW number of the sketch; a phantom has none."""

    tables: int
    ns: Mapping[int, int]
    ew: Mapping[int, int]
    turned: frozenset[tuple[int, int]] = frozenset()
    """The (round, table) that are arrow-switched."""

    @property
    def sit_out_table(self) -> bool:
        """The half table is the last one, with nobody sitting North-South."""
        return self.tables not in self.ns


def seats_of(movement: Movement, *traits: Trait) -> StartingNumbers:
    """The seats of a Mitchell with one of these traits, read off its first round."""
    if not has(movement.family, *traits):
        raise ImpossibleWish(
            say(
                "This repair is for {families}, not for {family}.",
                families=", ".join(with_traits(*traits)),
                family=movement.family or movement.name,
            )
        )
    ns = {pair: pair for pair in movement.stationary}
    ew = {m.table: m.ns if m.switched else m.ew for m in movement.by_round[1]}
    ew |= {one.table: one.pair for one in movement.sit_outs if one.round == 1 and one.table and one.pair not in ns}
    tables = (len(movement.contestants) + 1) // 2
    whole_rounds = [number for number, meetings in movement.by_round.items() if all(m.switched for m in meetings)]
    turned = {(m.round, m.table) for m in movement.meetings if m.switched}
    turned |= {(number, table) for number in whole_rounds for table in range(1, tables + 2)}  # a new table as well
    return StartingNumbers(tables, ns, ew, frozenset(turned))


def reseated(movement: Movement, rows: Iterable[SketchRow], seats: StartingNumbers) -> Movement:
    """The movement with the meetings of a sketch, its arrow switches kept."""
    meetings: list[Meeting] = []
    waiting: dict[tuple[int, int], int] = {}
    for row in rows:
        ns, ew = seats.ns.get(row.ns, 0), seats.ew.get(row.ew, 0)
        if ns and ew:
            turned = (row.round, row.table) in seats.turned
            sides = (ew, ns) if turned else (ns, ew)
            boards = boards_of_set(row.set, movement.boards_per_round)
            meetings.append(Meeting(row.round, row.table, *sides, boards, turned))
        elif ns or ew:
            waiting[row.round, ns or ew] = row.table
    return replace(
        movement,
        meetings=tuple(sorted(meetings, key=lambda m: (m.round, m.table))),
        sit_outs=sit_outs(movement.contestants, movement.rounds, meetings, waiting),
    )


def sketch(tables: int, lines: list[list[int]], set_at: SetAt) -> list[SketchRow]:
    """The rows of a Mitchell with these EW line-ups and sets."""
    return [
        SketchRow(number, table, table, line[table - 1], set_at(table, number))
        for number, line in enumerate(lines, 1)
        for table in range(1, tables + 1)
    ]


# -- the skip -------------------------------------------------------------------------------------------------------


def skip_due(movement: Movement) -> int:
    """The round after which East-West skip; 0 where they do not."""
    return next((each.after for each in movement.instructions if each.occasion == "skip"), 0)


def forgotten_skip(movement: Movement, at_round: int, *, seated: bool = False, moved: bool | None = None) -> Repair:
    """The skip was forgotten and the movement is put right for round `at_round`.

    While the skip may still be made, East-West make it now. When they are `seated` for the round, or it is too late,
    the boards go down one table more instead; plays of boards already seen are for adjustment. Whether everybody has
    `moved` for the round already, as those who are seated have, decides what is said.

    >>> from arrowswitch.movements import build
    >>> skip = build("skip-mitchell", tables=10, rounds=9, skip_after=5)
    >>> len(forgotten_skip(skip, 6, seated=True).boards_to_adjust), len(forgotten_skip(skip, 7).boards_to_adjust)
    (0, 10)
    """
    moved = seated if moved is None else moved
    seats = seats_of(movement, "skip")
    planned = skip_due(movement)
    if not planned:
        raise ImpossibleWish(say("This movement has no skip to forget."))
    check_round(movement, at_round, first=planned + 1)
    tables, rounds = seats.tables, movement.rounds
    _, late = skip_window(tables, rounds)
    if at_round - 1 <= late and not seated:
        lines = east_west(tables, rounds, skip_after=at_round - 1)
        whole = reseated(movement, sketch(tables, lines, lambda t, r: wrap(t + r - 1, tables)), seats)
        now = (
            say("Stop play. East-West move up one table more: that is the skip. The boards stay.")
            if moved
            else say("It is not too late: East-West skip a table now and move up two. Boards down one, as always.")
        )
        texts = [now, say("After that East-West move up one table as usual.")]
    else:
        lines = east_west(tables, rounds)
        rows = sketch(tables, lines, lambda t, r: wrap(t + r - 1 + (r >= at_round), tables))
        whole = reseated(movement, rows, seats)
        texts = [
            say(
                "Stop play. East-West keep their seats and do not skip any more. "
                "Every table passes its boards to the next lower table once more."
            )
            if moved
            else say("East-West move up one table and do not skip any more. Boards move down two tables this once."),
            say("From then on everybody moves as usual: East-West up one, boards down one."),
        ]
    occasion: Occasion = "special" if lines == east_west(tables, rounds) else "skip"
    return finish(whole, at_round, texts, occasion, no_longer=["skip"])


def skip_at_the_wrong_time(movement: Movement, made_after: int, at_round: int, *, keep: bool | None = None) -> Repair:
    """East-West skipped after another round than they should; found before round `at_round`.

    The skip is kept, or everybody goes back to the places of the plan: what costs fewer boards, and the skip is kept
    where that costs no more. With `keep` it is one or the other. Where ending earlier would lose nothing, that is said.

    >>> from arrowswitch.movements import build
    >>> skip = build("skip-mitchell", tables=10, rounds=9, skip_after=5)
    >>> skip_at_the_wrong_time(skip, 4, 6).boards_to_adjust
    ()
    """
    going_on, going_back = _with_the_skip_or_back(movement, made_after, at_round)
    if keep is None:
        keep = len(going_on.boards_to_adjust) <= len(going_back.boards_to_adjust)
    repair = going_on if keep else going_back
    last = _last_before_a_loss(repair)
    if not last:
        return repair
    offer = step(at_round - 1, say("Or stop after round {round}: then no result is lost.", round=last))
    told = (*repair.movement.instructions, offer)
    whole = replace(repair.movement, instructions=tuple(sorted(told, key=lambda each: each.after)))
    return replace(repair, movement=whole, instructions=(*repair.instructions, offer))


def stopped_after_a_wrong_skip(movement: Movement, made_after: int, at_round: int) -> Repair:
    """The skip is kept, and the evening ends before a board comes back.

    >>> from arrowswitch.movements import build
    >>> repair = stopped_after_a_wrong_skip(build("skip-mitchell", tables=10, rounds=9, skip_after=5), 3, 5)
    >>> repair.movement.rounds, repair.boards_to_adjust
    (8, ())
    """
    going_on, _ = _with_the_skip_or_back(movement, made_after, at_round)
    last = _last_before_a_loss(going_on)
    if not last:
        raise ImpossibleWish(say("To end earlier saves nothing here."))
    shorter = rounds_cut(going_on.movement, last)
    return replace(shorter, from_round=at_round, instructions=(*going_on.instructions, *shorter.instructions))


def _last_before_a_loss(repair: Repair) -> int:
    """The round to come after which no result counts at any table; 0 where there is none."""
    first = min((one.round for one in repair.boards_to_adjust), default=0)
    lost = {(one.round, one.table) for one in repair.boards_to_adjust}
    worthless = all((m.round, m.table) in lost for m in repair.movement.meetings if m.round >= first)
    return first - 1 if first > repair.from_round and worthless else 0


def _with_the_skip_or_back(movement: Movement, made_after: int, at_round: int) -> tuple[Repair, Repair]:
    """The evening when the skip is kept, and when everybody goes back to the places of the plan."""
    seats = seats_of(movement, "skip")
    planned = skip_due(movement)
    if not planned:
        raise ImpossibleWish(say("This movement has no skip."))
    check_round(movement, at_round, first=2)
    if not 1 <= made_after < at_round:
        raise ImpossibleWish(
            say(
                "The skip can have been made after rounds 1 to {last}, not after {round}.",
                last=at_round - 1,
                round=made_after,
            )
        )
    if made_after == planned:
        raise ImpossibleWish(
            say("The skip is due after round {round}, and was made then: nothing is wrong.", round=planned)
        )
    tables, rounds = seats.tables, movement.rounds
    lines = east_west(tables, rounds, skip_after=made_after)
    skipped = reseated(movement, sketch(tables, lines, lambda t, r: wrap(t + r - 1, tables)), seats)
    if made_after > planned or at_round > planned:
        text = say(
            "From round {round} on everybody sits where the plan has them: go on, and do not skip again.",
            round=at_round,
        )
        settled = finish(skipped, at_round, [text], no_longer=["skip"])
        return settled, settled
    early, _ = skip_window(tables, rounds)
    kept = (
        say("The skip after round {round} was in time: go on, and do not skip again.", round=made_after)
        if made_after >= early
        else say("Go on from here, and do not skip again after round {round}.", round=planned)
    )
    gone_back = [
        say("Before round {round} East-West go back to the tables of the plan.", round=at_round),
        say("They skip after round {round}, when it is due.", round=planned),
    ]
    going_on = finish(skipped, at_round, [kept], no_longer=["skip"])
    going_back = finish(going_on_as(skipped, movement, at_round), at_round, gone_back)
    return going_on, going_back


# -- the sit-out table ----------------------------------------------------------------------------------------------


def _sit_out_table(movement: Movement, *traits: Trait) -> StartingNumbers:
    seats = seats_of(movement, *traits)
    if not seats.sit_out_table:
        raise ImpossibleWish(say("This repair needs a half table where East-West sit out at the last table."))
    return seats


def last_set(movement: Movement) -> tuple[int, ...]:
    """The boards of the last set, which start on the sit-out table of a half-table Mitchell.

    >>> from arrowswitch.movements import build
    >>> last_set(build("mitchell", tables="6½"))[0]
    25
    """
    return boards_of_set((len(movement.contestants) + 1) // 2, movement.boards_per_round)


def boards_left_on_sit_out_table(movement: Movement, at_round: int = 3) -> Repair:
    """Nobody moved the boards off the sit-out table; from `at_round` they move again.

    >>> from arrowswitch.movements import build
    >>> repair = boards_left_on_sit_out_table(build("mitchell", tables="6½"))
    >>> [(one.round, one.pair) for one in repair.boards_to_adjust]
    [(4, 7), (7, 1)]
    """
    seats = _sit_out_table(movement, "plain", "skip")
    check_round(movement, at_round, first=3)
    tables, full = seats.tables, seats.tables - 1
    order = [wrap(place + at_round - 1, full) for place in range(1, full)] + [tables, wrap(at_round - 1, full)]

    def set_at(table: int, number: int) -> int:
        if number == 1:
            return table
        if number < at_round:
            return wrap(table + number - 1, full) if table <= full else tables
        return order[(table - 1 + number - at_round) % tables]

    rows = sketch(tables, east_west(tables, movement.rounds, skip_after=skip_due(movement)), set_at)
    texts = [
        say("Make the usual move for round {round}.", round=at_round),
        say(
            "Boards {boards}, still on table {table}, go down to table {next}; the boards that table 1 passes on go to "
            "table {table}. From now on the boards rest there one round.",
            boards=spans(last_set(movement)),
            table=tables,
            next=full,
        ),
    ]
    if at_round == 3:
        first = spans(boards_of_set(1, movement.boards_per_round))
        texts.append(
            say(
                "Announce that boards {first} and boards {last} come in each other's place.",
                first=first,
                last=spans(last_set(movement)),
            )
        )
    return finish(reseated(movement, rows, seats), at_round, texts)


def no_boards_on_sit_out_table(movement: Movement, at_round: int = 0) -> Repair:
    """No set was put on the sit-out table, so that there are only as many sets as full tables; put right at half-time, or in round
    `at_round` if it was found later.

    >>> from arrowswitch.movements import build
    >>> repair = no_boards_on_sit_out_table(build("mitchell", tables="8½", rounds=9))
    >>> repair.movement.rounds, repair.from_round, repair.boards_to_adjust
    (7, 5, ())
    """
    seats = _sit_out_table(movement, "plain", "share")
    full = seats.tables - 1
    even = full % 2 == 0
    start = max((full // 2 if even else (full + 1) // 2) + 1, at_round)
    rounds = min(movement.rounds, max(full - 1, start))
    if rounds < start:
        raise ImpossibleWish(say("In so few rounds no board comes back: play on."))
    affected = range(full // 2 + 1, full + 1) if even else range(1, full // 2 + 1)

    def set_at(table: int, number: int) -> int:
        return wrap(table + number - 1 + (number >= start and table in affected), full)

    rows = sketch(seats.tables, east_west(seats.tables, rounds), set_at)
    shares = (1, full) if even else (full // 2, full // 2 + 1)
    whole = replace(movement, rounds=rounds, relays=())
    whole = replace(reseated(whole, rows, seats), shares=(*movement.shares, shares))
    texts = [
        say(
            "Make the usual move; then at tables {tables} only, the boards go down one table more.",
            tables=spans(affected),
        ),
        say(
            "The boards that table {table} passes on in this way go on a new relay between tables {below} and {table}.",
            table=affected[0],
            below=full // 2,
        )
        if even
        else say("The boards that table 1 passes on in this way go to table {table}.", table=seats.tables),
        say("Tables {one} and {other} share from now on.", one=shares[0], other=shares[1]),
    ]
    if rounds < movement.rounds:
        texts.append(say("Round {round} is the last one.", round=rounds))
    return finish(whole, start, texts, no_longer=["layout", "share", "relay"])
