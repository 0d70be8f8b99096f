"""The page *Awards* of a session: made when results are posted, made again when they are corrected, with the difference."""

from __future__ import annotations

import csv
import re
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from nights import a_night, do, play_on
from people import as_role, our_club
from site_server import arrowswitch

from arrowswitch.contests.awards import scheme_of
from arrowswitch.movements import build
from arrowswitch.session import (
    BareScore,
    Correct,
    LineKey,
    Publish,
    Reopen,
    SeatedPlayer,
    Seating,
    SeatPlayers,
    SectionPlan,
    SetLists,
    Start,
    Substitute,
)
from arrowswitch.session.night import Place, PrintedPlace
from arrowswitch.site.club.models import Player
from arrowswitch.site.journal import store
from arrowswitch.site.merits import award_keeper
from arrowswitch.site.merits.models import AwardsWay, MadeAward
from arrowswitch.site.night.awards.made import lacking_of, sheet_of
from arrowswitch.site.night.naming import Names

pytestmark = pytest.mark.usefixtures("desk_club")


@pytest.fixture
def desk() -> Client:
    return as_role("scorer")


@pytest.fixture
def night() -> int:
    """Five tables, two winners, 25 boards; everybody has 50% until a score is another one."""
    session = a_night(build("mitchell", tables=5, boards_per_round=5), regulations="nzb")
    play_on(session)
    return session


def page(session: int, **asked: str) -> Any:
    return as_role("scorer").get(reverse("night-results-awards", args=[session]), asked)


def text(answer: Any) -> str:
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode())))


def better(session: int, table: int, points: int) -> None:
    do(
        session,
        Correct(LineKey("A", 1, table, 5 * table - 4), BareScore(points), consent=("NS", "EW")),
        why="score slip",
    )


def test_before_posting_the_page_tells_how_things_stand(night: int) -> None:
    said = text(page(night))
    assert "As things stand: awards are made when the results are posted." in said
    assert "C points" in said
    # five tie for first in each direction: (40 + 20) / 5
    assert said.count("5 share (40 + 20 + 0 + 0 + 0) / 5") == 10


def test_posted_results_are_awarded_and_a_correction_shows_the_difference(night: int) -> None:
    better(night, 1, 140)
    do(night, Publish())
    first = text(page(night))
    assert "Made from version 1 of the results" in first
    assert "What the last correction changed" not in first
    better(night, 2, 140)
    assert text(page(night)).count("Made from version 1") == 1
    do(night, Publish())
    second = text(page(night))
    assert "Made from version 2 of the results" in second
    assert "What the last correction changed" in second
    # 1 was alone in front with 40, and shares with 2 now: (40 + 20) / 2
    assert re.search(r"\b1 [A-Z][^:]*: 40 before, 30 now", second)
    assert re.search(r"\b2 [A-Z][^:]*: 6 before, 30 now", second)


def test_another_scheme_can_be_asked_for(night: int) -> None:
    do(night, Publish())
    assert "local points" in text(page(night, scheme="ebu"))
    assert "C points" in text(page(night, scheme="nonsense"))


def test_strata_are_awarded_where_the_scheme_knows_them(night: int) -> None:
    do(night, SetLists({f"A{number}": "B" for number in range(1, 6)}))
    assert "stratum B NS" in text(page(night, scheme="acbl"))
    assert "Strata are not awarded" in text(page(night, scheme="ebu"))


def test_regulations_without_a_scheme_ask_for_one() -> None:
    session = a_night(regulations="wbf")
    assert "choose one" in text(page(session))
    assert "Nobody is placed yet." in text(page(session, scheme="nzb"))
    play_on(session)
    assert "Nothing is awarded: 11 boards are needed; in play: 3" in text(page(session, scheme="nzb"))


