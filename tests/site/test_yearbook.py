"""The yearbook says what posted results say, follows corrections and merges, and can be made again from nothing."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest
from django.db.models import Model
from nights import a_night, do, play_on
from people import our_club

from arrowswitch.contests import SeriesPlan, series
from arrowswitch.session import Contracted, Correct, Enter, LineKey, Publish, standings
from arrowswitch.site.club.models import Player
from arrowswitch.site.club.players.doubles import erase, merge
from arrowswitch.site.journal import store
from arrowswitch.site.yearbook import keeper
from arrowswitch.site.yearbook.models import PlayedLine, PlayedNotable, PlayedSession
from arrowswitch.site.yearbook.reading import form_of, nights_of, parts_of, rated_of, sessions_of, years_of

pytestmark = pytest.mark.usefixtures("desk_club")


def posted(**options: object) -> int:
    """A night with a slam and a better score at a table, posted."""
    night = a_night(**options)
    do(night, Enter(LineKey("A", 1, 1, 1), Contracted("6S", "N", 12)))
    do(night, Enter(LineKey("A", 1, 2, 2), Contracted("3NT", "E", 8)))
    play_on(night)
    do(night, Publish())
    return night


def rows(kind: type[Model]) -> list[dict[str, object]]:
    """What is kept, without the numbers of the rows."""
    return [
        {name: value for name, value in each.items() if name != "id"}
        for each in kind._default_manager.order_by("pk").values()
    ]


def test_everybody_has_what_the_posted_list_says() -> None:
    night = posted()
    assert keeper.in_step(our_club()) == 0
    kept = PlayedSession.objects.get(pk=night)
    assert (kept.version, kept.kind, kept.contestants, kept.tables, kept.boards) == (1, "pairs", 6, 3.0, 3)
    placed = {each.contestant: each for each in standings(store.state(night))}
    lines = list(kept.lines.all())
    assert len(lines) == 12
    for line in lines:
        standing = placed[line.contestant]
        assert (line.rank, line.boards, line.exact_percent) == (standing.rank, standing.boards, standing.percent)
        assert line.partner is not None
        assert line.field == 3
        assert PlayedLine.objects.get(played=night, player=line.partner).partner == line.player


def test_a_session_that_is_not_posted_is_in_no_yearbook() -> None:
    night = a_night()
    play_on(night)
    assert keeper.in_step(our_club()) == 0
    assert not PlayedSession.objects.filter(pk=night, posted=True)


def test_what_is_corrected_counts_when_it_is_posted_again_and_not_before() -> None:
    night = posted()
    keeper.in_step(our_club())
    before = rows(PlayedLine)
    do(night, Correct(LineKey("A", 2, 1, 2), Contracted("7S", "N", 13)), why="mistyped", force=True)
    keeper.in_step(our_club())
    assert rows(PlayedLine) == before
    do(night, Publish())
    keeper.in_step(our_club())
    assert rows(PlayedLine) != before
    assert PlayedSession.objects.get(pk=night).version == 2
    assert [each.what for each in PlayedNotable.objects.filter(kind="slam")] == ["6♠ N =", "7♠ N ="]


def test_it_is_the_same_when_it_is_made_again_from_nothing() -> None:
    posted()
    posted(date=date(2025, 12, 30))
    keeper.in_step(our_club())
    before = [rows(kind) for kind in (PlayedSession, PlayedNotable)]
    lines = sorted(map(str, rows(PlayedLine)))
    assert keeper.rebuild(our_club()) == 2
    assert [rows(kind) for kind in (PlayedSession, PlayedNotable)] == before
    assert sorted(map(str, rows(PlayedLine))) == lines
    assert years_of(our_club()) == [2026, 2025]


def test_what_a_player_did_is_known_where_contracts_are() -> None:
    night = posted()
    keeper.in_step(our_club())
    found = [line.doings for line in PlayedLine.objects.filter(played=night)]
    assert sum(each.get("declarer", [0])[0] for each in found) == 2
    assert sum(each.get("dummy", [0])[0] for each in found) == 2
    assert sum(each.get("defender", [0])[0] for each in found) == 4
    declarer = next(each for each in found if each.get("declarer", [0, 0])[1] == 100.0)
    assert declarer["declarer"] == (1, 100.0)  # the slam beats the part scores at the other tables


def test_two_entries_of_one_person_become_one_and_who_is_erased_has_no_name() -> None:
    posted()
    keeper.in_step(our_club())
    stays, goes = Player.objects.all()[:2]
    nights = nights_of(stays).count() + nights_of(goes).count()
    merge(stays, goes)
    assert nights_of(stays).count() == nights
    assert not nights_of(goes)
    erase(stays)
    assert not str(nights_of(stays)[0].player)


def test_ladders_ratings_and_form_take_their_scores_from_it() -> None:
    posted()
    posted(date=date(2025, 12, 30))
    keeper.in_step(our_club())
    parts = parts_of(sessions_of(our_club()))
    assert [part.day for part in parts] == [date(2025, 12, 30), date(2026, 1, 6)]
    ladder = series(parts, SeriesPlan("mean", needed=1, counted=1, by="players"))
    who = ladder.placed[0].who
    own = [[entry for entry in part.entries if who in entry.players] for part in parts]
    assert [list(part.entries) for part in parts_of(sessions_of(our_club()), who)] == own
    assert sum(map(len, own)) == 1
    assert len(ladder.placed) == 24
    best = ladder.placed[0]
    line = PlayedLine.objects.get(player=int(best.who))
    assert best.value == line.exact_percent == Fraction(line.points) / Fraction(line.maximum) * 100
    rated = rated_of(sessions_of(our_club())[0])
    assert rated is not None
    assert len(rated.tables) == 9
    assert form_of([line])[0].percent == pytest.approx(float(best.value or 0))
