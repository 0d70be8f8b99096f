"""What may have happened, as facts that can be put together: each is one line of the table `FACTS`.

A fact is asked for like a trouble, told in a sentence, and changes the standing that the rest of the evening is planned from. The desk's
page and `movement replan` read them here. A few also know what the manuals do about them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from arrowswitch.movements import ImpossibleWish, Movement, replan
from arrowswitch.movements.catalogue import has
from arrowswitch.movements.repair.late_pairs import late_pair, late_table
from arrowswitch.movements.repair.mitchell import (
    boards_left_on_sit_out_table,
    forgotten_skip,
    no_boards_on_sit_out_table,
    skip_at_the_wrong_time,
    skip_due,
    stopped_after_a_wrong_skip,
)
from arrowswitch.movements.repair.relay import relay_forgotten, relay_misplaced
from arrowswitch.movements.repair.rest import courses_exchanged, exchanged_again, fewer_boards
from arrowswitch.movements.repair.special import missed_special_move, special_due
from arrowswitch.movements.repair.table import boards_out_of_sequence, pair_leaves, rounds_cut, rover_missed
from arrowswitch.movements.repair.tools import Repair, meeting_at
from arrowswitch.movements.replan import NightStanding
from arrowswitch.session.night.state import Section
from arrowswitch.session.troubles.trouble import Answers, Ask, Rounds, anywhere, of_pairs
from arrowswitch.words import Sentence, say, say_count, spans

MOST_FACTS = 12
MANUAL = tuple[str, Sentence, Callable[[], Repair]]
"""A repair of the manuals: its name, what is done, and the repair, which may turn out impossible."""


@dataclass(frozen=True, kw_only=True)
class FactKind:
    """One sort of fact."""

    name: str
    title: Sentence
    asks: tuple[Ask, ...]
    happens: Callable[[NightStanding, Answers], NightStanding]
    told: Callable[[Movement, Answers], Sentence]
    where: Callable[[Movement], bool] = anywhere
    manuals: Callable[[NightStanding, Answers], Iterable[MANUAL]] = field(default=lambda _here, _told: ())
    whole_room: bool = False
    """Whether it tells anew where everybody and all boards were, so that it comes before what is told of single tables."""
    people: int = 0
    option: str = ""
    """How `movement replan` asks for it, in words; its option has the name of the fact."""

    @property
    def parts(self) -> tuple[str, ...]:
        """The answers that it has, in the order in which they are written."""
        return tuple(ask.answer for ask in self.asks)


class Fact(NamedTuple):
    """Something that is true now."""

    kind: str
    told: Answers

    def must_fit(self, movement: Movement) -> None:
        """Say no to what cannot happen in a movement."""
        kind = FACTS[self.kind]
        if not kind.where(movement):
            raise ImpossibleWish(say("That cannot happen in this movement: {fact}.", fact=kind.title))

    def happens(self, here: NightStanding) -> NightStanding:
        """The standing with it."""
        return FACTS[self.kind].happens(here, self.told)

    def said(self, movement: Movement) -> Sentence:
        """It in words."""
        return FACTS[self.kind].told(movement, self.told)


def read_fact(text: str) -> Fact:
    """A fact as an address or an option has it: its name, and the answers in their order.

    >>> fact = read_fact("seats:2-4-9-once")
    >>> fact.told.at_round, fact.told.pair, fact.told.other_pair
    (2, 4, 9)
    >>> write_fact(fact)
    'seats:2-4-9-once'
    """
    name, _, rest = text.partition(":")
    kind = FACTS.get(name)
    if kind is None:
        raise ImpossibleWish(say("“{text}” is no fact; there are {names}.", text=name, names=", ".join(FACTS)))
    given = rest.split("-") if rest else []
    given += [next(iter(ask.choices)) for ask in kind.asks[len(given) :] if ask.choices]
    if len(given) != len(kind.asks):
        raise ImpossibleWish(say("For {fact} tell {what}.", fact=name, what=kind.option))
    answers: dict[str, int | str] = {}
    for ask, value in zip(kind.asks, given, strict=True):
        if ask.choices:
            if value not in ask.choices:
                raise ImpossibleWish(say("“{text}” is none of {choices}.", text=value, choices=", ".join(ask.choices)))
            answers[ask.answer] = value
        elif value.isdecimal() and value.isascii() and len(value) < 6:
            answers[ask.answer] = int(value)
        else:
            raise ImpossibleWish(say("For {fact} tell {what}.", fact=name, what=kind.option))
    return Fact(name, Answers(**answers))  # type: ignore[arg-type]


def write_fact(fact: Fact) -> str:
    """A fact as an address has it."""
    parts = (str(getattr(fact.told, part)) for part in FACTS[fact.kind].parts)
    return f"{fact.kind}:{'-'.join(parts)}"


def standings(here: NightStanding, facts: Iterable[Fact]) -> tuple[NightStanding, ...]:
    """The standing with all facts; two where the time can be saved in two ways.

    >>> from arrowswitch.movements import build
    >>> half = replan.standing(build("mitchell", tables=7), 3)
    >>> [(each.last, each.most, sorted(each.gone)) for each in standings(half, map(read_fact, ("time:90", "gone:3")))]
    [(6, 0, [3]), (0, 3, [3])]
    """
    minutes = 0
    told = _in_order(facts)
    for fact in told:
        fact.must_fit(here.night)
    for fact in told:
        if fact.kind == "time":
            minutes = _minutes(fact.told)
        else:
            here = fact.happens(here)
    return replan.within(here, minutes) if minutes else (here,)


def _in_order(facts: Iterable[Fact]) -> list[Fact]:
    """What the whole room did comes first."""
    return sorted(facts, key=lambda fact: not FACTS[fact.kind].whole_room)


def manuals(here: NightStanding, facts: Iterable[Fact]) -> Iterator[tuple[str, Sentence, Repair]]:
    """What the manuals do about each of the facts, and about all of them one after the other; they count the rounds as planned."""
    given = [fact for fact in _in_order(facts) if tuple(FACTS[fact.kind].manuals(here, fact.told))]
    for fact in given:
        for name, title, repair in FACTS[fact.kind].manuals(here, fact.told):
            try:
                yield name, title, repair()
            except ImpossibleWish:
                continue
    if len(given) < 2:
        return
    whole, titles, last = here, [], None
    for fact in given:
        for _name, title, repair in FACTS[fact.kind].manuals(whole, fact.told):
            try:
                last = repair()
            except ImpossibleWish:
                continue
            whole = replace(whole, night=last.movement)
            titles.append(str(title).rstrip("."))
            break
    if last is not None and len(titles) > 1:
        yield "manuals", say("{what}.", what="; ".join(titles)), last


# -- the table --------------------------------------------------------------------------------------------------------


def _over(section: Section) -> Rounds:
    now = max(section.round, 1)
    return Rounds(1, now, now)


def _from_second(section: Section) -> Rounds:
    now = max(section.round, 2)
    return Rounds(2, now, now)


def _last(section: Section) -> Rounds:
    rounds = section.movement.rounds
    first = min(section.round + 1, rounds)
    return Rounds(first, rounds, max(first, rounds - 1))


WHAT = {"people": say("the people"), "boards": say("the boards")}
HOW_LONG = {"once": say("in that round only"), "since": say("from that round on, until now")}
HOW_MANY = {"1": say("one pair"), "2": say("two pairs")}


def _seats(here: NightStanding, told: Answers) -> NightStanding:
    if told.pair == told.other_pair:
        raise ImpossibleWish(say("Name two different pairs."))
    if not 1 <= told.at_round <= here.played:
        raise ImpossibleWish(say("Round {round} has not been played yet.", round=told.at_round))
    for each in (told.pair, told.other_pair):
        if each not in here.night.contestants:
            raise ImpossibleWish(say("There is no pair {pair}.", pair=each))
    for number in range(told.at_round, here.played + 1 if told.which == "since" else told.at_round + 1):
        here = replan.changed_seats(here, number, told.pair, told.other_pair)
    return here


def _seats_manuals(here: NightStanding, told: Answers) -> Iterator[MANUAL]:
    if here.night.kind != "pairs":
        return
    plan, number, one, other = here.night, told.at_round, told.pair, told.other_pair
    yield (
        "rest",
        say("They stay on each other's course to the end."),
        lambda: courses_exchanged(plan, number, one, other),
    )
    if told.which != "since":
        yield (
            "again",
            say("They exchange seats again in some later rounds, where it costs least."),
            lambda: exchanged_again(plan, number, one, other),
        )


def _come(here: NightStanding, told: Answers) -> NightStanding:
    if here.night.kind != "pairs":
        raise ImpossibleWish(say("Only pairs can come late."))
    many = int(told.which or 1)
    new: tuple[int, ...] = ()
    for _name, _title, repair in _come_manuals(here, told):
        try:
            mended = repair().movement
        except ImpossibleWish:
            continue
        new = tuple(sorted(set(mended.contestants) - set(here.night.contestants) - set(here.come)))
        here = replace(here, night=replace(here.night, labels={**mended.labels, **here.night.labels}))
        break
    if len(new) != many:
        last = max((*here.night.contestants, *here.come))
        new = tuple(range(last + 1, last + 1 + many))
    return _labelled(replan.with_more(here, *new), new)


def _labelled(here: NightStanding, new: Iterable[int]) -> NightStanding:
    """Those who have come are called after their line where the others are; a manual may have named them already."""
    labels = dict(here.night.labels)
    for each in new if labels else ():
        line = "NS" if each in here.lines[0] else "EW"
        taken = [int(number) for side, _, number in (text.partition(" ") for text in labels.values()) if side == line]
        labels.setdefault(each, f"{line} {max(taken, default=0) + 1}")
    return replace(here, night=replace(here.night, labels=labels))


def _come_manuals(here: NightStanding, told: Answers) -> Iterable[MANUAL]:
    if here.night.kind != "pairs":
        return ()
    plan, first = here.night, here.played + 1
    if told.which == "2":
        return (("new-table", say("They make a new table."), lambda: late_table(plan, first)),)
    return (("let-in", say("The late pair is let in."), lambda: late_pair(plan, first)),)


def _special(here: NightStanding, told: Answers) -> NightStanding:
    after = replan.special_missed(here, told.at_round)
    if set(after.night.meetings) == set(here.night.meetings):
        raise ImpossibleWish(say("No special move was due for round {round}.", round=told.at_round))
    return after


def _skip_manuals(here: NightStanding, told: Answers) -> Iterable[MANUAL]:
    plan, first = here.night, here.played + 1
    return (
        ("skip", say("East-West skip now."), lambda: forgotten_skip(plan, first)),
        ("boards", say("The boards skip a table."), lambda: forgotten_skip(plan, first, seated=True)),
        ("special", say("East-West go where fewest boards come again."), lambda: missed_special_move(plan, first)),
    )


# -- what the whole room did ------------------------------------------------------------------------------------------


def _really(here: NightStanding, told: Repair) -> NightStanding:
    """The rounds gone by as a repair of the manuals has them, which follows from what went wrong; the others as planned."""
    gone_by = (m for m in told.movement.meetings if m.round <= here.played)
    return replan.as_played(here, (*gone_by, *here.planned))


def _really_in(here: NightStanding, told: Repair, number: int) -> NightStanding:
    """One round gone by as a repair has it."""
    if not 1 <= number <= here.played:
        raise ImpossibleWish(say("Round {round} has not been played yet.", round=number))
    others = (m for m in here.night.meetings if m.round != number)
    return replan.as_played(here, (*told.movement.by_round.get(number, ()), *others))


def _wrong_skip(here: NightStanding, told: Answers) -> NightStanding:
    return _really(here, next(repair for _name, _title, repair in _wrong_skip_manuals(here, told))())


def _wrong_skip_manuals(here: NightStanding, told: Answers) -> Iterator[MANUAL]:
    plan, first, after = here.night, here.played + 1, told.made_after
    if has(plan.family, "special move"):
        title = say("East-West go where fewest boards come again.")
        yield "special", title, lambda: missed_special_move(plan, first, after)
        return
    kept, back = say("The skip is kept: no other is made."), say("East-West go back to the tables of the plan.")
    yield "skip", kept, lambda: skip_at_the_wrong_time(plan, after, first, keep=True)
    yield "back", back, lambda: skip_at_the_wrong_time(plan, after, first, keep=False)
    yield (
        "stop",
        say("The skip is kept, and play ends before boards come back."),
        lambda: stopped_after_a_wrong_skip(plan, after, first),
    )


def _from_manual(repair: Callable[[Movement, int, str], Repair], title: Sentence) -> dict[str, Any]:
    """How a fact is told whose manual says what happened: the repair from a movement, the first round to come and `which` it was."""
    return {
        "happens": lambda here, told: _really(here, repair(here.night, here.played + 1, told.which)),
        "manuals": lambda here, told: (("right", title, lambda: repair(here.night, here.played + 1, told.which)),),
        "whole_room": True,
    }


def _relay(plan: Movement, first: int, which: str) -> Repair:
    if which == "none":
        return relay_forgotten(plan, first)
    return relay_misplaced(plan, "high" if which == "high" else "low", first)


def _sit_out_boards(plan: Movement, first: int, which: str) -> Repair:
    if which == "none":
        return no_boards_on_sit_out_table(plan, first)
    return boards_left_on_sit_out_table(plan, first)


def _order(here: NightStanding, told: Answers, right_again: int | None = None) -> Repair:
    """The boards of two tables lay in each other's places from the start."""
    if told.table == told.other_table:
        raise ImpossibleWish(say("Name two different tables."))
    one, other = (meeting_at(here.night, 1, table).boards for table in (told.table, told.other_table))
    if len(one) != len(other) or set(one) & set(other):
        raise ImpossibleWish(say("These two tables do not have a set of boards each."))
    places = dict((*zip(one, other, strict=True), *zip(other, one, strict=True)))
    return boards_out_of_sequence(here.night, places, right_again=right_again)