def test_what_a_session_lacks_for_awards_is_said_while_it_is_planned_and_before_it_is_posted() -> None:
    AwardsWay.objects.create(club=our_club(), scheme="ebu")
    small = a_night(build("mitchell", tables=3, boards_per_round=5), start=False)
    too_few = "Nothing is awarded: 18 boards are needed; in play: 15 (English Bridge Union: local points)."
    one_winner = "with fewer than 5 complete tables a session must have one winner"
    for name in ("night", "night-results", "night-results-publish"):
        said = text(as_role("director").get(reverse(name, args=[small])))
        assert too_few in said, name
        assert one_winner in said, name
    enough = a_night(build("mitchell", tables=5, boards_per_round=5), start=False)
    assert "Nothing is awarded" not in text(as_role("director").get(reverse("night", args=[enough])))


def test_the_file_has_a_line_for_every_player(desk: Client, night: int) -> None:
    better(night, 1, 140)
    do(night, Publish())
    answer = desk.get(reverse("night-results-awards-file", args=[night]))
    head, *lines = csv.reader(answer.content.decode("utf-8-sig").splitlines())
    assert head == ["date", "session", "list", "place", "contestant", "name", "number", "points", "unit"]
    winners = [dict(zip(head, line, strict=True)) for line in lines if line[2] == "NS" and line[3] == "1"]
    assert [(each["points"], each["unit"], each["contestant"]) for each in winners] == [("40", "C points", "NS 1")] * 2
    assert len({each["name"] for each in winners}) == 2
    assert store.state(night).publications


def test_teams_are_awarded_for_their_matches_and_single_players_by_their_list() -> None:
    teams = build("american-whist", teams=5, boards_per_round=6)
    session = a_night(teams, method="imps", boards_per_match=6, regulations="nzb", winners=1)
    play_on(session)
    # every match is drawn: one C point a board of four matches, for all four of each team
    said = text(page(session))
    assert said.count("6 boards against") == 20
    assert len(re.findall(r"Together, for each who played all of it [^=]{0,200} 24 ", said)) == 5
    single = a_night(
        build("individual", players=12, boards_per_round=2), method="matchpoints", regulations="ebu", winners=1
    )
    play_on(single)
    # all twelve share the four awards: (12 + 9 + 6 + 6) / 12, a fraction up
    assert text(page(single)).count("12 share (12 + 9 + 6 + 6 + 0") == 12


def test_of_a_match_won_by_boards_only_the_winners_and_who_played_in_it_have_points() -> None:
    teams = build("american-whist", teams=5, boards_per_round=6)
    night = a_night(teams, method="board-a-match", boards_per_match=6, regulations="nzb", winners=1)
    sub = Player.objects.create(club=our_club(), given="Late", family="Larch")
    do(night, Substitute(Place("A", 1, "N"), SeatedPlayer(str(sub), str(sub.pk)), 2))
    play_on(night)
    first = next(key for key, line in store.state(night).lines.items() if line.ns == 1 and key.round == 1)
    other = store.state(night).lines[first].ew
    do(night, Correct(first, BareScore(420), consent=("NS", "EW")), why="score slip")
    do(night, Publish())
    AwardsWay.objects.create(club=our_club(), scheme="nzb", by="Olive Owner")
    while award_keeper.in_step(our_club()):
        pass
    mine = MadeAward.objects.filter(run__session=night, run__current=True)
    credited = {team: sorted({int(each.amount) for each in mine.filter(contestant=f"A{team}")}) for team in range(1, 6)}
    # one match of six boards is won: 12 and 18 for three draws; who came in after it has 18, who left before them 12
    assert credited == {1: [12, 18, 30], other: [18]} | {team: [24] for team in range(2, 6) if team != other}
    assert {int(each.amount) for each in mine.filter(player=sub)} == {18}
    said = text(page(night))
    assert "Late Larch 18" in said
    late = mine.get(player=sub)
    working = text(as_role("director").get(reverse("award-working", args=[late.pk])))
    assert "18 C points" in working
    assert "comes to something else" not in working


