"""When the evening did not go as planned: the movement as it was really played, and how it goes on.

Every repair is a function from a movement and what happened to a `Repair`: the whole evening as a new movement, what the
director must do, and the results that nobody can save, which are named and not hidden. Here are the proof and the general
tools; mistakes of one table or pair are in `table`, those of a whole Mitchell in `mitchell`, late pairs in
`late_pairs`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

from arrowswitch.movements.audit import audit, facts
from arrowswitch.movements.build import sit_outs, truly_shared
from arrowswitch.movements.faults import Fault
from arrowswitch.movements.files import to_dict
from arrowswitch.movements.model import ImpossibleWish, Instruction, Meeting, Movement, Occasion, SitOut
from arrowswitch.words import Sentence, say, spans


class ToAdjust(NamedTuple):
    """Boards of one pair at one table that cannot have a bridge result."""

    round: int
    table: int
    pair: int
    boards: tuple[int, ...]
    why: Literal["seen", "missed"] = "seen"
    """The pair has had these cards before, or did not play them: it came too late, or played others."""


@dataclass(frozen=True)
class Repair:
    """The evening after a mistake: what was played and what follows, proved, with what to do and what is lost."""

    movement: Movement
    """Rounds before `from_round` as they were played, the others as they will be."""
    from_round: int
    instructions: tuple[Instruction, ...]
    boards_to_adjust: tuple[ToAdjust, ...] = ()
    single_boards: tuple[Meeting, ...] = ()
    """Boards that were played otherwise than the rest of their round at that table; they stand for the movement's."""
    void: tuple[Meeting, ...] = ()
    """Boards that were played but do not count: somebody at the table had had them."""
    faults: tuple[Fault, ...] = ()
    """What else the audit finds, when something impossible did happen."""

    @property
    def steps(self) -> tuple[Sentence, ...]:
        """What the director does and says, in order."""
        return tuple(instruction.text for instruction in self.instructions)

    @property
    def repeated_meetings(self) -> tuple[tuple[int, int, int], ...]:
        """Two pairs who meet more than once, and how often."""
        return facts(self.movement).repeated

    @property
    def sit_outs(self) -> tuple[SitOut, ...]:
        """Who sits out from the repair on."""
        return tuple(one for one in self.movement.sit_outs if one.round >= self.from_round)

    def to_dict(self) -> dict[str, Any]:
        """The repair for other programs."""
        return {
            "from_round": self.from_round,
            "steps": [{"after": step.after, "text": str(step.text)} for step in self.instructions],
            "boards_to_adjust": [one._asdict() | {"boards": list(one.boards)} for one in self.boards_to_adjust],
            "single_boards": _by_board(self.single_boards),
            "void": _by_board(self.void),
            "repeated_meetings": [list(one) for one in self.repeated_meetings],
            "faults": [str(fault) for fault in self.faults],
            "movement": to_dict(self.movement),
        }


def _by_board(meetings: Iterable[Meeting]) -> list[dict[str, int]]:
    return [
        {"round": m.round, "table": m.table, "ns": m.ns, "ew": m.ew, "board": board}
        for m in meetings
        for board in m.boards
    ]


def step(after: int, text: Sentence, occasion: Occasion = "special") -> Instruction:
    """One thing to do after a round."""
    return Instruction(occasion, after, text)


# -- the proof ------------------------------------------------------------------------------------------------------


def seen_again(meetings: Iterable[Meeting]) -> tuple[ToAdjust, ...]:
    """Every pair at a table with boards that it had in an earlier round, or a second time in that one."""
    seen: defaultdict[int, set[int]] = defaultdict(set)
    found: defaultdict[tuple[int, int, int], set[int]] = defaultdict(set)
    for meeting in sorted(meetings, key=lambda m: (m.round, m.table)):
        for pair in meeting.sides:
            for board in meeting.boards:
                if board in seen[pair]:
                    found[meeting.round, meeting.table, pair].add(board)
                seen[pair].add(board)
    return tuple(ToAdjust(*place, tuple(sorted(boards))) for place, boards in sorted(found.items()))


