"""Teams and their matches: victory points, names, captains and spare players, line-ups, and matches without boards.

A match has its boards, or one result as a whole, never both. What a forfeit is worth in the end depends on all other matches
(Bridge NSW 12.9), so an award keeps only what happened; `scoring` says what it comes to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from arrowswitch.movements.teams.fixtures import PlannedMatch
from arrowswitch.regulations import load
from arrowswitch.scoring.figures import shown
from arrowswitch.scoring.matches.victory_points import BadScale, scale
from arrowswitch.session.acts.people import NAMES_RIGHT, Seating, tidy_player
from arrowswitch.session.deciding.granting import check_contestant, check_round, insist, scorable, section_of
from arrowswitch.session.deciding.quicker import check_seats_seen
from arrowswitch.session.journal.act import DESK, Act, GrantedAct, Thing, act
from arrowswitch.session.journal.entries import Command, JournalEntry, Refused
from arrowswitch.session.night.people import Place, SeatedPlayer
from arrowswitch.session.night.seats import TEAM_SEATS, members_of, player_at
from arrowswitch.session.night.state import State, Stint
from arrowswitch.session.night.teams import (
    MATCH_AWARDS,
    MOST_SPARES,
    MatchAward,
    MatchKey,
    MatchResult,
    Team,
    matches_of,
)
from arrowswitch.words import Sentence, say, spans

MOST_NAME = 40
MOST_POINTS = 10_000
CHOSEN = "Chosen for this session"
"""Where the scale of a session comes from, if it is not that of the regulations."""


# -- victory points ---------------------------------------------------------------------------------------------------


@act("score-matches")
class ScoreMatches(Act):
    """Say how matches in IMPs are ranked: by victory points of a scale, or by their IMPs alone."""

    changes = ("plan",)

    scale: str | None
    """None for IMPs alone."""

    def decide(self, state: State, command: Command) -> GrantedAct:
        if state.method != "imps":
            raise Refused(say("Only matches in IMPs are turned into victory points."))
        if self.scale == (state.regulations.matches.scale if state.on_victory_points else None):
            raise Refused(say("Nothing would change."))
        if self.scale is not None:
            check_scale(self.scale)
        if self.scale is None and any(result.award for result in state.matches.values()):
            raise Refused(say("A match has victory points by the director; take that back first."))
        return scorable(state, command, GrantedAct(self))

    def evolve(self, state: State, entry: JournalEntry) -> State:
        if self.scale is None:
            return replace(state, victory_points=False, boards_per_match=None)
        overrides = with_scale(state.overrides, self.scale)
        regulations = load(state.regulations.name, overrides)
        return replace(state, victory_points=True, regulations=regulations, overrides=overrides)

    def told(self, state: State) -> Sentence:
        if self.scale is None:
            return say("let matches be ranked by their IMPs")
        return say("let matches be ranked by victory points of the scale {scale}", scale=self.scale)


def check_scale(name: str) -> None:
    """Refuses a scale that there is not, or that is not for IMPs."""
    try:
        unit = scale(name).unit
    except BadScale as error:
        raise Refused(error.args[0]) from None
    if unit != "imps":
        raise Refused(say("The scale {name} is for percentages, and not for IMPs.", name=name))


def with_scale(overrides: Mapping[str, Any], name: str) -> dict[str, Any]:
    """The values of a session with its own scale on top.

    >>> with_scale({"ties": {"pairs": []}}, "acbl-20")["matches"]["scale"]["value"]
    'acbl-20'
    """
    return {**overrides, "matches": {**overrides.get("matches", {}), "scale": {"value": name, "source": CHOSEN}}}


# -- who is in a team -------------------------------------------------------------------------------------------------


@act("name-team")
class NameTeam(Act):
    """Give a team a name, a captain, and a fifth and a sixth player."""

    who = DESK
    settled = ("name", "spares", "captain")
    changes = ("team section contestant",)
    needs = ("contestants section",)
    story_of = ("pair section contestant",)

    section: str
    contestant: int
    name: str = ""
    spares: tuple[SeatedPlayer, ...] = ()
    captain: SeatedPlayer | None = None

    def decide(self, state: State, command: Command) -> GrantedAct:
        check_team(state, self.section, self.contestant)
        name = " ".join(self.name.split())
        if len(name) > MOST_NAME:
            raise Refused(say("The name of a team has at most {most} letters.", most=MOST_NAME))
        for (section, number), other in state.teams.items():
            if name and (section, number) != self._key and other.name.casefold() == name.casefold():
                raise Refused(say("{who} is called {name} already.", who=state.label(section, number), name=other.name))
        spares = tuple(tidy_player(player) for player in self.spares)
        if len(spares) > MOST_SPARES:
            raise Refused(say("A team has four to six players."))
        captain = tidy_player(self.captain) if self.captain else None
        settled = replace(self, name=name, spares=spares, captain=captain)
        if Team(name, spares, captain) == state.team(*self._key):
            raise Refused(say("Nothing would change."))
        after = settled._named(state)
        if captain is not None and captain not in members_of(after, *self._key):
            raise Refused(say("{name} is not in this team, and cannot be its captain.", name=captain.name))
        return GrantedAct(settled, insist(command, self._elsewhere(state, spares)))

    @property
    def _key(self) -> tuple[str, int]:
        return self.section, self.contestant

    def _elsewhere(self, state: State, spares: tuple[SeatedPlayer, ...]) -> Iterator[Sentence]:
        """A spare player who is in a team already: never the same person twice, and to be looked at with the same name."""
        mine = members_of(replace(state, teams={}), *self._key)
        if len({*mine, *spares}) < len(mine) + len(spares):
            raise Refused(say("The same person is in this team twice."))
        for name, section in state.sections.items():
            for number in section.movement.contestants:
                if (name, number) == self._key:
                    continue
                for other in members_of(state, name, number):
                    for player in spares:
                        told = say("{name} plays for {who} already.", name=other.name, who=state.label(name, number))
                        if player.id and player.id == other.id:
                            raise Refused(told)
                        if not (player.id and other.id) and player.name.casefold() == other.name.casefold():
                            yield told

    def _named(self, state: State) -> State:
        return replace(state, teams={**state.teams, self._key: Team(self.name, self.spares, self.captain)})

    def evolve(self, state: State, entry: JournalEntry) -> State:
        return self._named(state)

    def told(self, state: State) -> Sentence:
        who = state.who(*self._key)
        told = say("named {who} “{name}”", who=who, name=self.name) if self.name else say("named {who}", who=who)
        if self.spares:
            told = say("{told}, with {names}", told=told, names=", ".join(player.name for player in self.spares))
        return say("{told}, captain {name}", told=told, name=self.captain.name) if self.captain else told

    def told_nameless(self, state: State) -> Sentence:
        return say("said who is in {who}", who=state.who(*self._key))

    def told_as_news(self, state: State) -> Sentence:
        return NAMES_RIGHT


@act("line-up")
class GiveLineUp(Act):
    """Say who plays for a team from a round on, and where: until another line-up is given."""

    who = DESK
    needs = ("contestants section", "team section contestant")
    story_of = ("pair section contestant",)

    section: str
    contestant: int
    round: int
    seatings: tuple[Seating, ...]

    def decide(self, state: State, command: Command) -> GrantedAct:
        check_team(state, self.section, self.contestant)
        check_round(section_of(state, self.section).movement, self.round)
        if {seating.place for seating in self.seatings} != set(self._places):
            raise Refused(say("A line-up names all four: North, South, East and West."))
        wanted = {seating.place: seating.player for seating in self.seatings}
        members = members_of(state, self.section, self.contestant)
        for player in wanted.values():
            if player is None:
                raise Refused(say("A line-up names all four: North, South, East and West."))
            if player not in members:
                raise Refused(say("{name} is not in this team. Name the team first.", name=player.name))
        if len(set(wanted.values())) < len(TEAM_SEATS):
            raise Refused(say("Nobody can sit on two seats."))
        check_seats_seen(state, command, wanted)
        if all(player_at(state, place, self.round) == player for place, player in wanted.items()):
            raise Refused(say("Nothing would change."))
        return GrantedAct(self)

    @property
    def _places(self) -> tuple[Place, ...]:
        return tuple(Place(self.section, self.contestant, seat) for seat in TEAM_SEATS)

    def evolve(self, state: State, entry: JournalEntry) -> State:
        seats = dict(state.seats)
        for seating in self.seatings:
            if seating.player is None:
                continue
            before = tuple(stint for stint in seats.get(seating.place, ()) if stint.from_round < self.round)
            after = tuple(stint for stint in seats.get(seating.place, ()) if stint.from_round > self.round)
            stays = bool(before) and before[-1].player == seating.player
            seats[seating.place] = (*before, *(() if stays else (Stint(self.round, seating.player),)), *after)
        return replace(state, seats=seats)

    def touches(self, state: State, command: str) -> Iterable[Thing]:
        return [("seat", place) for place in self._places]

    def told(self, state: State) -> Sentence:
        names = ", ".join(f"{each.place.seat} {each.player.name if each.player else '-'}" for each in self.seatings)
        return say(
            "gave the line-up of {who} from round {round} on: {names}",
            who=state.who(self.section, self.contestant),
            round=self.round,
            names=names,
        )

    def told_nameless(self, state: State) -> Sentence:
        who = state.who(self.section, self.contestant)
        return say("gave the line-up of {who} from round {round} on", who=who, round=self.round)

    def told_as_news(self, state: State) -> Sentence:
        return NAMES_RIGHT


def check_team(state: State, section: str, contestant: int) -> None:
    """Refuses what is not a team of the session."""
    check_contestant(state, section, contestant)
    if state.sections[section].movement.kind != "teams":
        raise Refused(say("This is a session of pairs; only teams have a name and a line-up."))


# -- matches without boards -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MatchAct(Act):
    """An act that gives a match its result."""

    changes = ("match match",)

    match: MatchKey

    def fixture(self, state: State) -> PlannedMatch:
        """The match as it is planned."""
        section_of(state, self.match.section)
        found = next((fixture for key, fixture in matches_of(state) if key == self.match), None)
        if found is None:
            raise Refused(say("There is no such match in this session."))
        if state.phase == "open":
            raise Refused(say("Play has not begun: a match has no result yet."))
        return found

    def result(self, state: State, command: str) -> MatchResult:
        """What the state keeps of it."""
        raise NotImplementedError

    def evolve(self, state: State, entry: JournalEntry) -> State:
        return replace(state, matches={**state.matches, self.match: self.result(state, entry.id)})

    def rests_on(self, state: State) -> Iterable[Thing]:
        return [("contestants", self.match.section), ("movement", self.match.section)]

    def concerns(self, state: State) -> Iterable[Thing]:
        return [("pair", self.match.section, number) for number in (self.match.one, self.match.other)]

    def teams_told(self, state: State) -> Sentence:
        """The two teams, in words."""
        one, other = (state.who(self.match.section, number) for number in (self.match.one, self.match.other))
        return say("{one} against {other}", one=one, other=other)


def _planned(state: State, key: MatchKey) -> tuple[tuple[int, ...], int]:
    """The rounds and the number of boards of a match; as it was before, if the movement is another one now."""
    fixture = next((fixture for each, fixture in matches_of(state) if each == key), None)
    return (fixture.rounds, len(fixture.boards)) if fixture else ((key.round,), 0)


@act("enter-match")
class EnterMatch(MatchAct):
    """Enter a match as a whole: what each team scored, and none of its boards."""

    who = DESK
    while_posted = "in time"

    one: Fraction
    other: Fraction

    def decide(self, state: State, command: Command) -> GrantedAct:
        fixture = self.fixture(state)
        if not all(0 <= points <= MOST_POINTS for points in (self.one, self.other)):
            raise Refused(say("A team scores 0 to {most}.", most=MOST_POINTS))
        before = state.matches.get(self.match)
        if before is not None and before.award is not None:
            raise Refused(say("The director has settled this match: {what}. Take that back first.", what=before.told))
        if before is not None and (before.one, before.other) == (self.one, self.other):
            raise Refused(say("Nothing would change."))
        boards = _with_results(state, self.match, fixture)
        if boards:
            raise Refused(
                say(
                    "This match has results on boards {boards}. A match has its boards or one result, not both: enter the"
                    " boards that are missing, or strike out those that are there.",
                    boards=spans(boards),
                )
            )
        return scorable(state, command, GrantedAct(self))

    def result(self, state: State, command: str) -> MatchResult:
        return MatchResult(command, *_planned(state, self.match), None, self.one, self.other)

    def told(self, state: State) -> Sentence:
        return say(
            "entered the match of {teams} as a whole: {one} to {other}",
            teams=self.teams_told(state),
            one=shown(self.one),
            other=shown(self.other),
        )


@act("award-match")
class AwardMatch(MatchAct):
    """Settle a match that was not played as it should: the wrong way round, not playable, forfeited."""

    needs_reason = True

    award: MatchAward
    absent: int | None = None
    """Of a forfeit: the team that did not come."""

    def decide(self, state: State, command: Command) -> GrantedAct:
        self.fixture(state)
        if not state.on_victory_points:
            raise Refused(say("Matches have no victory points in this session; enter the match as a whole instead."))
        if (self.award == "forfeit") != (self.absent is not None):
            raise Refused(say("Say which team has forfeited the match."))
        if self.absent is not None and self.absent not in (self.match.one, self.match.other):
            raise Refused(say("That team is not in this match."))
        before = state.matches.get(self.match)
        if before is not None and (before.award, before.absent) == (self.award, self.absent):
            raise Refused(say("Nothing would change."))
        return scorable(state, command, GrantedAct(self))

    def result(self, state: State, command: str) -> MatchResult:
        return MatchResult(command, *_planned(state, self.match), self.award, absent=self.absent)

    def told(self, state: State) -> Sentence:
        values = {"teams": self.teams_told(state), "what": MATCH_AWARDS[self.award]}
        if self.absent is None:
            return say("settled the match of {teams}: {what}", **values)
        absent = state.who(self.match.section, self.absent)
        return say("settled the match of {teams}: {what} by {absent}", absent=absent, **values)


def _with_results(state: State, key: MatchKey, fixture: PlannedMatch) -> set[int]:
    """The boards of a match that have a result, or were adjusted."""
    return {
        line.board
        for line, record in state.lines.items()
        if line.section == key.section
        and {record.ns, record.ew} == fixture.teams
        and line.round in fixture.rounds
        and not record.void
        and (record.entry is not None or record.adjusted)
    }
