"""From a session to its awards: its lists, tables, boards and players as a scheme needs them.

Nothing is kept: a version that was posted is a state of the journal, and its awards follow from it and the scheme. So awards are made
again with every version, and what is different can always be shown.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from arrowswitch.contests.awards import (
    AwardedSession,
    AwardList,
    AwardScheme,
    AwardSheet,
    ContestantKind,
    MatchToAward,
    PlacedContestant,
    give,
    lacking,
    settle,
    won_by,
)
from arrowswitch.contests.reading import BadContest
from arrowswitch.scoring import Scored, Standing, strata
from arrowswitch.scoring.matches.matches import Match, matches
from arrowswitch.scoring.session import TEAMS
from arrowswitch.session import SeatedPlayer, State, scored
from arrowswitch.session.acts import Place
from arrowswitch.session.night import (
    Contestant,
    boards_by_player,
    boards_in_matches,
    contestants,
    place_number,
    ranked,
    seats_of,
)
from arrowswitch.site.night.naming import Names
from arrowswitch.words import Sentence, say_count

SCHEMES = {"nzb": "nzb", "ebu": "ebu", "acbl": "acbl", "qba": "abf", "bnsw": "abf"}
"""The scheme of who plays by these regulations."""
InMatches = Mapping[tuple[int, int, int], Mapping[SeatedPlayer, int]]
NOTHING_SAID: Mapping[str, Any] = {}
AT_A_TABLE = {"pairs": 2, "individual": 4, "teams": 1}
"""How many of a kind of contestants a scheme counts as a table."""


def sheet_of(
    state: State,
    names: Names,
    scheme: AwardScheme,
    ineligible: frozenset[str] = frozenset(),
    said: Mapping[str, Any] = NOTHING_SAID,
    *,
    people_named: bool = True,
) -> AwardSheet:
    """The awards of a session as it stands; who is not eligible has none, and nobody moves up. `said` is what the session is worth.

    What is to be kept names nobody: people are called by their number in the register, as somebody may ask to be forgotten.
    """
    made = scored(state)
    placed = ranked(state, made)
    session = replace(awarded(state, names, made, placed), ineligible=ineligible)
    if people_named:
        called = {key: names.player(player) for key, player in people(state, names).items()}
        session = replace(session, called={**session.called, **called})
    try:
        sheet = give(settled(session, scheme, said), scheme)
    except BadContest as problem:  # such as a kind of game that a club's own scheme has no rate for any more
        return AwardSheet(scheme, (), (problem.args[0],))
    by_matches = scheme.match and session.matches
    return sheet if by_matches else replace(sheet, notes=(*sheet.notes, *_without_place(placed, names)))


def settled(session: AwardedSession, scheme: AwardScheme, said: Mapping[str, Any]) -> AwardedSession:
    """The session with what was said of it, as far as the scheme asks for it: it may be another one than when that was said."""
    asked = scheme.left_open(session.kind)
    return settle(session, {key: value for key, value in said.items() if key in asked})


def lacking_of(
    state: State, names: Names, scheme: AwardScheme, said: Mapping[str, Any] = NOTHING_SAID
) -> tuple[Sentence, ...]:
    """What a session lacks for anything to be awarded, as it is planned: before anybody has played."""
    kind = kind_of(state)
    everybody = contestants(state)
    fields: defaultdict[str, list[PlacedContestant]] = defaultdict(list)
    for who, each in everybody.items():
        fields[each.section if state.apart else ""].append(PlacedContestant(who, 1))
    lists = tuple(AwardList(tuple(placed), section) for section, placed in fields.items())
    in_use = _in_use(state)
    session = AwardedSession(
        lists=lists,
        winners=state.winners,
        kind=kind,
        method=state.method,
        tables=Fraction(len(everybody), AT_A_TABLE[kind]),
        boards_in_use=max(in_use.values(), default=0),
        boards_of_sections=in_use,
        boards_played=scheduled(state),
        called=_labels(names),
        matches=tuple(MatchToAward(who, "", 1, Fraction(0)) for who in everybody) if state.method in TEAMS else (),
    )
    return tuple(lacking(settled(session, scheme, said), scheme)) if everybody else ()


def kind_of(state: State) -> ContestantKind:
    """Who is ranked: pairs, teams or single players."""
    movements = [section.movement for section in state.sections.values()]
    return movements[0].kind if movements else "pairs"


def _labels(names: Names) -> Mapping[str, str]:
    """What contestants are called on paper: NS 7, where scoring says A7."""
    return {who: names.label(*each) for who, each in names.by_scoring_name.items()}


def _in_use(state: State) -> dict[str, int]:
    """How many boards are in play in each section that is ranked by itself; under no name, in all of them."""
    found: defaultdict[str, set[int]] = defaultdict(set)
    for name, section in state.sections.items():
        for meeting in section.movement.meetings:
            found[name if state.apart else ""] |= set(meeting.boards)
    return {name: len(boards) for name, boards in found.items()}


def _without_place(placed: tuple[Standing, ...], names: Names) -> list[Sentence]:
    """Who cannot be awarded, as the list of a file has no number for the place."""
    found = [names.label(*names.by_scoring_name[each.contestant]) for each in placed if place_number(each.rank) is None]
    said = say_count(
        "{n} contestant is left out, as the list has no number for the place: {names}.",
        "{n} contestants are left out, as the list has no number for their places: {names}.",
        len(found),
        names=", ".join(found),
    )
    return [said] if found else []


def awarded(state: State, names: Names, made: Scored, placed: tuple[Standing, ...]) -> AwardedSession:
    """All that awards are made from."""
    kind = kind_of(state)
    boards = scheduled(state)
    in_use = _in_use(state)
    played = {each.contestant for each in placed}
    return AwardedSession(
        lists=_lists(placed),
        winners=state.winners,
        kind=kind,
        method=state.method,
        tables=Fraction(len(placed), AT_A_TABLE[kind]),  # who is left out for want of a place sat at one all the same
        boards_in_use=max(in_use.values(), default=0),
        boards_of_sections=in_use,
        boards_played={who: number for who, number in boards.items() if who in played},
        strata=_strata(state, placed),
        matches=_matches(state, names, made) if state.method in TEAMS else (),
        match_boards=state.boards_per_match or 0,
        players={who: _players(state, names, each) for who, each in contestants(state).items() if who in played},
        boards_done={who: _boards_done(state, each) for who, each in contestants(state).items() if who in played},
        called=_labels(names),
    )


def people(state: State, names: Names) -> Mapping[str, SeatedPlayer]:
    """Everybody who sat in a session, by what awards know them by."""
    return {_key(names, stint.player): stint.player for stints in state.seats.values() for stint in stints}


def _key(names: Names, player: SeatedPlayer) -> str:
    """One key a person: the number in the register, of a visitor the name; those who were merged are one."""
    if not player.id:
        return f"visitor {player.name}"
    now = names.register.get(player.id)
    return f"player {now.pk if now else player.id}"


def scheduled(state: State) -> dict[str, int]:
    """How many boards everybody is to play."""
    found: defaultdict[str, set[int]] = defaultdict(set)
    for section in state.sections.values():
        movement = section.movement
        for meeting in movement.meetings:
            for side in meeting.sides:
                for who in movement.members(side):
                    found[state.name(section.name, who)] |= set(meeting.boards)
    return {who: len(boards) for who, boards in found.items()}


def _lists(placed: tuple[Standing, ...]) -> tuple[AwardList, ...]:
    fields = dict.fromkeys((each.section, each.direction) for each in placed)
    return tuple(
        AwardList(
            tuple(
                _place(each, number)
                for each in placed
                if (each.section, each.direction) == (section, direction) and (number := place_number(each.rank))
            ),
            section,
            str(direction) if direction else "",
        )
        for section, direction in fields
    )


def _place(standing: Standing, place: int) -> PlacedContestant:
    value = next(each for each in (standing.percent, standing.vps, standing.points) if each is not None)
    return PlacedContestant(standing.contestant, place, Fraction(value))


def _strata(state: State, placed: tuple[Standing, ...]) -> tuple[AwardList, ...]:
    """The lists of the strata below that of everybody."""
    if not state.strata:
        return ()
    found: list[AwardList] = []
    for letter, mine in strata(placed, state.strata).items():
        if len(mine) < len(placed):
            found += [AwardList(each.places, each.section, each.direction, letter) for each in _lists(tuple(mine))]
    return tuple(found)


def _matches(state: State, names: Names, made: Scored) -> tuple[MatchToAward, ...]:
    """The matches, each with what it was won by and who played in it."""
    found = [each for mine in matches(made).values() for each in mine]
    margins = won_by(
        state.method, [(each.team, each.opponent, Fraction(each.net + each.aggregate_points)) for each in found]
    )
    played = {name: boards_in_matches(state, name) for name in state.sections}
    teams = contestants(state)
    return tuple(
        MatchToAward(each.team, each.opponent, each.boards, margin, _who_played(names, played, teams, each))
        for each, margin in zip(found, margins, strict=True)
        if margin is not None
    )


def _who_played(
    names: Names, played: Mapping[str, InMatches], teams: Mapping[str, Contestant], match: Match
) -> dict[str, int]:
    """Who played in a match, and how many of its boards."""
    mine, theirs = teams[match.team], teams[match.opponent]
    found: defaultdict[str, int] = defaultdict(int)
    for (team, against, number), players in played[mine.section].items():
        if (team, against) == (mine.number, theirs.number) and (None in match.rounds or number in match.rounds):
            for player, boards in players.items():
                found[_key(names, player)] += boards
    return dict(found)


def _players(state: State, names: Names, who: Contestant) -> Mapping[str, int | None]:
    """The players of a contestant with the boards that each played; two visitors of one name are one."""
    found: dict[str, int | None] = {}
    for place in _places(state, who):
        for player, number in boards_by_player(state, place).items():
            key = _key(names, player)
            found[key] = (found.get(key) or 0) + number
    return found


def _boards_done(state: State, who: Contestant) -> int:
    """The boards that a contestant has played: of those on a seat together, as a round may have been cut."""
    return max(sum(boards_by_player(state, place).values()) for place in _places(state, who))


def _places(state: State, who: Contestant) -> list[Place]:
    movement = state.sections[who.section].movement
    return [Place(who.section, who.number, seat) for seat in seats_of(movement, who.number)]
