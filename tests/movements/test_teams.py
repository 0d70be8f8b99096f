"""Teams movements against the printed cards, and against the rule that makes a match a match."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.movements import FAMILIES
from arrowswitch.movements.model import ImpossibleWish, Movement
from arrowswitch.movements.teams.round_robin import circle, head_to_heads, printed_draws
from arrowswitch.movements.wishes import Wish

ORACLES = Path(__file__).parent.parent / "data" / "oracles"
TEAM_FAMILIES = {name: family for name, family in FAMILIES.items() if family.kind == "teams"}
MAKERS = {"000": "nz", "002": "acbl", "004": "busbridge"}
EVERY_CARD = [
    (family, size, card)
    for family, entry in TEAM_FAMILIES.items()
    for size in entry.sizes
    for card in entry.cards(size)
]


def build(family: str, teams: int, **wishes: int | str | None) -> Movement:
    return TEAM_FAMILIES[family].build(Wish(teams, **wishes))  # type: ignore[arg-type]


def faults(movement: Movement) -> list[str]:
    """Everything that would make a teams movement unfair or impossible, found without knowing its family."""
    found: list[str] = []
    halves: defaultdict[tuple[int, int], Counter[int]] = defaultdict(Counter)
    played: Counter[tuple[str, int, int]] = Counter()
    for m in movement.meetings:
        if m.ns == m.ew:
            found.append(f"team {m.ns} meets itself in round {m.round}")
        halves[m.ns, m.ew].update(m.boards)
        played.update((side, team, board) for side, team in (("NS", m.ns), ("EW", m.ew)) for board in m.boards)
    found += [f"{side} of team {team} play board {board} twice" for (side, team, board), n in played.items() if n > 1]
    found += [
        f"{one} v {other} is not on the same boards at both tables"
        for (one, other), boards in halves.items()
        if boards != halves.get((other, one))
    ]
    for number, meetings in movement.by_round.items():
        if [m.ns for m in meetings] != list(movement.contestants) or any(m.table != m.ns for m in meetings):
            found.append(f"not every North-South is at home in round {number}")
        if sorted(m.ew for m in meetings) != list(movement.contestants):
            found.append(f"East-West are not each at one table in round {number}")
        at: defaultdict[int, set[int]] = defaultdict(set)
        for m in meetings:
            for board in m.boards:
                at[board].add(m.table)
        for board, tables in at.items():
            if len(tables) > movement.copies and not any(tables <= set(group) for group in movement.shares):
                found.append(f"board {board} is at tables {sorted(tables)} in round {number}")
    return found


def opponents(movement: Movement, team: int) -> list[int]:
    return sorted(m.ew for m in movement.path(team))


@pytest.mark.parametrize(("family", "teams", "card"), EVERY_CARD, ids=lambda value: str(value))
def test_every_card_gives_whole_matches_and_no_board_twice(family: str, teams: int, card: str) -> None:
    movement = build(family, teams, card=card)
    assert movement.card == card
    assert movement.kind == "teams"
    assert movement.contestants == movement.stationary == tuple(range(1, teams + 1))
    assert faults(movement) == []


@pytest.mark.parametrize("path", sorted(ORACLES.glob("*teams*.json")), ids=lambda path: path.stem)
def test_a_printed_card_comes_out_cell_by_cell(path: Path) -> None:
    oracle = json.loads(path.read_text())
    if "draws" in oracle:
        printed = {
            int(teams): [sorted(match.removeprefix("troika ") for match in line) for line in draw["rounds"]]
            for teams, draw in oracle["draws"].items()
        }
        ours = {
            teams: [sorted("-".join(map(str, match)) for match in line) for line in draw]
            for teams, (draw, _) in printed_draws().items()
            if teams <= 12
        }
        assert ours == printed
        return
    seed, _, teams, family = path.stem.split("-", 3)
    family = family.removesuffix("-12r")
    card = f"{MAKERS[seed]}-{family}-{int(teams)}" + ("-12r" if path.stem.endswith("-12r") else "")
    movement = build(family, int(teams), card=card)
    assert (movement.rounds, movement.boards_per_round) == (oracle["rounds"], oracle["boards_per_round"])
    last = max(row["round"] for row in oracle["rows"])  # a relay round is described, not printed
    assert [(m.round, m.table, m.ns, m.ew, list(m.boards)) for m in movement.meetings if m.round <= last] == [
        (row["round"], row["table"], row["ns"], row["ew"], row["boards"]) for row in oracle["rows"]
    ]
    if "relay_round" in oracle:
        relay = movement.by_round[oracle["relay_round"]["round"]]
        assert sorted([m.ns, m.ew] for m in relay if m.ns < m.ew) == oracle["relay_round"]["pairings"]
    elif oracle["shared_tables"]:
        assert [list(group) for group in movement.shares] == oracle["shared_tables"]


@pytest.mark.parametrize(
    ("family", "teams", "tables"),
    [
        ("american-whist", 5, [4, 2, 5, 3] * 2),
        ("american-whist", 7, [3, 6, 4, 2, 7, 5]),
        ("american-whist", 9, [5, 3, 8, 6, 4, 2, 9, 7]),
        ("american-whist", 11, [5, 3, 10, 8, 6, 4, 2, 11, 9, 7]),
        ("american-whist", 13, [7, 5, 3, 12, 10, 8, 6, 4, 2, 13, 11, 9]),
        ("american-whist", 15, [7, 5, 3, 14, 12, 10, 8, 6, 4, 2, 15, 13, 11, 9]),
        ("stagger", 6, [5, 3, 6, 4, 2]),
        ("stagger", 8, [7, 5, 3, 8, 6, 4, 2]),
        ("stagger", 10, [9, 7, 5, 3, 10, 8, 6, 4, 2]),
        ("stagger", 12, [11, 9, 7, 5, 3, 12, 10, 8, 6, 4, 2]),
        ("stagger", 14, [13, 11, 9, 7, 5, 3, 14, 12, 10, 8, 6, 4, 2]),
    ],
)
def test_the_east_west_of_team_1_visits_the_printed_tables(family: str, teams: int, tables: list[int]) -> None:
    assert [m.table for m in build(family, teams).meetings if m.ew == 1] == tables


@pytest.mark.parametrize(
    ("family", "teams", "wish", "rounds", "played"),
    [
        ("american-whist", 11, {}, 10, 24),
        ("american-whist", 11, {"stanzas": 1}, 8, 24),
        ("american-whist", 15, {}, 14, 28),
        ("american-whist", 15, {"rounds": 12}, 12, 24),
        ("american-whist", 7, {"boards_per_round": 3}, 6, 18),
        ("american-whist", 5, {"boards_per_round": 6}, 4, 24),
        ("american-whist", 5, {"boards": 32}, 8, 32),
        ("american-whist", 9, {"rounds": 6}, 6, 18),
        ("american-whist", 11, {"boards": 30}, 10, 30),
        ("stagger", 8, {}, 7, 28),
        ("stagger", 8, {"boards": 25}, 7, 25),
        ("stagger", 10, {"boards": 23}, 9, 23),
        ("stagger", 12, {"boards": 27}, 11, 27),
        ("stagger", 12, {}, 11, 22),
        ("circulation", 4, {"boards_per_round": 12}, 3, 36),
        ("board-a-match", 6, {}, 5, 25),
        ("board-a-match", 6, {"rounds": 4}, 4, 20),
        ("board-a-match", 5, {"boards": 28}, 4, 28),
        ("board-a-match", 15, {"rounds": 12}, 12, 24),
        ("new-england", 12, {"rounds": 7, "boards": 21}, 7, 21),
        ("round-robin", 3, {}, 4, 24),
        ("round-robin", 3, {"rounds": 2}, 2, 12),
        ("round-robin", 4, {}, 3, 24),
        ("round-robin", 5, {"boards": 28}, 4, 28),
        ("round-robin", 6, {"card": "acbl-round-robin-6"}, 5, 25),
        ("round-robin", 7, {"stanzas": 3}, 6, 24),
        ("round-robin", 8, {"boards": 28}, 7, 28),
        ("round-robin", 9, {"rounds": 4}, 4, 32),
        ("round-robin", 16, {"rounds": 3, "boards_per_round": 9}, 3, 27),
    ],
)
def test_wishes_for_rounds_and_boards_are_met(
    family: str, teams: int, wish: dict[str, int], rounds: int, played: int
) -> None:
    movement = build(family, teams, **wish)
    assert movement.rounds == rounds
    assert set(movement.boards_played.values()) == {played}
    assert faults(movement) == []


@pytest.mark.parametrize(
    ("family", "teams", "wish", "words"),
    [
        ("american-whist", 6, {}, "the nearest is 7"),
        ("american-whist", 7, {"rounds": 5}, "6 rounds of 4 boards"),
        ("american-whist", 7, {"card": "nz-american-whist-9"}, "nz-american-whist-7"),
        ("american-whist", 7, {"stanzas": 3}, "one or two stanzas"),
        ("stagger", 8, {"boards": 24}, "7 rounds of 3-4 boards (25 in all)"),
        ("stagger", 16, {}, "the nearest is 14"),
        ("circulation", 5, {}, "the nearest is 4"),
        ("circulation", 4, {"boards": 20}, "12, 24 or 36"),
        ("new-england", 8, {"rounds": 6}, "7 rounds or an even number fewer"),
        ("new-england", 7, {}, "the nearest is 8"),
        ("round-robin", 9, {"rounds": 5}, "4 or 6"),
        ("round-robin", 8, {"rounds": 8}, "after 7 rounds"),
        ("round-robin", 8, {"boards": 30}, "28 or 35"),
        ("round-robin", 8, {"stanzas": 2}, "without stanzas"),
        ("round-robin", 2, {}, "the nearest is 3"),
        ("board-a-match", 19, {}, "the nearest is 18"),
        ("board-a-match", 8, {"rounds": 0}, "must be 1 or more"),
        ("troika", 4, {}, "the nearest is 3"),
    ],
)
def test_an_impossible_wish_says_what_is_nearest(
    family: str, teams: int, wish: dict[str, int | str], words: str
) -> None:
    with pytest.raises(ImpossibleWish) as refusal:
        build(family, teams, **wish)
    assert words in str(refusal.value)


@pytest.mark.parametrize(
    ("family", "teams"),
    [
        *(
            (family, teams)
            for family in ("stagger", "new-england", "round-robin")
            for teams in TEAM_FAMILIES[family].sizes
        ),
        ("american-whist", 7),
        ("american-whist", 9),
        ("american-whist", 13),
        ("american-whist", 15),
        ("circulation", 4),
        ("troika", 3),
        *(("board-a-match", teams) for teams in (5, 6, 7, 8, 9, 10, 13, 14, 15)),
    ],
)
def test_everybody_meets_everybody_once(family: str, teams: int) -> None:
    movement = build(family, teams)
    twice = 2 if (family, teams) == ("round-robin", 3) else 1  # two full matches in four rounds
    for team in movement.contestants:
        others = [other for other in movement.contestants if other != team]
        assert opponents(movement, team) == sorted(others * twice)


@pytest.mark.parametrize(("teams", "apart"), [(12, 6), (14, 7)])
def test_an_even_field_playing_whist_never_meets_the_team_opposite(teams: int, apart: int) -> None:
    movement = build("american-whist", teams)
    assert all((m.ew - m.ns) % teams != apart for m in movement.meetings)
    assert all(len(set(opponents(movement, team))) == teams - 2 for team in movement.contestants)


def test_eleven_whist_teams_play_three_boards_and_after_the_break_two() -> None:
    movement = build("american-whist", 11)
    assert [len(m.boards) for m in movement.path(1)] == [3] * 4 + [2] * 6
    assert movement.stanzas == (4, 10)
    assert movement.at[5, 1].boards == (16, 17)


def test_the_double_move_is_announced_where_east_west_would_come_home() -> None:
    said = build("american-whist", 9).instructions
    (double,) = [words for words in said if words.occasion == "double"]
    assert double.after == 2
    assert "East-West move down 4 tables; the boards go down 2 places" in double.text
    assert [words.after for words in said if words.occasion == "stanza"] == [4, 4]
    assert (
        "East-West move up 3 tables from home; the boards go down 1 place, so that table 1 has 16-18" in said[-5].text
    )


def test_irregular_moves_and_the_relay_round_are_announced() -> None:
    said = build("board-a-match", 12).instructions
    assert [(words.after, words.occasion) for words in said if words.occasion not in ("layout", "move")] == [
        (0, "start"),
        (2, "special"),
        (4, "special"),
        (6, "special"),
        (8, "relay"),
        (9, "last"),
    ]


def test_announced_moves_lead_every_visitor_and_set_where_the_movement_says() -> None:
    """Follow the words alone, as the room would."""
    for family, teams in [("american-whist", 13), ("stagger", 10), ("new-england", 8), ("board-a-match", 11)]:
        movement = build(family, teams)
        at = {team: team for team in movement.contestants}
        for words in movement.instructions:
            text = str(words.text)
            if "East-West move" not in text:
                continue
            if "from home" in text:
                at = {team: team for team in movement.contestants}
            direction, tables = text.split("East-West move ")[1].split()[:2]
            step = -int(tables) if direction == "down" else int(tables)
            at = {team: (table + step - 1) % teams + 1 for team, table in at.items()}
            assert {m.ew: m.table for m in movement.by_round[words.after + 1]} == at, (family, words)


def test_the_new_england_relay_of_four_teams_is_the_club_card() -> None:
    movement = build("new-england", 4)
    assert movement.shares == ((1, 3), (2, 4))
    assert [relay.between for relay in movement.relays] == [(1, 2), (2, 1)]
    assert len(movement.boards) == 32
    assert [relay.boards[0] for relay in movement.relays] == [9, 25]


def test_a_troika_compares_after_two_rounds_with_three_sets() -> None:
    movement = build("round-robin", 9)
    tables = [m for m in movement.meetings if m.round <= 2 and {m.ns, m.ew} <= {7, 8, 9}]
    assert [(m.round, m.ns, m.ew, m.boards[0]) for m in tables] == [
        (1, 7, 9, 1),
        (1, 8, 7, 9),
        (1, 9, 8, 17),
        (2, 7, 8, 9),
        (2, 8, 9, 17),
        (2, 9, 7, 1),
    ]


@pytest.mark.parametrize("teams", range(4, 21))
def test_every_draw_has_each_match_once(teams: int) -> None:
    for plan in head_to_heads(teams):
        met: Counter[tuple[int, ...]] = Counter()
        for number, matches in enumerate(plan.draw, start=1):
            assert sorted(team for match in matches for team in match) == list(range(1, teams + 1)), (plan.id, number)
            met.update(tuple(sorted(match)) for match in matches if len(match) == 2)
            if number % 2:
                met.update(pair for match in matches if len(match) == 3 for pair in combinations(sorted(match), 2))
        assert met == Counter(combinations(range(1, teams + 1), 2))


@pytest.mark.parametrize("teams", [14, 16, 18, 20])
def test_the_circle_method_has_one_round_less_than_teams(teams: int) -> None:
    assert len(circle(teams)) == teams - 1


def test_the_usual_card_of_a_size_comes_first() -> None:
    for entry in TEAM_FAMILIES.values():
        for size in entry.sizes:
            assert entry.build(Wish(size)).card == entry.cards(size)[0]


def test_whist_has_two_stanzas_unless_one_is_wished() -> None:
    assert build("american-whist", 7).stanzas == (2, 6)
    assert build("american-whist", 7, stanzas=1).stanzas == ()


@given(
    family=st.sampled_from(sorted(TEAM_FAMILIES)),
    teams=st.integers(1, 22),
    rounds=st.none() | st.integers(1, 20),
    boards_per_round=st.none() | st.integers(1, 12),
    boards=st.none() | st.integers(1, 40),
    stanzas=st.none() | st.integers(1, 3),
)
def test_any_wish_is_met_exactly_with_a_fair_movement_or_refused(
    family: str, teams: int, rounds: int | None, boards_per_round: int | None, boards: int | None, stanzas: int | None
) -> None:
    wish = {"rounds": rounds, "boards_per_round": boards_per_round, "boards": boards, "stanzas": stanzas}
    try:
        movement = build(family, teams, **wish)
    except ImpossibleWish:
        return
    assert faults(movement) == []
    assert rounds in (None, movement.rounds)
    assert boards_per_round in (None, movement.boards_per_round)
    assert {boards or n for n in movement.boards_played.values()} == set(movement.boards_played.values())
    assert stanzas in (None, len(movement.stanzas) or 1)
