"""Draws of teams made for exactly tonight: any number of teams and rounds, the boards shared properly, both halves on the same ones.

Two teams that meet play the same boards at both tables in the same round, so that every match is decided when its round is over.
The sets go round so that few copies are needed: a cyclic Howell of teams, where there is one, needs a single copy of as many sets
as there are rounds; otherwise the sets are given to the matches as colours are to a map. With an odd number of teams one sits
out each round. The cards of the catalogue stand beside it, so that nothing worse is ever offered.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from arrowswitch.movements.audit import audit, facts
from arrowswitch.movements.build import boards_of_set, sit_outs
from arrowswitch.movements.catalogue import FAMILIES, build
from arrowswitch.movements.choosing.teams import team_cost
from arrowswitch.movements.describe import longest_sit_out
from arrowswitch.movements.design.asking import check_all_play, check_limits
from arrowswitch.movements.design.figures import UNMET, rests_on_end
from arrowswitch.movements.design.starters import StarterPlan, starter
from arrowswitch.movements.design.streaming import SECONDS, within
from arrowswitch.movements.families.howell_cards import DESIGNED
from arrowswitch.movements.model import ImpossibleWish, Instruction, Meeting, Movement
from arrowswitch.movements.teams.american_whist import FAMILY as AMERICAN_WHIST
from arrowswitch.movements.teams.cards import Stretch, TeamCard, Turn
from arrowswitch.movements.teams.matches import assemble, movement_of
from arrowswitch.movements.teams.round_robin import circle
from arrowswitch.movements.teams.words import round_words
from arrowswitch.movements.wishes import MOST_BOARDS_PER_ROUND
from arrowswitch.words import Sentence, counted, say, spans

MOST_DESIGNED_TEAMS = 40
MOST_TEAM_ROUNDS = 39
COLOURING_STEPS = 3000
STARTER_PATIENCE = 15
IDLE = 60
"""Tries in which nothing better was found, after which the search is over."""
BETTER = 1e-9
SIT_OUT_BOARD, UNPLAYED_BOARD = 1.5, 0.4
"""What a board costs that a team sits out, and one that lies in the room without a team that has to play it, as with pairs."""
A_COUPLE = 0.05
"""What it costs that two teams do not meet, beside the team that misses most: of two draws as good, that in which more meet."""
LAST_ROUND_TRIES = 2000

TeamsMatch = tuple[int, int, int]
"""Two teams and the set that they play, which count from 1."""


@dataclass(frozen=True, slots=True)
class TeamsWish:
    """A contest of teams as it is wanted tonight; None and empty are left open."""

    teams: int
    rounds: int
    boards_per_round: int
    copies: int | None = None
    """Of each board, at most."""
    sets: int | None = None
    """Sets of boards at hand."""
    seats: tuple[int, ...] = ()
    """Teams of which nobody moves: they have two tables of their own."""
    never: tuple[tuple[int, int], ...] = ()
    must: tuple[tuple[int, int], ...] = ()
    most_sit_outs: int | None = None

    @property
    def matches(self) -> int:
        """Matches in a round, head to head."""
        return self.teams // 2


@dataclass(frozen=True, slots=True)
class TeamsFigures:
    """What a draw of teams is measured by."""

    missed: int
    """Couples of teams who do not meet."""
    repeated: int
    sit_outs: int
    """The most rounds that a team sits out."""
    copies: int
    sets: int
    boards: int
    """In play."""
    at_once: bool
    """Both halves of every match are played in the same round."""


@dataclass(frozen=True, slots=True)
class TeamsBound:
    """How few couples of teams must be missed, whatever the draw."""

    missed: int
    kind: Sentence
    reason: Sentence


@dataclass(frozen=True)
class TeamsDesign:
    """A draw that was made for a wish."""

    movement: Movement
    figures: TeamsFigures
    given_up: tuple[Sentence, ...]
    cost: float
    how: str
    steps: int

    @property
    def bound(self) -> TeamsBound:
        return teams_bound(len(self.movement.contestants), self.movement.rounds)

    @property
    def proved(self) -> bool:
        """Whether no movement of so many rounds lets more teams meet."""
        return self.figures.missed <= self.bound.missed

    @property
    def limit(self) -> Sentence:
        if self.proved and not self.figures.missed:
            return say("Everybody meets everybody.")
        if self.proved:
            return say("Proved: in so many rounds no more teams can meet.")
        return say(
            "Of couples of teams {missed} do not meet; at least {least} cannot.",
            missed=self.figures.missed,
            least=self.bound.missed,
        )


def teams_bound(teams: int, rounds: int) -> TeamsBound:
    """How few couples of teams cannot meet: every round has as many halves of matches as teams, and a match has two.

    >>> teams_bound(9, 8).missed, teams_bound(9, 7).missed, teams_bound(10, 7).missed
    (0, 5, 10)
    """
    couples = teams * (teams - 1) // 2
    return TeamsBound(
        max(0, couples - rounds * teams // 2),
        say("contests of {teams} teams in {rounds}", teams=teams, rounds=counted("rounds", rounds)),
        say("A team plays two halves of matches in a round at most, and a match has two of them for each side."),
    )


def checked_teams(wish: TeamsWish) -> TeamsWish:
    """The wish, if it can be had at all.

    >>> checked_teams(TeamsWish(9, 8, 3)).matches
    4
    >>> checked_teams(TeamsWish(9, 8, 1))
    Traceback (most recent call last):
    ...
    arrowswitch.movements.model.ImpossibleWish: boards a round: 1 cannot be, only 2 to 12.
    """
    limits = (
        (say("teams"), wish.teams, 3, MOST_DESIGNED_TEAMS),
        (say("rounds"), wish.rounds, 1, min(MOST_TEAM_ROUNDS, 2 * (wish.teams - 1 + wish.teams % 2))),
        (say("boards a round"), wish.boards_per_round, 2, MOST_BOARDS_PER_ROUND),
        (say("copies of the boards"), wish.copies, 1, MOST_DESIGNED_TEAMS),
        (say("sets of boards"), wish.sets, 1, 999),
        (say("rounds to sit out"), wish.most_sit_outs, 0, MOST_TEAM_ROUNDS),
    )
    check_limits(limits)
    check_all_play(counted("teams", wish.teams), wish.teams, wish.teams - wish.teams % 2, wish.rounds)
    for team in (*wish.seats, *(team for couple in (*wish.never, *wish.must) for team in couple)):
        if not 1 <= team <= wish.teams:
            raise ImpossibleWish(
                say("There is no team {team}: there are teams 1 to {teams}.", team=team, teams=wish.teams)
            )
    for one, other in (*wish.never, *wish.must):
        if one == other:
            raise ImpossibleWish(say("Team {team} cannot meet itself.", team=one))
    both = {frozenset(two) for two in wish.never} & {frozenset(two) for two in wish.must}
    for one, other in (sorted(two) for two in both):
        raise ImpossibleWish(say("Teams {one} and {other} cannot both meet and not meet.", one=one, other=other))
    still = set(wish.seats)
    if len(still) < len(wish.seats):
        raise ImpossibleWish(say("A team that keeps its seat is named once."))
    all_meet = wish.rounds >= wish.teams - 1 + wish.teams % 2
    if len(still) > (1 if all_meet else wish.matches):
        raise ImpossibleWish(
            say(
                "Teams {teams} cannot all keep their seats: those that do never meet.",
                teams=spans(sorted(still)),
            )
        )
    if wish.sets is not None and wish.sets < wish.rounds:
        raise ImpossibleWish(
            say(
                "Nobody can play {rounds} with {sets} of boards: a team needs a set for each.",
                rounds=counted("rounds", wish.rounds),
                sets=counted("sets", wish.sets),
            )
        )
    return wish


# -- measures -----------------------------------------------------------------------------------------------------------


def teams_figures(movement: Movement) -> TeamsFigures:
    """The figures of a contest of teams.

    >>> found = teams_figures(build("american-whist", teams=9))
    >>> found.missed, found.sit_outs, found.copies, found.at_once
    (0, 0, 1, False)
    """
    found = facts(movement)
    rounds: defaultdict[tuple[int, int, tuple[int, ...]], set[int]] = defaultdict(set)
    for meeting in movement.meetings:
        rounds[min(meeting.sides), max(meeting.sides), meeting.boards].add(meeting.round)
    return TeamsFigures(
        missed=len(found.missed),
        repeated=len(found.repeated),
        sit_outs=max(found.sit_outs.values(), default=0),
        copies=movement.copies,
        sets=len({meeting.boards for meeting in movement.meetings}),
        boards=len(movement.boards),
        at_once=all(len(played) == 1 for played in rounds.values()),
    )


def cost_of(wish: TeamsWish, movement: Movement, lacking: int) -> float:
    """By this designs are ranked: the choice's own measure, sit-outs and boards as with pairs, and every wish not kept."""
    boards = wish.rounds * wish.boards_per_round
    return (
        team_cost(movement, (boards, boards))
        + SIT_OUT_BOARD * longest_sit_out(movement)
        + UNPLAYED_BOARD * (len(movement.boards) - movement.boards_to_play) / max(1, wish.matches)
        + A_COUPLE * len(facts(movement).missed)
        + UNMET * lacking
    )


