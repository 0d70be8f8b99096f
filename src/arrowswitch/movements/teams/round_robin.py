"""Round robins of teams, 3 to 20.

Three, five and seven teams have a movement of their own, two rounds to a stanza (ACBL). Otherwise teams meet head to
head: the two tables of a match share its boards, and odd numbers have a troika over every two rounds. The draws are
printed for 6 to 12 teams (`round_robin.toml`), and made by the circle method for larger even numbers.
In head-to-head rounds every match plays the same boards, a copy for each match, so `shares` is the whole room; where
each match has boards of its own (the ACBL cards for 4 and 6 teams), `shares` lists every two tables that ever share.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from arrowswitch.movements.build import boards_of_set, truly_shared, wrap
from arrowswitch.movements.family import TEAMS, Family
from arrowswitch.movements.model import ImpossibleWish, Instruction, Meeting, Movement
from arrowswitch.movements.teams.cards import Stretch, TeamCard, Turn, only_sizes, pick, positive
from arrowswitch.movements.teams.matches import assemble, movement_of
from arrowswitch.movements.teams.words import round_words
from arrowswitch.movements.wishes import Wish
from arrowswitch.words import Sentence, counted, say, spans

TITLE = say("Round robin")
NZ = "New Zealand Bridge, Club Directors Manual, "
ACBL = "ACBL club director's notes, team round robins"

Match = tuple[int, ...]
"""Two teams, or three that play a troika."""
Draw = tuple[tuple[Match, ...], ...]

# teams -> boards a round, and the turns of each stanza: the return of (o, s) is (-o, s-o)
STANZAS: dict[int, tuple[int, tuple[tuple[Turn, Turn], ...]]] = {
    3: (6, ((Turn(2, 1), Turn(1, 2)), (Turn(2, 1), Turn(1, 2)))),
    5: (6, ((Turn(3, 0), Turn(2, 2)), (Turn(4, 0), Turn(1, 1)))),
    7: (4, ((Turn(4, 0), Turn(3, 3)), (Turn(5, 0), Turn(2, 2)), (Turn(6, 0), Turn(1, 1)))),
}

# teams -> boards a round, and a draw in which each match has its own boards
OWN_BOARDS: dict[int, tuple[int, Draw]] = {
    4: (8, (((1, 2), (3, 4)), ((1, 3), (2, 4)), ((1, 4), (2, 3)))),
    6: (
        5,
        (
            ((1, 6), (2, 5), (3, 4)),
            ((1, 5), (2, 3), (4, 6)),
            ((1, 4), (2, 6), (3, 5)),
            ((1, 3), (2, 4), (5, 6)),
            ((1, 2), (3, 6), (4, 5)),
        ),
    ),
}

BOARDS_A_MATCH = 8  # the manual's least for a match of its own
SIZES = tuple(range(3, 21))


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """A draw with its boards."""

    id: str
    draw: Draw
    boards: int
    own_boards: bool
    source: str


def round_robin(wish: Wish) -> Movement:
    """Everybody against everybody, or the first rounds of it.

    >>> round_robin(Wish(6)).card, [m.ew for m in round_robin(Wish(6)).path(1)]
    ('nz-round-robin-6', [6, 5, 4, 3, 2])
    >>> [m.ew for m in round_robin(Wish(5)).path(1)]
    [4, 3, 5, 2]
    """
    teams = only_sizes(TITLE, wish.teams, SIZES)
    positive(wish)
    known = round_robin_cards(teams)
    if wish.card is not None and wish.card not in known:
        raise ImpossibleWish(
            say(
                "There is no card {card} of a round robin for {teams} teams; there is {ids}.",
                card=wish.card,
                teams=teams,
                ids=", ".join(known),
            )
        )
    chosen = [plan for plan in head_to_heads(teams) if wish.card in (None, plan.id)]
    if chosen and wish.stanzas in (None, 1):
        return _head_to_head(chosen[0], wish)
    turning = stanza_cards(teams)
    if not turning or (chosen and wish.card is not None):
        raise ImpossibleWish(say("A round robin of {teams} teams is played through, without stanzas.", teams=teams))
    return movement_of(pick(TITLE, turning, wish), family=FAMILY.name, title=TITLE)


def stanza_cards(teams: int) -> tuple[TeamCard, ...]:
    """The movement in stanzas of two rounds, whole and with stanzas left out at the end."""
    if teams not in STANZAS:
        return ()
    boards, plan = STANZAS[teams]
    whole = TeamCard(
        id=f"acbl-round-robin-{teams}",
        teams=teams,
        stretches=tuple(Stretch(turns, boards, teams, deck=teams * i) for i, turns in enumerate(plan)),
        stanzas=len(plan),
        layout=(
            say("Both pairs of each team sit at their home table, with a set of boards; the team at home makes it."),
            say("After every second round go home and compare: two matches are over."),
        ),
        usual=None,
        source=ACBL,
    )
    return (
        whole,
        *(replace(whole, stretches=whole.stretches[:n], stanzas=n) for n in range(len(plan) - 1, 0, -1)),
    )


@cache
def printed_draws() -> dict[int, tuple[Draw, str]]:
    """The draws of the data file, with where they come from."""
    data = tomllib.loads(files("arrowswitch.movements.teams").joinpath("round_robin.toml").read_text("utf-8"))
    return {
        int(teams): (
            tuple(
                tuple(tuple(int(team) for team in match.split("-")) for match in line.split())
                for line in entry["rounds"]
            ),
            entry["source"],
        )
        for teams, entry in data.items()
    }


def circle(teams: int) -> Draw:
    """The circle method: the last team stays, the others turn.

    >>> circle(4)
    (((1, 4), (2, 3)), ((2, 4), (1, 3)), ((3, 4), (1, 2)))
    """
    ring = teams - 1
    return tuple(
        (
            (turn, teams),
            *(
                (min(one, other), max(one, other))
                for step in range(1, teams // 2)
                for one, other in [(wrap(turn + step, ring), wrap(turn - step, ring))]
            ),
        )
        for turn in range(1, teams)
    )


def head_to_heads(teams: int) -> tuple[HeadToHead, ...]:
    """The head-to-head draws for so many teams, the usual one first."""
    found: list[HeadToHead] = []
    if teams in printed_draws():
        draw, source = printed_draws()[teams]
        maker = "nz" if teams <= 12 else "troika"
        found.append(HeadToHead(f"{maker}-round-robin-{teams}", draw, BOARDS_A_MATCH, False, source))
    elif teams >= 14:
        found.append(HeadToHead(f"circle-round-robin-{teams}", circle(teams), BOARDS_A_MATCH, False, "circle method"))
    if teams in OWN_BOARDS:
        boards, draw = OWN_BOARDS[teams]
        found.append(HeadToHead(f"acbl-round-robin-{teams}", draw, boards, True, ACBL))
    return tuple(found)


def round_robin_cards(teams: int) -> tuple[str, ...]:
    """Every card of a round robin of so many teams, the usual one first."""
    return tuple(plan.id for plan in head_to_heads(teams)) + tuple(one.id for one in stanza_cards(teams)[:1])


def _head_to_head(plan: HeadToHead, wish: Wish) -> Movement:
    teams, boards = wish.teams, wish.boards
    played = wish.rounds or len(plan.draw)
    if played > len(plan.draw):
        raise ImpossibleWish(
            say(
                "{teams} teams have all met after {most}, not {rounds}.",
                teams=teams,
                most=counted("rounds", len(plan.draw)),
                rounds=played,
            )
        )
    if teams % 2 and played % 2:
        raise ImpossibleWish(
            say(
                "With a troika the number of rounds must be even: {less} or {more}, not {rounds}.",
                less=played - 1,
                more=played + 1,
                rounds=played,
            )
        )
    each = wish.boards_per_round or (boards // played if boards else plan.boards)
    if boards is not None and each * played != boards:
        raise ImpossibleWish(
            say(
                "{rounds} cannot share {boards} evenly; {less} or {more} they can.",
                boards=counted("boards", boards),
                rounds=counted("rounds", played),
                less=max(1, boards // played) * played,
                more=(boards // played + 1) * played,
            )
        )
    draw = plan.draw[:played]
    found = _own(draw, each) if plan.own_boards else _same(draw, each)
    meetings = tuple(sorted(found, key=lambda m: (m.round, m.table)))
    return assemble(
        meetings,
        name=say(TITLE),
        family=FAMILY.name,
        teams=teams,
        boards_per_round=each,
        shares=tuple(sorted(match for matches in draw for match in matches))
        if plan.own_boards
        else truly_shared([tuple(range(1, teams + 1))], meetings),
        copies=1 if plan.own_boards else teams // 2,
        instructions=tuple(_words(plan, draw, teams, each)),
        source=plan.source,
        card=plan.id,
    )


def _own(draw: Draw, each: int) -> Iterator[Meeting]:
    """Each match has its own boards, dealt for it."""
    sets = 0
    for number, matches in enumerate(draw, start=1):
        for one, other in matches:
            sets += 1
            yield Meeting(number, one, one, other, boards_of_set(sets, each))
            yield Meeting(number, other, other, one, boards_of_set(sets, each))


def _same(draw: Draw, each: int) -> Iterator[Meeting]:
    """All matches of a round play the same boards; a troika needs a third set for its two rounds."""
    for number, matches in enumerate(draw, start=1):
        sets = sets_of_round(number, with_troika=any(len(match) == 3 for match in matches))
        second = number % 2 == 0
        for match in matches:
            if len(match) == 2:
                one, other = match
                own = boards_of_set(sets[1] if second and len(sets) == 3 else sets[0], each)
                yield Meeting(number, one, one, other, own)
                yield Meeting(number, other, other, one, own)
            else:
                turn = Turn(1, 1) if second else Turn(2, 0)
                for place, team in enumerate(match):
                    visitor = match[(place + turn.team) % 3]
                    yield Meeting(number, team, team, visitor, boards_of_set(sets[(place + turn.set) % 3], each))


def sets_of_round(number: int, *, with_troika: bool) -> tuple[int, ...]:
    """The sets in the room in a round: one, or the three of a troika's two rounds.

    >>> sets_of_round(3, with_troika=False), sets_of_round(3, with_troika=True), sets_of_round(4, with_troika=True)
    ((3,), (4, 5, 6), (4, 5, 6))
    """
    if not with_troika:
        return (number,)
    first = (number - 1) // 2 * 3 + 1
    return first, first + 1, first + 2


def _words(plan: HeadToHead, draw: Draw, teams: int, each: int) -> Iterator[Instruction]:
    yield Instruction("layout", 0, say("Each team has a home table, where its North-South pair stays."))
    yield Instruction(
        "share",
        0,
        say("Each match has boards of its own, newly dealt; its two tables start with half of them each and exchange.")
        if plan.own_boards
        else say(
            "All matches of a round play the same boards, so have {copies} copies: the two tables of a match start "
            "with half of the boards each and exchange.",
            copies=teams // 2,
        ),
    )
    for number, matches in enumerate(draw, start=1):
        yield round_words(number, matches)
        three = next((match for match in matches if len(match) == 3), None)
        if three:
            yield Instruction("special", number - 1, _troika_words(number, three, each))
    yield Instruction("last", len(draw), say("Play is over: go back to your home table and score up."))


def _troika_words(number: int, three: Match, each: int) -> Sentence:
    a, b, c = three
    sets = [spans(boards_of_set(one, each)) for one in sets_of_round(number, with_troika=True)]
    if number % 2:
        return say(
            "Teams {a}, {b} and {c} play a troika over two rounds. First East-West {c} go to table {a} (boards {x}), "
            "{a} to table {b} ({y}) and {b} to table {c} ({z}).",
            a=a,
            b=b,
            c=c,
            x=sets[0],
            y=sets[1],
            z=sets[2],
        )
    return say(
        "The troika goes on: East-West {b} at table {a} (boards {y}), {c} at table {b} ({z}) and {a} at table {c} "
        "({x}). Now its scores can be compared.",
        a=a,
        b=b,
        c=c,
        x=sets[0],
        y=sets[1],
        z=sets[2],
    )


FAMILY = Family(
    name="round-robin",
    title=TITLE,
    about=say("Everybody against everybody, head to head; an odd number of teams has a troika over every two rounds."),
    place=250,
    kind="teams",
    build=round_robin,
    options=TEAMS,
    cards=round_robin_cards,
    sizes=SIZES,
    ease=6,
    hazard=lambda movement: say("The two tables of a match share boards, or have a copy each."),
)