def _order_manuals(here: NightStanding, told: Answers) -> Iterable[MANUAL]:
    return (
        ("leave", say("The boards stay as they are, and come in another order."), lambda: _order(here, told)),
        ("right", say("The boards are put in order."), lambda: _order(here, told, here.played + 1)),
    )


RELAY = {
    "low": say("one table too low"),
    "high": say("one table too high"),
    "none": say("nowhere: it was forgotten"),
}
SIT_OUT_BOARDS = {"left": say("They stayed there: nobody moved them."), "none": say("None were ever put there.")}


def _lying(here: NightStanding, told: Answers) -> NightStanding:
    if told.board not in here.night.boards:
        raise ImpossibleWish(say("Board {board} is not in play.", board=told.board))
    replan.check_tables(here, told.table)
    laid = replan.set_of(here, told.board)
    return replace(here, lying=(*here.lying, *((board, told.table) for board in laid)))


def _last_manuals(here: NightStanding, told: Answers) -> Iterable[MANUAL]:
    title = say("Round {round} is the last.", round=told.at_round)
    return (("cut", title, lambda: rounds_cut(here.night, told.at_round)),)


def _minutes(told: Answers) -> int:
    if not told.minutes:
        raise ImpossibleWish(say("Say how many minutes are left: 1 or more."))
    return told.minutes


