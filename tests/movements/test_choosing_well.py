"""What a national director would choose, and never would: boards for everybody, short sit-outs, balance, time, awards."""

from __future__ import annotations

import re
from typing import Any

import pytest

from arrowswitch.movements import ImpossibleWish, build, choose
from arrowswitch.movements.choosing.tonight import Choice
from arrowswitch.movements.families.howell_cards import cards
from arrowswitch.words import half

HALF_ENTRIES = [half(pairs) for pairs in range(7, 41, 2)]


def howells(choices: tuple[Choice, ...], rounds: int) -> list[Choice]:
    return [one for one in choices if one.family.endswith("howell") and one.rounds == rounds]


def places(choices: tuple[Choice, ...], family: str, rounds: int = 0) -> list[int]:
    return [n for n, one in enumerate(choices) if one.family == family and rounds in (0, one.rounds)]


# -- boards -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("regulations", ["wbf", "acbl", "nzb", "ebu"])
@pytest.mark.parametrize("entry", HALF_ENTRIES)
def test_a_range_of_boards_is_met_when_the_worst_served_pair_meets_it(entry: str, regulations: str) -> None:
    choices = choose(tables=entry, boards="24-28", regulations=regulations)
    for choice in choices:
        least = min(min(part.boards_played.values()) for part in choice.parts or (choice.movement,))
        assert least == min(choice.boards_ns, choice.boards_ew)
        if choice.fits:
            assert 24 <= least <= 28
    assert choices[0].fits


@pytest.mark.parametrize(("entry", "rounds", "boards"), [("3½", 7, 4), ("4½", 9, 3)])
def test_small_half_tables_with_24_to_28_boards_play_the_howell(entry: str, rounds: int, boards: int) -> None:
    best = choose(tables=entry, boards="24-28")[0]
    assert (best.family, best.rounds, best.boards_per_round, best.boards) == ("howell", rounds, boards, "24")


def test_who_plays_more_than_was_asked_is_said_and_comes_later() -> None:
    choices = choose(tables="14½", boards="24-28")
    long = next(one for one in choices if one.boards == "30 (28)")
    assert "Some pairs play 30 boards." in long.warnings
    assert choices[0].boards_ns <= 28


def test_where_only_a_sit_out_is_in_the_way_the_nearest_is_offered_not_refused() -> None:
    best = choose(tables="9½", boards="20-24", minutes=150)[0]
    assert not best.fits
    assert best.boards == "20 (18)"
    assert best.warnings[0] == "18 boards instead of 20 to 24."


@pytest.mark.parametrize(
    "wish", [{}, {"boards": "24-28"}, {"boards": 20}, {"winners": 1}, {"winners": 2}, {"minutes": 180}]
)
@pytest.mark.parametrize("entry", ["2½", *HALF_ENTRIES])
def test_nobody_sits_out_five_boards_while_there_is_anything_else(entry: str, wish: dict[str, Any]) -> None:
    choices = choose(tables=entry, **wish)
    if any(one.sit_out_boards < 5 for one in choices):
        assert choices[0].sit_out_boards < 5


def test_the_headline_gives_the_boards_of_the_worst_served_pair() -> None:
    """At 12½ tables a feed-in movement of 15 rounds has pairs that sit out twice."""
    for choice in choose(tables="12½"):
        for part in choice.parts or (choice.movement,):
            assert min(part.boards_played.values()) >= min(choice.boards_ns, choice.boards_ew)
    extended = next(one for one in choose(tables="12½") if one.family == "extended-mitchell")
    assert min(extended.movement.boards_played.values()) == extended.boards_ew == 26
    assert "30 (26)" in extended.headline


def test_two_tables_play_24_boards_by_a_howell_of_eight_a_round() -> None:
    best = choose(tables=2, boards=24)[0]
    assert (best.family, best.rounds, best.boards_per_round) == ("howell", 3, 8)