def teams_given_up(wish: TeamsWish, movement: Movement) -> tuple[Sentence, ...]:
    """Each wish that this draw does not keep."""
    return tuple(_given_up(wish, movement))


def _given_up(wish: TeamsWish, movement: Movement) -> Iterator[Sentence]:
    met = {frozenset(meeting.sides) for meeting in movement.meetings}
    if movement.rounds != wish.rounds:
        yield say("It has {rounds}.", rounds=counted("rounds", movement.rounds))
    if wish.copies is not None and movement.copies > wish.copies:
        yield say("Every board is needed {copies} times.", copies=movement.copies)
    sets = -(-len(movement.boards) // movement.boards_per_round)
    if wish.sets is not None and sets > wish.sets:
        yield say("{sets} of boards are needed, and there are {have}.", sets=counted("sets", sets), have=wish.sets)
    for team in wish.seats:
        places: defaultdict[str, set[int]] = defaultdict(set)
        for meeting in movement.meetings:
            if meeting.ns == team:
                places["ns"].add(meeting.table)
            if meeting.ew == team:
                places["ew"].add(meeting.table)
        if any(len(tables) > 1 for tables in places.values()):
            yield say("Team {team} does not keep its seats.", team=team)
    for one, other in wish.never:
        if frozenset((one, other)) in met:
            yield say("Teams {one} and {other} meet.", one=one, other=other)
    for one, other in wish.must:
        if frozenset((one, other)) not in met:
            yield say("Teams {one} and {other} do not meet.", one=one, other=other)
    often = Counter(rest.pair for rest in movement.sit_outs)
    if wish.most_sit_outs is not None and max(often.values(), default=0) > wish.most_sit_outs:
        yield say(
            "Teams {teams} sit out more than {most}.",
            teams=spans(team for team, times in often.items() if times > wish.most_sit_outs),
            most=counted("rounds", wish.most_sit_outs),
        )
    if (longest := rests_on_end(movement)) > 1:
        yield say("Somebody sits out {rounds} on end.", rounds=counted("rounds", longest))


# -- draws and their sets -----------------------------------------------------------------------------------------------


def _drawn(wish: TeamsWish, dice: random.Random) -> list[list[tuple[int, int]]]:
    """Rounds of the circle method, those dropped and the numbers dealt that break the fewest wishes."""
    size = wish.teams + wish.teams % 2
    rounds = [list(matches) for matches in circle(size)] if size > 2 else [[(1, 2)]]
    dice.shuffle(rounds)
    rounds *= 2  # whoever plays more rounds than there are opponents meets them again
    played = [[(match[0], match[1]) for match in matches] for matches in rounds[: wish.rounds]]
    numbers = _dealt(wish, {frozenset(match) for matches in played for match in matches}, size, dice)
    return [
        [(numbers[one], numbers[other]) for one, other in matches if max(numbers[one], numbers[other]) <= wish.teams]
        for matches in played
    ]


def _dealt(wish: TeamsWish, met: set[frozenset[int]], size: int, dice: random.Random) -> dict[int, int]:
    """Which team is which number of the draw, so that few wishes are broken; teams who never move must not meet."""
    holder = list(range(size + 1))
    dice.shuffle(tail := holder[1:])
    holder[1:] = tail
    still = sorted(set(wish.seats))
    apart = [*wish.never, *((one, other) for place, one in enumerate(still) for other in still[place + 1 :])]
    named = sorted({team for couple in (*apart, *wish.must) for team in couple})

    def broken() -> int:
        together = sum(frozenset((holder[one], holder[other])) in met for one, other in apart)
        return together + sum(frozenset((holder[one], holder[other])) not in met for one, other in wish.must)

    least = broken()
    for _ in range(1000):
        if not least or not named:
            break
        one, other = dice.choice(named), dice.randint(1, size)
        holder[one], holder[other] = holder[other], holder[one]
        now = broken()
        if now <= least:
            least = now
        else:
            holder[one], holder[other] = holder[other], holder[one]
    return {number: team for team, number in enumerate(holder) if team}


def _with_sets(
    draw: Sequence[Sequence[tuple[int, int]]], sets: int, copies: int, dice: random.Random
) -> list[list[TeamsMatch]] | None:
    """A set for each match, so that no team plays one twice and none is in use more often than there are copies.

    Each begins with a set by chance; then the match that is worst off gets the set that is best for it, none that it had lately.

    >>> found = _with_sets([[(1, 2), (3, 4)], [(1, 3), (2, 4)], [(1, 4), (2, 3)]], 6, 1, random.Random(0))
    >>> sorted(lying for matches in found for *_, lying in matches)
    [1, 2, 3, 4, 5, 6]
    """
    matches = [(number, one, other) for number, row in enumerate(draw) for one, other in row]
    held = [dice.randrange(sets) for _ in matches]
    by_team: Counter[tuple[int, int]] = Counter()
    by_round: Counter[tuple[int, int]] = Counter()
    for (number, one, other), lying in zip(matches, held, strict=True):
        by_team.update([(one, lying), (other, lying)])
        by_round[number, lying] += 1

    def clashes(match: tuple[int, int, int], lying: int) -> int:
        number, one, other = match
        return by_team[one, lying] + by_team[other, lying] + max(0, by_round[number, lying] - copies + 1)

    lately: dict[tuple[int, int], int] = {}
    for step in range(COLOURING_STEPS):
        bad = []
        for place, (match, lying) in enumerate(zip(matches, held, strict=True)):
            number, one, other = match
            if by_team[one, lying] > 1 or by_team[other, lying] > 1 or by_round[number, lying] > copies:
                bad.append(place)
        if not bad:
            found: list[list[TeamsMatch]] = [[] for _ in draw]
            for (number, one, other), lying in zip(matches, held, strict=True):
                found[number].append((one, other, lying + 1))
            return found
        place = dice.choice(bad)
        number, one, other = match = matches[place]
        old = held[place]
        by_team.subtract([(one, old), (other, old)])
        by_round[number, old] -= 1
        free = [lying for lying in range(sets) if lying != old and lately.get((place, lying), 0) <= step]
        new = min(free or range(sets), key=lambda lying: (clashes(match, lying), dice.random()))
        lately[place, old] = step + 3 + dice.randrange(8)
        by_team.update([(one, new), (other, new)])
        by_round[number, new] += 1
        held[place] = new
    return None


def _cyclic(wish: TeamsWish, ring: int, dice: random.Random) -> list[list[TeamsMatch]] | None:
    """A Howell of teams: every moving team and every set rises by one each round."""
    size = wish.teams + wish.teams % 2
    line_up = starter(StarterPlan(size, ring), dice, tries=4, patience=STARTER_PATIENCE)
    if line_up is None:
        return None
    found: list[list[TeamsMatch]] = [[] for _ in range(wish.rounds)]
    for row in line_up.rows():
        if row.round <= wish.rounds:
            found[row.round - 1].append((row.ns, row.ew, row.set))
    met = {frozenset((one, other)) for matches in found for one, other, _ in matches}
    numbers = _dealt(wish, met, size, dice)
    if wish.teams % 2 and not wish.seats:  # a stationary number is missing, so that everybody else sits out once
        missing = numbers[size]
        last = next(number for number, team in numbers.items() if team == size)
        numbers[size], numbers[last] = size, missing
    return [
        [
            (numbers[one], numbers[other], lying)
            for one, other, lying in matches
            if max(numbers[one], numbers[other]) <= wish.teams
        ]
        for matches in found
    ]


def _made(wish: TeamsWish, draw: Sequence[Sequence[TeamsMatch]], copies: int) -> Movement:
    """The movement of a draw: North-South at home, and a second table for each team of which nobody moves."""
    teams, still = wish.teams, sorted(set(wish.seats))
    draw = [sorted((min(one, other), max(one, other), lying) for one, other, lying in matches) for matches in draw]
    second = {team: teams + place for place, team in enumerate(still, 1)}
    meetings: list[Meeting] = []
    for number, matches in enumerate(draw, 1):
        for one, other, lying in matches:
            boards = boards_of_set(lying, wish.boards_per_round)
            meetings.append(Meeting(number, second.get(other, one), one, other, boards))
            meetings.append(Meeting(number, second.get(one, other), other, one, boards))
    meetings.sort(key=lambda meeting: (meeting.round, meeting.table))
    movement = assemble(
        tuple(meetings),
        name=say("Round robin"),
        family="round-robin",
        teams=teams,
        boards_per_round=wish.boards_per_round,
        copies=copies,
        shares=_shares(meetings),
        instructions=tuple(_words(wish, draw, second, copies)),
        source=str(DESIGNED),
    )
    return replace(movement, sit_outs=sit_outs(movement.contestants, wish.rounds, meetings))


def _shares(meetings: Sequence[Meeting]) -> tuple[tuple[int, ...], ...]:
    """Every two tables that ever play a match with one another."""
    tables: defaultdict[tuple[int, int, int], set[int]] = defaultdict(set)
    for meeting in meetings:
        tables[meeting.round, min(meeting.sides), max(meeting.sides)].add(meeting.table)
    return tuple(sorted({tuple(sorted(two)) for two in tables.values()}))


def _words(
    wish: TeamsWish, draw: Sequence[Sequence[TeamsMatch]], second: dict[int, int], copies: int
) -> Iterator[Instruction]:
    yield Instruction("layout", 0, say("Each team has a home table, where its North-South pair stays."))
    for team, table in second.items():
        text = say(
            "Of team {team} nobody moves: its East-West sit at table {table}, and the other team's North-South come to them.",
            team=team,
            table=table,
        )
        yield Instruction("layout", 0, text)
    if copies > 1:
        text = say(
            "Have {copies} copies of the boards: the two tables of a match share one, start with half of the boards each and"
            " exchange.",
            copies=copies,
        )
    else:
        text = say("The two tables of a match share its boards: they start with half of them each and exchange.")
    yield Instruction("share", 0, text)
    for number, matches in enumerate(draw, 1):
        yield round_words(number, [(one, other) for one, other, _ in matches])
        lying = "; ".join(
            f"{one} v {other}: {spans(boards_of_set(laid, wish.boards_per_round))}" for one, other, laid in matches
        )
        yield Instruction(
            "share", number - 1, say("Boards in round {round}, by match: {boards}.", round=number, boards=lying)
        )
        resting = set(range(1, wish.teams + 1)) - {team for one, other, _ in matches for team in (one, other)}
        if resting:
            yield Instruction(
                "sit-out",
                number - 1,
                say("In round {round} team {team} sits out.", round=number, team=spans(sorted(resting))),
            )
    yield Instruction("last", len(draw), say("Play is over: go back to your home table and score up."))


# -- around the room ----------------------------------------------------------------------------------------------------


def _whist(wish: TeamsWish, rounds: int) -> Movement:
    """American Whist of any odd number of teams, as many rounds left out at the beginning as at the end."""
    dropped = (wish.teams - 1 - rounds) // 2
    card = TeamCard(
        id="",
        teams=wish.teams,
        stretches=(
            Stretch(
                tuple(Turn(-2 * number, -number) for number in range(1 + dropped, wish.teams - dropped)),
                wish.boards_per_round,
                wish.teams,
            ),
        ),
        layout=(
            say("Place the tables in a circle. Both pairs of team 1 sit at table 1, of team 2 at table 2, and so on."),
            say("Put a set of boards on every table, the lowest on table 1 and so on upwards."),
        ),
        usual=Turn(-2, -1),
        source=str(DESIGNED),
    )
    return movement_of(card, family=AMERICAN_WHIST.name, title=AMERICAN_WHIST.title)


def _around(wish: TeamsWish, dice: random.Random) -> Movement | None:
    """An even number of rounds of American Whist; after it, where the number is odd, one round head to head."""
    rounds = wish.rounds - wish.rounds % 2
    if wish.teams % 2 == 0 or wish.teams < 5 or rounds < 2 or rounds > wish.teams - 1 or wish.seats:
        return None
    whist = _whist(wish, rounds)
    if rounds == wish.rounds:
        return whist
    met = {frozenset(meeting.sides) for meeting in whist.meetings}
    known: defaultdict[int, set[tuple[int, ...]]] = defaultdict(set)
    for meeting in whist.meetings:
        known[meeting.ns].add(meeting.boards)
        known[meeting.ew].add(meeting.boards)
    sets = [boards_of_set(number, wish.boards_per_round) for number in range(1, wish.teams + 1)]
    for resting in dice.sample(range(1, wish.teams + 1), wish.teams):
        found = _last_round([n for n in range(1, wish.teams + 1) if n != resting], met, known, sets, [0])
        if found is not None:
            break
    else:
        return None
    last = [
        meeting
        for one, other, boards in found
        for meeting in (
            Meeting(wish.rounds, one, one, other, boards),
            Meeting(wish.rounds, other, other, one, boards),
        )
    ]
    lying = "; ".join(f"{one} v {other}: {spans(boards)}" for one, other, boards in found)
    told = (
        *(each for each in whist.instructions if each.occasion != "last"),
        replace(round_words(wish.rounds, [(one, other) for one, other, _ in found]), occasion="special"),
        Instruction(
            "share",
            rounds,
            say(
                "The two tables of a match share its boards in round {round}: {boards}.",
                round=wish.rounds,
                boards=lying,
            ),
        ),
        Instruction(
            "sit-out", rounds, say("In round {round} team {team} sits out.", round=wish.rounds, team=str(resting))
        ),
        Instruction("last", wish.rounds, say("Play is over: go back to your home table and score up.")),
    )
    meetings = (*whist.meetings, *sorted(last, key=lambda meeting: meeting.table))
    return replace(
        whist,
        rounds=wish.rounds,
        meetings=meetings,
        shares=tuple(sorted((min(one, other), max(one, other)) for one, other, _ in found)),
        sit_outs=sit_outs(whist.contestants, wish.rounds, meetings),
        instructions=told,
    )


def _last_round(
    left: list[int],
    met: set[frozenset[int]],
    known: Mapping[int, set[tuple[int, ...]]],
    sets: list[tuple[int, ...]],
    tried: list[int],
) -> list[tuple[int, int, tuple[int, ...]]] | None:
    """Matches of teams who have not met, on boards that neither of them knows; None where there are none, or not soon."""
    if not left:
        return []
    tried[0] += 1
    if tried[0] > LAST_ROUND_TRIES:
        return None
    one = left[0]
    for other in left[1:]:
        if frozenset((one, other)) in met:
            continue
        for boards in sets:
            if boards in known[one] or boards in known[other]:
                continue
            rest = [team for team in left if team not in (one, other)]
            found = _last_round(rest, met, known, [each for each in sets if each != boards], tried)
            if found is not None:
                return [(one, other, boards), *found]
    return None


# -- the search ---------------------------------------------------------------------------------------------------------


class _TeamsSearch:
    """The best draw so far."""

    def __init__(self, wish: TeamsWish, seed: int) -> None:
        self.wish = checked_teams(wish)
        self.dice = random.Random(f"teams {seed}")  # noqa: S311 - nothing secret
        self.best: TeamsDesign | None = None
        self.steps = 0

    def weigh(self, movement: Movement, how: str) -> bool:
        """Keep a movement if it is the best so far."""
        lacking = teams_given_up(self.wish, movement)
        cost = cost_of(self.wish, movement, len(lacking))
        if (self.best is not None and cost >= self.best.cost - BETTER) or not audit(movement).legal:
            return False
        self.best = TeamsDesign(movement, teams_figures(movement), lacking, cost, how, self.steps)
        return True

    def from_catalogue(self) -> Iterator[TeamsDesign]:
        """Every card of the catalogue that has this length, and American Whist of any odd number."""
        wish = self.wish
        for name, family in FAMILIES.items():
            if family.kind != "teams" or wish.teams not in family.sizes:
                continue
            for card in family.cards(wish.teams) or (None,):
                try:
                    movement = build(
                        name,
                        teams=wish.teams,
                        card=card,
                        rounds=wish.rounds,
                        boards_per_round=wish.boards_per_round,
                    )
                except ImpossibleWish:
                    continue
                self.weigh(movement, movement.name)
        movement_around = _around(wish, self.dice)
        if movement_around is not None:
            self.weigh(movement_around, movement_around.name)
        if self.best is not None:
            yield self.best

    def ways(self) -> Iterator[tuple[list[list[TeamsMatch]] | None, int, str]]:
        """Draws of our own with their sets, without end: the fewest sets and copies first."""
        wish, dice = self.wish, self.dice
        size = wish.teams + wish.teams % 2
        yield (
            [[(*match, number) for match in row] for number, row in enumerate(_drawn(wish, dice), 1)],
            max(1, wish.matches),
            say("the circle method"),
        )
        rings = range(max(wish.rounds, size // 2), size)
        sets = max(wish.rounds, wish.matches)
        while True:
            for ring in rings if size > 4 and wish.matches > 1 else ():
                yield _cyclic(wish, ring, dice), 1, say("a cyclic Howell of teams")
            draw = _drawn(wish, dice)
            for copies in range(1, min(wish.copies or wish.matches, wish.matches) + 1):
                for more in range(3):
                    yield _with_sets(draw, sets + more, copies, dice), copies, say("the circle method, sets by search")


def designing_teams(wish: TeamsWish, seed: int = 0) -> Iterator[TeamsDesign]:
    """The best draw so far, again and again; stop asking when it is good enough.

    >>> first = next(designing_teams(TeamsWish(9, 8, 3)))
    >>> first.figures.missed, first.proved
    (0, True)
    """
    search = _TeamsSearch(wish, seed)
    yield from search.from_catalogue()
    idle = 0
    for draw, copies, how in search.ways():
        search.steps += 1
        better = False
        if draw is not None:
            try:
                better = search.weigh(_made(search.wish, draw, copies), how)
            except ImpossibleWish:
                better = False
        idle = 0 if better else idle + 1
        if search.best is not None:
            yield search.best
        if idle >= IDLE and search.best is not None:
            return


def design_teams(wish: TeamsWish, *, seconds: float = SECONDS, seed: int = 0) -> Iterator[TeamsDesign]:
    """Each better draw as it is found, for so long at most."""
    return within(seconds, designing_teams(wish, seed))