def _time(here: NightStanding, told: Answers) -> NightStanding:
    return replan.within(here, _minutes(told))[0]


def _time_manuals(here: NightStanding, told: Answers) -> Iterable[MANUAL]:
    first = here.played + 1
    return (("shorter", say("A board fewer in each round."), lambda: fewer_boards(here.night, first)),)


def _leave_manuals(here: NightStanding, told: Answers) -> Iterable[MANUAL]:
    if here.night.kind != "pairs":
        return ()
    return (
        ("phantom", say("Who was to meet them sits out."), lambda: pair_leaves(here.night, told.pair, here.played + 1)),
    )


def _who(movement: Movement, contestant: int) -> str:
    if contestant not in movement.contestants:
        raise ImpossibleWish(
            say("{number} does not play here; {allowed} do.", number=contestant, allowed=spans(movement.contestants))
        )
    return movement.label(contestant)


_KINDS = (
    FactKind(
        name="gone",
        title=say("Somebody has gone home"),
        asks=(Ask("pair", say("Who has gone?")),),
        happens=lambda here, told: replan.without(here, told.pair),
        told=lambda movement, told: say("{who} has gone home", who=_who(movement, told.pair)),
        manuals=_leave_manuals,
        option=say("who has gone: 3"),
    ),
    FactKind(
        name="come",
        title=say("Pairs come late"),
        asks=(Ask("which", say("How many?"), choices=HOW_MANY),),
        happens=_come,
        told=lambda _movement, told: say_count(
            "{n} pair has come late", "{n} pairs have come late", int(told.which or 1)
        ),
        where=of_pairs,
        manuals=_come_manuals,
        option=say("how many pairs have come: 1 or 2"),
    ),
    FactKind(
        name="seats",
        title=say("Two sat in each other's seats"),
        asks=(Ask("at_round"), Ask("pair"), Ask("other_pair"), Ask("which", say("How long?"), choices=HOW_LONG)),
        happens=_seats,
        told=lambda movement, told: say(
            "{one} and {other} sat in each other's seats from round {round} on"
            if told.which == "since"
            else "{one} and {other} sat in each other's seats in round {round}",
            one=_who(movement, told.pair),
            other=_who(movement, told.other_pair),
            round=told.at_round,
        ),
        manuals=_seats_manuals,
        option=say("the round, the two, and once or since: 2-4-9-once"),
    ),
    FactKind(
        name="exchanged",
        title=say("Two tables played each other's boards"),
        asks=(Ask("at_round"), Ask("table"), Ask("other_table")),
        happens=lambda here, told: replan.boards_lay_wrong(here, told.at_round, told.table, told.other_table),
        told=lambda _movement, told: say(
            "tables {one} and {other} played each other's boards in round {round}",
            one=told.table,
            other=told.other_table,
            round=told.at_round,
        ),
        option=say("the round and the two tables: 5-1-2"),
    ),
    FactKind(
        name="wrong",
        title=say("A table played a wrong board"),
        asks=(
            Ask("at_round"),
            Ask("table"),
            Ask("board", say("The board that was due")),
            Ask("played", say("The board that they played")),
        ),
        happens=lambda here, told: replan.wrong_board(here, told.at_round, told.table, told.board, told.played),
        told=lambda _movement, told: say(
            "table {table} played board {played} in place of {board} in round {round}",
            table=told.table,
            played=told.played,
            board=told.board,
            round=told.at_round,
        ),
        option=say("the round, the table, the board that was due and the one that was played: 3-2-9-10"),
    ),
    FactKind(
        name="stayed",
        title=say("A move was forgotten: the people, or the boards, stayed"),
        asks=(Ask("at_round", say("Before which round?"), rounds=_from_second), Ask("which", choices=WHAT)),
        happens=lambda here, told: replan.move_missed(here, told.at_round, people=told.which != "boards"),
        told=lambda _movement, told: say(
            "the boards did not move before round {round}"
            if told.which == "boards"
            else "nobody moved before round {round}",
            round=told.at_round,
        ),
        option=say("the round, and people or boards: 3-boards"),
    ),
    FactKind(
        name="special",
        title=say("A skip or another special move was forgotten"),
        asks=(Ask("at_round", say("For which round was it due?"), rounds=_from_second),),
        happens=_special,
        told=lambda _movement, told: say(
            "the special move for round {round} was forgotten: everybody moved as always", round=told.at_round
        ),
        where=of_pairs,
        manuals=_skip_manuals,
        option=say("the round that it was due for: 5"),
    ),
    FactKind(
        name="skipped",
        title=say("A skip or another special move was made at the wrong time"),
        asks=(Ask("made_after", say("East-West made it")),),
        happens=_wrong_skip,
        told=lambda _movement, told: say("the special move was made after round {round}", round=told.made_after),
        where=lambda movement: bool(
            (has(movement.family, "skip") and skip_due(movement))
            or (has(movement.family, "special move") and special_due(movement))
        ),
        manuals=_wrong_skip_manuals,
        whole_room=True,
        option=say("the round after which it was made: 4"),
    ),
    FactKind(
        name="relay",
        title=say("The relay stood in the wrong place"),
        asks=(Ask("which", say("The relay stood"), choices=RELAY),),
        told=lambda _movement, told: say(
            "the relay stood {where} since the start", where=RELAY.get(told.which, RELAY["low"])
        ),
        where=lambda movement: has(movement.family, "share") and bool(movement.relays),
        option=say("low, high or none: low"),
        **_from_manual(_relay, say("The relay is put right.")),
    ),
    FactKind(
        name="rested",
        title=say("The boards of the sit-out table"),
        asks=(Ask("which", say("What happened to the boards?"), choices=SIT_OUT_BOARDS),),
        told=lambda _movement, told: (
            say("no boards were put on the sit-out table")
            if told.which == "none"
            else say("the boards of the sit-out table stayed there")
        ),
        where=lambda movement: has(movement.family, "plain", "skip", "share") and bool(movement.sit_outs),
        option=say("left or none: left"),
        **_from_manual(_sit_out_boards, say("The boards are put right.")),
    ),
    FactKind(
        name="order",
        title=say("Two tables began with each other's boards"),
        asks=(
            Ask("table", say("Boards of table"), at_start=True),
            Ask("other_table", say("lay at table"), at_start=True),
        ),
        happens=lambda here, told: _really(here, _order(here, told)),
        told=lambda _movement, told: say(
            "tables {one} and {other} began with each other's boards", one=told.table, other=told.other_table
        ),
        where=of_pairs,
        manuals=_order_manuals,
        whole_room=True,
        option=say("the two tables: 1-2"),
    ),
    FactKind(
        name="rover",
        title=say("Play began before the rover came"),
        asks=(Ask("at_round"),),
        happens=lambda here, told: _really_in(here, rover_missed(here.night, told.at_round), told.at_round),
        told=lambda _movement, told: say("round {round} was played without the rover", round=told.at_round),
        where=lambda movement: has(movement.family, "rover"),
        option=say("the round: 3"),
    ),
    FactKind(
        name="switch",
        title=say("The arrow switch was forgotten"),
        asks=(Ask("at_round"),),
        happens=lambda here, told: replan.turned(here, told.at_round),
        told=lambda _movement, told: say("no table was arrow-switched in round {round}", round=told.at_round),
        where=lambda movement: of_pairs(movement) and any(m.switched for m in movement.meetings),
        option=say("the round: 6"),
    ),
    FactKind(
        name="turned",
        title=say("A table sat the wrong way round"),
        asks=(Ask("at_round"), Ask("table")),
        happens=lambda here, told: replan.turned(here, told.at_round, (told.table,)),
        told=lambda _movement, told: say(
            "table {table} sat the wrong way round in round {round}", table=told.table, round=told.at_round
        ),
        where=lambda movement: of_pairs(movement) and movement.winners == 1,
        option=say("the round and the table: 4-3"),
    ),
    FactKind(
        name="table",
        title=say("A table cannot be used any more"),
        asks=(Ask("table"),),
        happens=lambda here, told: replan.table_broken(here, told.table),
        told=lambda _movement, told: say("table {table} cannot be used any more", table=told.table),
        option=say("the table: 4"),
    ),
    FactKind(
        name="board",
        title=say("A board cannot be played any more"),
        asks=(Ask("board", say("Which board is fouled, lost or seen?")),),
        happens=lambda here, told: replan.boards_spoilt(here, told.board),
        told=lambda _movement, told: say("board {board} cannot be played any more", board=told.board),
        option=say("the board: 9"),
    ),
    FactKind(
        name="lie",
        title=say("Boards lie at a wrong table"),
        asks=(Ask("board", say("A board of the set")), Ask("table", say("It lies at table"))),
        happens=_lying,
        told=lambda _movement, told: say(
            "the set of board {board} lies at table {table}", board=told.board, table=told.table
        ),
        option=say("a board of the set, and the table where it lies: 5-6"),
    ),
    FactKind(
        name="last",
        title=say("A round is to be the last"),
        asks=(Ask("at_round", say("The last round to play"), rounds=_last),),
        happens=lambda here, told: replan.ending_after(here, told.at_round),
        told=lambda _movement, told: say("round {round} is to be the last", round=told.at_round),
        manuals=_last_manuals,
        option=say("the round: 6"),
    ),
    FactKind(
        name="time",
        title=say("Time is short"),
        asks=(Ask("minutes", say("Minutes left for the rounds to come")),),
        happens=_time,
        told=lambda _movement, told: say_count(
            "{n} minute is left for the rounds to come", "{n} minutes are left for the rounds to come", told.minutes
        ),
        manuals=_time_manuals,
        option=say("the minutes that are left: 45"),
    ),
)
FACTS: Mapping[str, FactKind] = {each.name: each for each in _KINDS}
"""Everything that can be said of an evening, in the order in which it is offered."""
