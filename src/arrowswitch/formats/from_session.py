"""A session of this club as a `Record`, for every format that can be written.

Points and places are as they are printed here: rounded once, a win as the regulations print it, and the list that stands, be it
ours or that of a file. Who is named how is for the caller to say, because people may have asked to be forgotten.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import zip_longest

from arrowswitch.bridge import PASSED_OUT, Result, Side, parse_card
from arrowswitch.formats.record import (
    Record,
    RecordContestant,
    RecordDeal,
    RecordKind,
    RecordLine,
    RecordMatch,
    RecordPlace,
    RecordPlayer,
    RecordSection,
)
from arrowswitch.scoring import Line, Scored, Standing, matches
from arrowswitch.scoring.matches.matches import Match
from arrowswitch.scoring.numbers import Number, round_step, tidy
from arrowswitch.scoring.points import Points
from arrowswitch.scoring.scored import LineScore
from arrowswitch.session import Contracted, LineKey, PassedOut, SeatedPlayer, State, scored
from arrowswitch.session.night import contestants, players_of, ranked

CENT = Fraction(1, 100)
"""What is printed is rounded to this."""
Person = Callable[[SeatedPlayer], RecordPlayer]
"""How somebody who sits in a session is named in a file: by nothing, if that was asked for."""


def as_in_journal(player: SeatedPlayer) -> RecordPlayer:
    """A player by the name of the day; only for who may know every name.

    >>> as_in_journal(SeatedPlayer("Ann Ash", "17"))
    RecordPlayer(name='Ann Ash', number='', club_number='')
    """
    return RecordPlayer(player.name)


def record_of(
    state: State,
    *,
    person: Person = as_in_journal,
    club: str = "",
    club_number: str = "",
    director: str = "",
    program: str = "Arrowswitch",
    further: Mapping[str, str] | None = None,
) -> Record:
    """A session as a record. Give the state that was posted, unless the file is for the desk alone.

    >>> record_of(State(title="Tuesday")).title
    'Tuesday'
    """
    made = scored(state)
    printed = partial(_printed, win=_win(state))
    return Record(
        title=state.title,
        date=state.date,
        club=club,
        club_number=club_number,
        director=director,
        program=program,
        kind=_kind(state),
        method=state.method,
        winners=state.winners,
        scale=state.regulations.matches.scale if state.on_victory_points else "",
        regulations=state.regulations.name,
        apart=state.apart and len(state.sections) > 1,
        boards_per_round=_same(section.movement.boards_per_round for section in state.sections.values()),
        sections=tuple(
            RecordSection(name, each.movement.tables, each.movement.rounds, each.movement.boards_per_round)
            for name, each in state.sections.items()
        ),
        contestants=tuple(_contestants(state, person)),
        partnerships=dict(made.session.partnerships),
        lines=tuple(_line(state, each, printed) for board in made.boards.values() for each in board.lines),
        ranking=tuple(_place(each, printed) for each in ranked(state, made)),
        matches=tuple(_matches(state, made)),
        penalties=made.session.penalties,
        deals=tuple(RecordDeal(hands, tricks=state.tables.get(board)) for board, hands in sorted(state.hands.items())),
        further=_options(state) | dict(further or {}),
    )


def _kind(state: State) -> RecordKind:
    kinds = {section.movement.kind for section in state.sections.values()}
    return "individual" if "individual" in kinds else "teams" if "teams" in kinds else "pairs"


def _same(values: Iterator[int]) -> int | None:
    found = set(values)
    return found.pop() if len(found) == 1 else None


def _options(state: State) -> dict[str, str]:
    """What the club has decided otherwise than its regulations, and what handicaps are counted in."""
    options = {
        f"{section}.{key}": value["value"] if isinstance(value, Mapping) and "value" in value else value
        for section, values in state.overrides.items()
        if isinstance(values, Mapping)
        for key, value in values.items()
    }
    found = {"options": json.dumps(options, ensure_ascii=False, sort_keys=True)} if options else {}
    return found | ({"handicap kind": state.handicaps.kind} if state.handicaps else {})


# -- who ----------------------------------------------------------------------------------------------------------------


def _contestants(state: State, person: Person) -> Iterator[RecordContestant]:
    for section in state.sections.values():
        for number in section.movement.contestants:
            name, label = state.name(section.name, number), section.movement.label(number)
            side, _, written = label.partition(" ")
            two = state.winners == 2 and side in tuple(Side) and bool(written)
            number_written = written if two else label
            yield RecordContestant(
                name,
                tuple(person(player) for player in players_of(state, section.name, number)),
                state.team(section.name, number).name,
                section.name,
                Side(side) if two else None,
                "" if number_written == name else number_written,
                state.strata.get(name, ""),
                tidy(state.handicaps.of[name]) if state.handicaps and name in state.handicaps.of else None,
            )


# -- results ------------------------------------------------------------------------------------------------------------


def _win(state: State) -> Number:
    """What a win of 2 matchpoints is printed as, of itself."""
    halved = state.method == "matchpoints" and state.regulations.matchpoints.printed_win == 1
    return Fraction(1, 2) if halved else 1


def _printed(value: Number | None, win: Number = 1) -> Number | None:
    return None if value is None else round_step(Fraction(value) * win, CENT)


def _line(state: State, each: LineScore, printed: Callable[[Number | None], Number | None]) -> RecordLine:
    line = each.line
    record = state.lines[LineKey(line.section, line.round or 0, line.table or 0, line.board)]
    lead = parse_card(record.entry.lead) if isinstance(record.entry, Contracted) and record.entry.lead else None
    if isinstance(record.entry, PassedOut):
        line = replace(line, result=Result(PASSED_OUT))

    def points(made: Points | None) -> Number | None:
        return None if made is None else printed(made.value)

    return RecordLine(line, points(each.ns), points(each.ew), lead)


def _place(standing: Standing, printed: Callable[[Number | None], Number | None]) -> RecordPlace:
    return RecordPlace(
        standing.contestant,
        standing.rank,
        printed(standing.points),
        printed(standing.maximum),
        _printed(standing.percent),
        _printed(standing.vps),
        standing.boards,
        printed(-standing.penalty) if standing.penalty else None,
    )


def _matches(state: State, made: Scored) -> Iterator[RecordMatch]:
    """Every match of teams once, in the order in which they were played."""
    if not made.session.teams:
        return
    by_couple: defaultdict[tuple[str, str], list[Match]] = defaultdict(list)
    for team, mine in matches(made).items():
        for match in mine:
            by_couple[team, match.opponent].append(match)
    found = [
        (one, other)
        for (team, opponent), mine in by_couple.items()
        if team < opponent or (opponent, team) not in by_couple
        for one, other in zip_longest(mine, by_couple.get((opponent, team), ()))
        if one is not None
    ]
    for one, other in sorted(found, key=lambda both: both[0].round or 0):
        lines = _lines_of(made, one, other)
        yield RecordMatch(
            one.team,
            one.opponent,
            min((line.round for line in lines if line.round), default=one.round),
            None,
            tuple(sorted({line.board for line in lines})),
            _sides(one.won, one.lost if other is None else other.won),
            _sides(one.vps, None if other is None else other.vps),
            contestants(state)[one.team].section,
        )


def _lines_of(made: Scored, one: Match, other: Match | None) -> list[Line]:
    """The lines of a match; each team has its own rounds, those in which it sat North-South."""
    rounds = {*one.rounds, *(other.rounds if other else ())}
    teams = {one.team, one.opponent}
    lines = made.session.lines
    return [line for line in lines if {line.ns, line.ew} == teams and line.round in rounds and line.status != "struck"]


def _sides(one: Number | None, other: Number | None) -> tuple[Number, Number] | None:
    mine, theirs = _printed(one), _printed(other)
    return None if mine is None or theirs is None else (mine, theirs)