@pytest.mark.parametrize("regulations", ["wbf", "acbl", "nzb", "ebu"])
def test_one_number_of_boards_is_met_before_those_about_it(regulations: str) -> None:
    best = choose(tables=12, boards=20, regulations=regulations)[0]
    assert (best.rounds, best.boards_per_round, best.boards) == (10, 2, "20")


# -- time ---------------------------------------------------------------------------------------------------------


def test_a_few_minutes_over_are_a_price_and_not_a_wall() -> None:
    """Seven rounds of four boards take 182 minutes in New Zealand."""
    best = choose(tables=4, minutes=180, regulations="nzb")[0]
    assert (best.rounds, best.boards_per_round, best.minutes, best.fits) == (7, 4, 182, True)
    assert "It takes about 182 minutes, 2 more than asked." in best.warnings
    choices = choose(tables=4, minutes=170, regulations="nzb")
    assert choices[0].minutes <= 170
    late = next(one for one in choices if (one.rounds, one.boards_per_round) == (7, 4))
    assert not late.fits
    assert "It takes about 182 minutes, 12 too long." in late.warnings


def test_minutes_are_looked_at_when_lengths_are_proposed() -> None:
    best = choose(tables=13, minutes=150, boards="20-24")[0]
    assert (best.family, best.rounds, best.boards_per_round, best.minutes) == ("mitchell", 10, 2, 150)


@pytest.mark.parametrize(
    ("tables", "rounds", "boards", "minutes"), [(9, 9, 3, 171), (7, 7, 4, 168), (13, 13, 2, 169), (13, 12, 2, 168)]
)
def test_english_evenings_last_as_long_as_the_club_prints(tables: int, rounds: int, boards: int, minutes: int) -> None:
    """Busbridge L1639-1641."""
    found = [one for one in choose(tables=tables, regulations="ebu") if one.family == "mitchell"]
    assert minutes in [one.minutes for one in found if (one.rounds, one.boards_per_round) == (rounds, boards)]


def test_juniors_get_the_minutes_of_the_profile() -> None:
    """NZ Club Directors Manual L708-713: a minute more a round; ACBL L3739-3747: ten minutes a board for novices."""
    assert choose(tables=9, regulations="nzb", grade="junior")[0].minutes == 185  # 9 x 20.5, rounded up
    novices = next(one for one in choose(tables=9, regulations="acbl", grade="junior") if one.rounds == 9)
    assert novices.minutes == 257  # 9 x 28.5, rounded up


def test_slow_players_are_offered_fewer_boards_in_the_same_time() -> None:
    quick = choose(tables=9, minutes=180, regulations="nzb")[0]
    slow = choose(tables=9, minutes=180, regulations="nzb", board_minutes="8")[0]
    assert (quick.boards, quick.minutes) == ("27", 176)
    assert (slow.boards, slow.minutes) == ("21", 168)
    assert choose(tables=9, board_minutes="7½")[0].minutes == 203  # 27 x 7.5, rounded up


def test_teams_have_a_speed_too() -> None:
    usual, slow = (choose(teams=9, **wish)[0] for wish in ({}, {"board_minutes": 9}))
    assert slow.minutes - usual.minutes == 2 * usual.boards_ns


@pytest.mark.parametrize(
    ("wish", "answer"),
    [
        ({"grade": "expert"}, "There is no grade “expert”; there are open, intermediate, junior, social."),
        ({"board_minutes": "fast"}, "“fast” is no time for a board; write 3 to 30 minutes, such as 7½."),
        ({"board_minutes": 0}, "“0” is no time for a board"),
        ({"board_minutes": "1e9"}, "“1e9” is no time for a board"),
        ({"board_minutes": "7/0"}, "“7/0” is no time for a board"),
    ],
)
def test_a_speed_that_cannot_be_is_answered_with_a_sentence(wish: dict[str, Any], answer: str) -> None:
    with pytest.raises(ImpossibleWish, match=re.escape(answer)):
        choose(tables=9, **wish)


# -- balance and cards --------------------------------------------------------------------------------------------


