"""The demonstration club: something to look at on every page, made up, and under way whenever it is opened."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from clubs import check_whole
from django.test import override_settings
from django.urls import reverse
from django.utils import timezone
from people import as_role

from arrowswitch.deals import many
from arrowswitch.session import standings
from arrowswitch.session.night.clock import clock_face
from arrowswitch.session.night.missing import missing
from arrowswitch.session.night.views import looks_wrong
from arrowswitch.session.rehearsal import NAMES
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.demonstration import NIGHTS, deals_of, fill
from arrowswitch.site.journal import solving, store

pytestmark = pytest.mark.usefixtures("desk_club")


def test_two_nights_are_over_and_one_is_under_way() -> None:
    now = timezone.now()
    club = Club.demonstration()
    fill(club, now)
    headers = list(store.sessions(club))
    assert [header.phase for header in headers] == ["playing", "published", "published"]
    for header in headers:
        check_whole(header.pk)
    state = store.state(headers[0].pk)
    face = clock_face(state, "A", now)
    assert face is not None
    assert (face.round, face.rounds) == (5, 12)
    assert timedelta(0) < face.left < timedelta(minutes=10)
    earlier = [each.line for each in missing(state) if each.line.round < 5]
    assert len(earlier) == 2
    assert any(each.line.round == 5 for each in missing(state))
    assert any("is it the right side?" in warning for _, warnings in looks_wrong(state) for warning in warnings)
    assert [call.about for call in state.calls.values() if call.answered is None] == ["lead out of turn"]
    assert all(entry.at <= now for entry in state.journal)
    made_up = [*NAMES, ("Pat", "Player")]
    assert all((player.given, player.family) in made_up for player in Player.objects.filter(club=club))
    assert len(standings(store.state(headers[1].pk))) == 19
    assert [header.links.count() for header in headers] == [0, 1, 1]


def test_it_is_filled_once_and_gets_a_new_night_when_it_is_opened_another_day() -> None:
    now = timezone.now()
    club = Club.demonstration()
    fill(club, now)
    fill(club, now + timedelta(minutes=20))
    assert store.sessions(club).count() == 3
    fill(club, now + timedelta(days=3))
    assert [header.phase for header in store.sessions(club)] == ["playing", "published", "published", "published"]
    assert Player.objects.filter(club=club).count() == 56


def test_another_clubs_register_and_sessions_are_left_alone() -> None:
    other = Club.objects.create(name="Hillside")
    fill(Club.demonstration())
    assert store.sessions(other).count() == 0
    assert Player.objects.filter(club=other).count() == 0


def test_every_board_has_its_hands_and_its_par_and_results_are_near_it() -> None:
    club = Club.demonstration()
    fill(club)
    solving.work_off()
    odd = lines = 0
    for header in store.sessions(club):
        state = store.state(header.pk)
        boards = state.sections["A"].movement.boards
        assert set(boards) <= set(state.tables)
        lines += len(state.lines)
        odd += sum("double dummy" in note for _, notes in looks_wrong(state) for note in notes)
    assert 0 < odd < lines / 50  # the slip of tonight, and a few that people make
    solving.forget()


@pytest.mark.parametrize("when", NIGHTS)
def test_its_tables_are_those_of_its_deals(when: str) -> None:
    some = dict(list(deals_of(when).items())[:2])
    assert dict(zip(some, many(some), strict=True)) == some


@override_settings(DEMONSTRATION=True)
def test_whoever_looks_round_as_a_player_has_played_and_has_a_card() -> None:
    club = Club.demonstration()
    fill(club)
    client = as_role("public")
    client.post(reverse("look-round"), {"role": "player"})
    page = client.get(reverse("my-bridge-results")).content.decode()
    assert page.count("place ") == 2
    card = re.search(r'href="(/results/[^"]+/pair/[^"]+/)"', page)
    assert card
    assert "My card" in client.get(card[1]).content.decode()