def test_a_small_section_takes_no_awards_from_the_other() -> None:
    # EBU: with fewer than five tables there must be one winner; ranked together, the eight tables are enough
    movements = {
        "A": build("mitchell", tables=5, boards_per_round=5),
        "B": build("mitchell", tables=3, boards_per_round=8),
    }
    plans = tuple(SectionPlan(*each) for each in movements.items())
    for apart in (True, False):
        session = a_night(sections=plans, apart=apart, regulations="ebu", winners=2)
        state = store.state(session)
        planned = lacking_of(state, Names(state, our_club(), "desk"), scheme_of("ebu"))
        small = "B: Nothing is awarded: with fewer than 5 complete tables a session must have one winner"
        assert [str(each).startswith(small) for each in planned] == [True] * apart
        play_on(session)
        said = text(page(session))
        assert (small in said) == apart
        assert ("A NS: local points" in said) == apart
        assert "NS: local points" in said
        assert "B NS: local points" not in said


def test_places_of_a_file_are_read_however_they_are_written_and_who_has_none_is_left_out(night: int) -> None:
    ranks = ("=1", "T1", "3/4", "3rd", "")
    state = replace(
        store.state(night),
        printed=tuple(
            PrintedPlace("A", number, rank, "NS" if number < 6 else "EW") for number, rank in enumerate(ranks * 2, 1)
        ),
        as_printed=True,
    )
    sheet = sheet_of(state, Names(state, our_club()), scheme_of("nzb"))
    assert [(each.contestant, each.rank) for each in sheet.awards][:2] == [("A1", "1="), ("A2", "1=")]
    assert "A5" not in {each.contestant for each in sheet.awards}
    assert "2 contestants are left out, as the list has no number for their places: NS 5, EW 5." in map(
        str, sheet.notes
    )


def test_namesakes_have_each_a_line_and_their_own_numbers_in_the_file(desk: Client) -> None:
    session = a_night(build("mitchell", tables=5, boards_per_round=5), regulations="nzb", start=False)
    twins = [Player.objects.create(club=our_club(), given="Ann", family="Ash", number=each) for each in ("71", "72")]
    seats = (Place("A", 1, "N"), Place("A", 1, "S"), Place("A", 2, "N"))
    people = (*(SeatedPlayer("Ann Ash", str(each.pk)) for each in twins), SeatedPlayer("Ann Ash"))
    do(
        session,
        SeatPlayers(tuple(Seating(*each) for each in zip(seats, people, strict=True))),
        force=True,
        why="namesakes",
    )
    do(session, Start())
    play_on(session)
    answer = desk.get(reverse("night-results-awards-file", args=[session]))
    lines = [line for line in csv.reader(answer.content.decode("utf-8-sig").splitlines()) if line[5] == "Ann Ash"]
    assert [(line[4], line[6]) for line in lines] == [("NS 1", "71"), ("NS 1", "72"), ("NS 2", "")]


def test_awards_are_labelled_with_the_names_of_the_version_that_they_were_made_from(night: int) -> None:
    do(night, Publish())
    before = text(page(night))
    newcomer = Substitute(Place("A", 1, "N"), SeatedPlayer("Newly Come"), 5)
    do(night, Reopen(), why="a name is wrong")
    do(night, newcomer, force=True, why="came late")
    assert "Newly Come" not in text(page(night))
    assert "Made from version 1" in before
    do(night, Publish())
    assert "Newly Come" in text(page(night))


def test_the_command_makes_what_is_missing_and_writes_the_same_list(desk_club: dict[str, str]) -> None:
    AwardsWay.objects.create(club=our_club(), scheme="nzb")
    session = a_night(build("mitchell", tables=5, boards_per_round=5))
    play_on(session)
    better(session, 1, 140)
    do(session, Publish())
    place = ("--data", desk_club["ARROWSWITCH_DATA"])
    done = arrowswitch("awards", "--from", "2026-01-01", "--until", "2026-01-31", *place, **desk_club)
    assert done.returncode == 0
    head, *lines = csv.reader(done.stdout.splitlines())
    assert head == ["number", "given", "family", "C points"]
    assert len(lines) == 18
    assert arrowswitch("awards", "night.json", "--from", "2026-01-01", *place, **desk_club).returncode == 2