def test_a_howell_is_offered_with_its_last_round_left_out() -> None:
    four = next(one for one in choose(tables=4) if one.rounds == 6 and one.boards_per_round == 4)
    assert (four.family, four.boards, round(four.qf or 0)) == ("howell", "24", 89)
    assert choose(tables="3½", minutes=170)[0].rounds == 6  # Busbridge L1711: omit round 7 if necessary


@pytest.mark.parametrize(
    ("entry", "rounds", "better", "printed"), [("8", 13, 95, 79), ("9", 13, 92, 59), ("8½", 13, 92, 61)]
)
def test_the_better_balanced_card_comes_before_the_printed_one(
    entry: str, rounds: int, better: int, printed: int
) -> None:
    found = howells(choose(tables=entry, boards="26", winners=1), rounds)
    assert round(found[0].qf or 0) == better
    assert found[0].movement.card.startswith(("generated", "designed"))
    assert all(round(one.qf or 0) == printed for one in found[1:])


@pytest.mark.parametrize("entry", [half(pairs) for pairs in range(6, 21)])
@pytest.mark.parametrize("wish", [{}, {"boards": "24-28"}, {"winners": 1}, {"minutes": 180}])
def test_no_howell_stands_below_a_worse_balanced_one_of_its_length(entry: str, wish: dict[str, Any]) -> None:
    seen: dict[tuple[int, int], float] = {}
    for choice in choose(tables=entry, **wish):
        if choice.family.endswith("howell"):
            above = seen.setdefault((choice.rounds, choice.boards_per_round), choice.qf or 0)
            assert above >= (choice.qf or 0)


@pytest.mark.parametrize(
    ("regulations", "entry", "card"), [("acbl", "8", "acbl-howell-8"), ("ebu", "8½", "busbridge-howell-9")]
)
def test_a_federation_s_own_manual_may_want_its_own_card(regulations: str, entry: str, card: str) -> None:
    rounds = cards()[card].length
    assert howells(choose(tables=entry, regulations=regulations), rounds)[0].movement.card == card


def test_one_winner_at_eleven_and_a_half_tables_is_not_had_by_a_rover() -> None:
    for regulations in ("wbf", "acbl", "nzb", "ebu"):
        best = choose(tables="11½", winners=1, regulations=regulations)[0]
        assert (best.family, best.rounds, round(best.qf or 0)) == ("share-relay", 12, 87)


def test_with_one_winner_the_better_balanced_sections_come_first() -> None:
    choices = choose(tables=20, winners=1, boards="24-28", regulations="ebu")
    sections = [one for one in choices if one.sections > 1]
    assert (choices[0].name, round(choices[0].qf or 0)) == ("2 sections of 10 Skip Mitchell", 77)
    assert [one.qf for one in sections] == sorted((one.qf for one in sections), key=lambda qf: -(qf or 0))


@pytest.mark.parametrize("tables", range(14, 41))
def test_sections_are_said_to_have_identical_boards_only_where_they_have(tables: int) -> None:
    for wish in ({}, {"winners": 1, "boards": "24-28"}):
        for choice in choose(tables=tables, **wish):  # type: ignore[arg-type]
            if choice.sections > 1:
                same = len({part.boards for part in choice.parts}) == 1
                assert same == any("identical boards" in reason for reason in choice.reasons)
                assert same != any("are not played in all of them" in reason for reason in choice.reasons)


# -- what the manuals ban, and what they list ---------------------------------------------------------------------


@pytest.mark.parametrize("regulations", ["wbf", "acbl", "nzb", "ebu"])
@pytest.mark.parametrize(
    "wish", [{}, {"boards": "24-28"}, {"boards": 28}, {"boards": 20}, {"winners": 1}, {"minutes": 180}]
)
@pytest.mark.parametrize("entry", ["5½", "7½", "9½", "11½", "15½", "17½", "19½"])
def test_a_skip_with_a_half_table_is_below_all_that_meets_the_wishes(
    entry: str, wish: dict[str, Any], regulations: str
) -> None:
    choices = choose(tables=entry, regulations=regulations, **wish)
    skips = places(choices, "skip-mitchell")
    others = [n for n, one in enumerate(choices) if one.fits and not one.poor and not one.last_resort]
    assert 0 not in skips
    assert not skips or not others or min(skips) > max(others)