def finish(
    movement: Movement,
    from_round: int,
    texts: Iterable[Sentence],
    occasion: Occasion = "special",
    *,
    further: Iterable[Instruction] = (),
    missed: Iterable[ToAdjust] = (),
    single_boards: Iterable[Meeting] = (),
    void: Iterable[Meeting] = (),
    no_longer: Iterable[Occasion] = (),
) -> Repair:
    """Make a movement out of what happened and what follows, and prove it.

    The `texts` are said before round `from_round`; what is due at another time is among the `further` instructions.
    What the movement claims (who keeps a seat, which tables share, which relays hold) is brought in line with what
    truly happens; instructions of the occasions that are `no_longer` due are taken out.
    """
    singles, nothing = tuple(single_boards), tuple(void)
    steps = [*(step(from_round - 1, text, occasion) for text in texts), *further]
    apart = movement.sides_taken[0].isdisjoint(movement.sides_taken[1])
    both_ways = movement.winners == 2 and not apart
    one_way = movement.winners == 1 and apart and movement.rounds > 1
    if both_ways or one_way:
        text = (
            say("Somebody has now sat both ways: score with one winner.")
            if both_ways
            else say("Now everybody sits one way all evening: score with two winners.")
        )
        steps.append(step(max((one.after for one in steps), default=0), text))
    told = tuple(sorted(steps, key=lambda i: i.after))
    kept = tuple(i for i in movement.instructions if i.occasion not in set(no_longer) and i.after < movement.rounds)
    places: defaultdict[int, set[int]] = defaultdict(set)
    for meeting in movement.meetings:
        for pair in meeting.sides:
            places[pair].add(meeting.table)
    whole = replace(
        movement,
        stationary=tuple(pair for pair in movement.stationary if len(places[pair]) == 1),
        shares=truly_shared(movement.shares, movement.meetings),
        winners=1 if both_ways else 2 if one_way else movement.winners,
        instructions=tuple(sorted((*kept, *told), key=lambda i: i.after)),
    )
    proof = audit(whole)
    counted = as_played(whole, singles)
    voided = {(m.round, m.table, pair, m.boards) for m in nothing for pair in m.sides}
    again = [one for one in seen_again([*counted, *nothing]) if one[:4] not in voided]
    return Repair(
        movement=whole,
        from_round=from_round,
        instructions=told,
        boards_to_adjust=tuple(sorted((*again, *missed))),
        single_boards=singles,
        void=nothing,
        faults=tuple(fault for fault in proof.faults if not _settled(fault, from_round)),
    )


def _settled(fault: Fault, from_round: int) -> bool:
    """A second play is listed for adjustment; two tables that had one board in a round gone by took turns."""
    if not fault.board:
        return False
    return fault.pair is not None or (fault.round or 0) < from_round


def as_played(movement: Movement, singles: Iterable[Meeting]) -> list[Meeting]:
    """The meetings of an evening on which single boards were played otherwise."""
    otherwise = {(m.round, m.table, board): m for m in singles for board in m.boards}
    rest = [
        replace(m, boards=tuple(board for board in m.boards if (m.round, m.table, board) not in otherwise))
        for m in movement.meetings
    ]
    return [*rest, *otherwise.values()]


def check_round(movement: Movement, number: int, *, first: int = 1) -> None:
    """Say no to a round that this movement does not have."""
    if not first <= number <= movement.rounds:
        raise ImpossibleWish(
            say(
                "This repair can start in rounds {first} to {last}, not in round {round}.",
                first=first,
                last=movement.rounds,
                round=number,
            )
        )


def meeting_at(movement: Movement, number: int, table: int) -> Meeting:
    """The meeting at a table in a round, or a sentence."""
    check_round(movement, number)
    if (number, table) not in movement.at:
        raise ImpossibleWish(say("Nobody plays at table {table} in round {round}.", table=table, round=number))
    return movement.at[number, table]


def only_pairs(movement: Movement) -> None:
    if movement.kind != "pairs":
        raise ImpossibleWish(say("Only pairs movements can be repaired."))


def known_pair(movement: Movement, pair: int) -> None:
    if pair not in movement.contestants:
        raise ImpossibleWish(
            say("There is no pair {pair}; the pairs are {pairs}.", pair=pair, pairs=spans(movement.contestants))
        )


def who(movement: Movement, pair: int) -> str:
    return movement.label(pair)


def named(movement: Movement, pair: int) -> Sentence | str:
    """A pair within a sentence, where a bare number would not be understood.

    >>> from arrowswitch.movements import build
    >>> named(build("howell", tables=4), 7), named(build("mitchell", tables=5), 7)
    ('pair 7', 'EW 2')
    """
    label = movement.label(pair)
    return label if " " in label else say("pair {number}", number=label)


def with_sit_outs(movement: Movement) -> Movement:
    waiting = {(one.round, one.pair): one.table for one in movement.sit_outs if one.table}
    return replace(movement, sit_outs=sit_outs(movement.contestants, movement.rounds, movement.meetings, waiting))


# -- the general tools ----------------------------------------------------------------------------------------------


def going_on_as(played: Movement, other: Movement, from_round: int) -> Movement:
    """The other movement with the rounds before this one as they were played."""
    return replace(
        other,
        meetings=(
            *(m for m in played.meetings if m.round < from_round),
            *(m for m in other.meetings if m.round >= from_round),
        ),
        sit_outs=(
            *(one for one in played.sit_outs if one.round < from_round),
            *(one for one in other.sit_outs if one.round >= from_round),
        ),
    )


def exchanged(movement: Movement, one: int, other: int, rounds: Container[int]) -> tuple[Meeting, ...]:
    """The meetings with two pairs in each other's seats in these rounds."""
    change = {one: other, other: one}
    return tuple(
        replace(m, ns=change.get(m.ns, m.ns), ew=change.get(m.ew, m.ew)) if m.round in rounds else m
        for m in movement.meetings
    )


def replaced_from(movement: Movement, other: Movement, from_round: int) -> Repair:
    """The rounds played so far, then another movement's rounds for the same pairs.

    >>> from arrowswitch.movements import build
    >>> mitchell, share = build("skip-mitchell", tables=8, rounds=7), build("share-relay", tables=8, rounds=7)
    >>> len(replaced_from(mitchell, share, 2).boards_to_adjust)
    4
    """
    only_pairs(movement)
    check_round(movement, from_round)
    if set(other.contestants) != set(movement.contestants):
        raise ImpossibleWish(say("The two movements must have the same pairs."))
    whole = replace(
        going_on_as(movement, other, from_round),
        shares=tuple(dict.fromkeys((*movement.shares, *other.shares))),
        relays=(),
        labels=movement.labels,
        instructions=tuple(i for i in other.instructions if i.after >= from_round - 1 or i.occasion == "move"),
    )
    return finish(whole, from_round, [say("From round {round} on play {name}.", round=from_round, name=other.name)])


def with_meeting(
    movement: Movement,
    number: int,
    table: int,
    *,
    ns: int | None = None,
    ew: int | None = None,
    boards: tuple[int, ...] | None = None,
    steps: Iterable[Sentence] = (),
    missed: Iterable[ToAdjust] = (),
) -> Repair:
    """One table in one round as it was really played: other pairs, other boards, or both; `missed` is not played any more.

    >>> from arrowswitch.movements import build
    >>> with_meeting(build("mitchell", tables=5), 1, 1, boards=(6, 7, 8, 9, 10)).boards_to_adjust[0]
    ToAdjust(round=2, table=1, pair=1, boards=(6, 7, 8, 9, 10), why='seen')
    """
    only_pairs(movement)
    planned = meeting_at(movement, number, table)
    for pair in (ns, ew):
        if pair is not None:
            known_pair(movement, pair)
    if boards is not None and not boards:
        raise ImpossibleWish(say("Say which boards were played."))
    real = replace(planned, ns=ns or planned.ns, ew=ew or planned.ew, boards=boards or planned.boards)
    meetings = tuple(real if m is planned else m for m in movement.meetings)
    whole = with_sit_outs(replace(movement, meetings=meetings, relays=()))
    return finish(whole, number + 1, steps, missed=missed)