@pytest.mark.parametrize(
    ("regulations", "entry", "family", "boards_per_round"),
    [
        ("ebu", "6½", "mitchell", 4),
        ("ebu", "8½", "mitchell", 3),
        ("ebu", "7½", "share-relay", 3),
        ("ebu", "9½", "blackpool", 1),
        ("acbl", "5", "mitchell", 1),
        ("acbl", "9½", "appendix", 1),
        ("nzb", "6½", "mitchell", 4),
    ],
)
def test_what_a_manual_bans_is_banned_in_its_shorter_forms_too(
    regulations: str, entry: str, family: str, boards_per_round: int
) -> None:
    """Where it is the sit-out that is too long, rounds of fewer boards are another matter."""
    found = [
        choice
        for wish in ({}, {"boards": "20-24"}, {"minutes": 170})
        for choice in choose(tables=entry, regulations=regulations, **wish)
        if choice.family == family and choice.boards_per_round >= boards_per_round
    ]
    assert found
    for choice in found:
        assert choice.standing == 2
        assert any("Called unfit" in warning for warning in choice.warnings)


def test_a_plain_mitchell_of_twelve_rounds_is_on_the_list_of_fifteen_tables() -> None:
    for regulations in ("wbf", "acbl", "nzb", "ebu"):
        assert places(choose(tables=15, regulations=regulations), "mitchell", 12)


def test_the_rover_of_seventeen_and_a_half_tables_is_listed_above_the_skip() -> None:
    for regulations in ("wbf", "acbl"):
        choices = choose(tables="17½", regulations=regulations)
        (rover,) = [n for n in places(choices, "rover", 13) if choices[n].boards == "24 (26)"]
        assert all(n > rover for n in places(choices, "skip-mitchell"))


def test_the_rover_that_the_acbl_notes_print_for_seventeen_and_a_half_tables_leads_there() -> None:
    best = choose(tables="17½", boards="24-26", regulations="acbl")[0]
    assert (best.family, best.rounds, best.boards) == ("rover", 13, "24 (26)")


# -- awards -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("boards", [18, 20, "24-28", None])
@pytest.mark.parametrize("entry", [half(pairs) for pairs in range(6, 41)])
def test_no_english_first_choice_breaks_the_seventy_per_cent_rule(entry: str, boards: Any) -> None:
    best = choose(tables=entry, boards=boards, regulations="ebu")[0]
    for part in best.parts or (best.movement,):
        assert min(part.boards_played.values()) / len(part.boards) >= 0.7


@pytest.mark.parametrize(
    ("boards", "warning"),
    [
        (20, None),
        (18, "11 to 19 boards earn half the award; the full one needs 20."),
        (9, "Fewer than 11 boards earn no awards."),
    ],
)
def test_new_zealand_awards_need_20_boards(boards: int, warning: str | None) -> None:
    """NZ Bridge Manual L5006."""
    for choice in choose(tables=9, boards=(boards, boards + 1), regulations="nzb"):
        said = [one for one in choice.warnings if "award" in one]
        if choice.rounds * choice.boards_per_round == boards:
            assert said == ([warning] if warning else [])


def test_the_movement_of_24_sets_at_sixteen_tables_is_the_manual_s_own() -> None:
    """NZ Club Directors Manual L1389: relay 9, feed-ins 18-24, special move after round 20."""
    movement = build("extended-mitchell", tables=16, rounds=24, boards_per_round=1)
    assert len(movement.boards) == 24
    assert [call.after for call in movement.instructions if call.occasion == "special"] == [20]
    assert all(played == 24 for played in movement.boards_played.values())
    assert choose(tables=16, regulations="nzb")
