"""Ratings and form on the pages: in the order of days, made again from where something changed, and hidden by who wants."""

from __future__ import annotations

from datetime import date

import pytest
from nights import a_night, do, play_on
from people import account, as_role, our_club
from test_yearbook import posted

from arrowswitch.contests.ratings import expect, rate
from arrowswitch.movements import build
from arrowswitch.session import (
    ChangeSettings,
    Contracted,
    Correct,
    Enter,
    LineKey,
    Publish,
    Seating,
    SeatPlayers,
    SectionPlan,
    Settings,
)
from arrowswitch.session.night.seats import places
from arrowswitch.site.club.models import Player
from arrowswitch.site.club.players.doubles import merge
from arrowswitch.site.journal import store
from arrowswitch.site.merits import rating_keeper
from arrowswitch.site.merits.form_shown import form_of_player
from arrowswitch.site.merits.models import AwardsWay, PlayerStrength, RatedNight, RatingLine
from arrowswitch.site.yearbook.models import PlayedLine
from arrowswitch.site.yearbook.reading import rated_of, sessions_of

pytestmark = pytest.mark.django_db


def again(first: int, day: date) -> int:
    """The same people on another day, posted."""
    night = a_night(date=day, names=False)
    seats = store.state(first).seats
    seatings = (Seating(place, seats[place][0].player) for place in places(store.state(night)))
    do(night, SeatPlayers(tuple(seatings)))
    do(night, Enter(LineKey("A", 1, 1, 1), Contracted("6S", "N", 12)))
    play_on(night)
    do(night, Publish())
    return night


def expected() -> dict[str, float]:
    """What the library says of all sessions at once."""
    sessions = [found for each in sessions_of(our_club()) if (found := rated_of(each)) is not None]
    return {key: rating.value for key, rating in rate(sessions).ratings.items()}


def kept() -> dict[str, float]:
    return dict(PlayerStrength.objects.values_list("key", "value"))


def test_ratings_are_added_session_by_session_and_are_what_the_library_says_of_all() -> None:
    first = posted()
    assert rating_keeper.in_step(our_club()) == 0
    assert kept() == pytest.approx(expected())
    again(first, date(2026, 1, 13))
    assert rating_keeper.in_step(our_club()) == 0
    assert kept() == pytest.approx(expected())
    assert RatingLine.objects.count() == 24
    assert [night.turn for night in RatedNight.objects.all()] == [0, 1]
    line = RatingLine.objects.filter(turn=1).first()
    assert line is not None
    before = RatingLine.objects.get(turn=0, key=line.key)
    assert line.before == before.after
    assert line.rests_on == before.rests_on + line.boards
    assert line.after == pytest.approx(
        line.before + line.gain * line.share * (line.scored - (50 + line.pair - line.opponents - line.others))
    )


def test_an_older_session_that_is_corrected_or_comes_later_changes_all_after_it() -> None:
    first = posted()
    again(first, date(2026, 1, 20))
    rating_keeper.in_step(our_club())
    before = kept()
    do(first, Correct(LineKey("A", 2, 1, 2), Contracted("7S", "N", 13), error="scorer"), why="mistyped")
    do(first, Publish())
    rating_keeper.in_step(our_club())
    assert kept() == pytest.approx(expected())
    assert kept() != before
    again(first, date(2025, 12, 2))
    rating_keeper.in_step(our_club())
    assert kept() == pytest.approx(expected())
    turned = kept()
    assert rating_keeper.rebuild(our_club()) == 3
    assert kept() == pytest.approx(turned)


@pytest.mark.parametrize("apart", [True, False])
def test_sections_that_are_apart_are_compared_within_themselves(apart: bool) -> None:
    mitchell = build("mitchell", tables=3, boards_per_round=1)
    night = a_night(sections=(SectionPlan("A", mitchell), SectionPlan("B", mitchell)), apart=apart)
    play_on(night)
    do(night, Publish())
    rating_keeper.in_step(our_club())
    strong = {str(line.player_id) for line in PlayedLine.objects.filter(contestant="A1")}
    session = rated_of(sessions_of(our_club()).get())
    assert session is not None
    strengths = {who: 80.0 if set(players) <= strong else 50.0 for who, players in session.players.items()}
    found = expect(session, strengths)
    # 30 stronger than the two others of its direction in its section, or than the five of both
    assert found["A1"].percent == pytest.approx(80)
    assert found["B1"].percent == pytest.approx(50 if apart else 50 - 30 / 5)
    assert found["A2"].percent == pytest.approx(50 - 30 / (2 if apart else 5))


def test_what_is_in_step_is_not_made_again() -> None:
    posted()
    rating_keeper.in_step(our_club())
    numbers = set(RatingLine.objects.values_list("pk", flat=True))
    rating_keeper.in_step(our_club())
    assert set(RatingLine.objects.values_list("pk", flat=True)) == numbers


def test_two_entries_of_one_person_have_one_rating() -> None:
    posted()
    posted(date=date(2026, 1, 13))
    rating_keeper.in_step(our_club())
    stays, goes = (PlayedLine.objects.filter(played=night).first() for night in RatedNight.objects.values_list("pk"))
    assert stays is not None
    assert goes is not None
    assert stays.player is not None
    assert goes.player is not None
    merge(stays.player, goes.player)
    rating_keeper.in_step(our_club())
    assert kept() == pytest.approx(expected())
    assert str(goes.player.pk) not in kept()
    assert RatingLine.objects.filter(player=stays.player).count() == 2


def test_the_list_and_the_working_are_shown_to_whom_the_club_says() -> None:
    posted()
    rating_keeper.in_step(our_club())
    best = PlayerStrength.objects.first()
    assert best is not None
    assert best.player is not None
    page = as_role("player").get("/ratings/").content.decode()
    assert str(best.player) in page
    assert f"{best.value:.2f}" in page
    assert str(best.player) not in as_role("public").get("/ratings/").content.decode()
    mine = as_role("player").get(f"/ratings/{best.player.pk}/").content.decode()
    assert "Its opponents on" in mine
    AwardsWay.objects.create(club=our_club(), ratings_seen_by="nobody")
    for role in ("owner", "player", "public"):
        assert str(best.player) not in as_role(role).get("/ratings/").content.decode()
        assert "Its opponents on" not in as_role(role).get(f"/ratings/{best.player.pk}/").content.decode()


def test_who_hides_the_own_rating_is_seen_by_nobody_else() -> None:
    posted()
    rating_keeper.in_step(our_club())
    player = Player.objects.first()
    assert player is not None
    me = account("player", name="Me")
    me.change_role("player", player)
    client = as_role("public")
    client.force_login(me)
    assert as_role("owner").post(f"/ratings/{player.pk}/hide/", {"hide": "yes"}).status_code == 404
    assert client.post(f"/ratings/{player.pk}/hide/", {"hide": "yes"}).status_code == 302
    assert str(player) not in as_role("owner").get("/ratings/").content.decode()
    assert "Its opponents on" not in as_role("owner").get(f"/ratings/{player.pk}/").content.decode()
    assert "Its opponents on" in client.get(f"/ratings/{player.pk}/").content.decode()
    line = RatingLine.objects.get(player=player)
    assert line.partner is not None
    for reader in (client, as_role("owner")):
        partners = reader.get(f"/ratings/{line.partner.pk}/").content.decode()
        assert "The partner hides the rating" in partners
        assert "The pair is the mean of" not in partners
    client.post(f"/ratings/{player.pk}/hide/", {"hide": "no"})
    assert str(player) in as_role("owner").get("/ratings/").content.decode()
    assert "The pair is the mean of" in as_role("owner").get(f"/ratings/{line.partner.pk}/").content.decode()


def test_a_session_whose_list_is_never_shown_has_no_working_before_others_than_the_desk() -> None:
    AwardsWay.objects.create(club=our_club(), ratings_seen_by="public")
    night = posted()
    rating_keeper.in_step(our_club())
    line = RatingLine.objects.exclude(player=None).first()
    assert line is not None
    address = f"/ratings/{line.player_id}/"
    assert "Scored" in as_role("public").get(address).content.decode()
    do(night, ChangeSettings(Settings(rankings="never")))
    for role in ("public", "player"):
        assert "Scored" not in as_role(role).get(address).content.decode()
    assert "Scored" in as_role("scorer").get(address).content.decode()


def test_pages_of_ratings_and_awards_name_nobody_who_has_none() -> None:
    posted()
    AwardsWay.objects.create(club=our_club(), scheme="nzb", seen_by="public", ratings_seen_by="public")
    never = Player.objects.create(club=our_club(), given="Quirin", family="Nevermore")
    for address in (f"/ratings/{never.pk}/", f"/awards/{never.pk}/"):
        for role in ("public", "player"):
            assert "Nevermore" not in as_role(role).get(address).content.decode()
        assert "Quirin Nevermore" in as_role("scorer").get(address).content.decode()


def test_nobody_is_the_partner_of_a_number_that_is_too_long() -> None:
    posted()
    player = Player.objects.first()
    assert player is not None
    assert as_role("scorer").get(f"/players/{player.pk}/form/", {"partner": "9" * 5000}).status_code == 404


def test_the_form_of_a_player_is_told_by_partner_direction_and_role() -> None:
    first = posted()
    again(first, date(2026, 1, 13))
    rating_keeper.in_step(our_club())
    line = next(each for each in PlayedLine.objects.filter(played=first) if "declarer" in each.doings)
    assert line.player is not None
    assert line.partner is not None
    form = form_of_player(line.player)
    assert form.all is not None
    assert (form.all.sessions, form.all.boards) == (2, 6)
    assert [(row.name, row.mean.sessions) for row in form.partners] == [(str(line.partner), 2)]
    assert form.roles[0].mean.boards == 2
    assert form.curve is not None
    assert sum(row.mean.sessions for row in form.fields) == 2
    AwardsWay.objects.create(club=our_club(), ratings_seen_by="nobody")
    assert form_of_player(line.player).fields == ()
    together = form_of_player(line.player, line.partner)
    assert together.all == form.all
    assert form_of_player(line.player, Player.objects.create(club=our_club(), given="No", family="Body")).all is None
    page = as_role("scorer").get(f"/players/{line.player.pk}/form/")
    assert str(line.partner) in page.content.decode()
    assert as_role("scorer").get(f"/players/{line.player.pk}/form/?partner={line.partner.pk}").status_code == 200
    assert as_role("scorer").get(f"/players/{line.player.pk}/form/?partner=99999999999999999999").status_code == 404


def test_cross_imps_are_rated_as_a_percentage() -> None:
    night = posted(method="cross-imps")
    assert rating_keeper.in_step(our_club()) == 0
    assert kept() == pytest.approx(expected())
    # North-South have 110 but for 980 on board 1 (13 IMPs over each of two) and 50 on board 2 (2 IMPs under each), so that the three
    # pairs have 13 + 1 = 14, -2 - 6.5 = -8.5 and -6.5 + 1 = -5.5 IMPs on 3 boards: 50 + 6.48 for each IMP a board.
    scored = RatingLine.objects.filter(session=night).values_list("scored", flat=True)
    assert sorted({round(each, 2) for each in scored}) == [19.76, 31.64, 38.12, 61.88, 68.36, 80.24]


def test_who_withholds_the_name_is_rated_before_the_desk_only() -> None:
    posted()
    rating_keeper.in_step(our_club())
    line = RatingLine.objects.exclude(partner=None).select_related("player", "partner").first()
    assert line is not None
    assert line.player is not None
    assert line.partner is not None
    Player.objects.filter(pk=line.player.pk).update(withheld="pages")
    name, number = str(line.player), line.player.pk
    assert name not in as_role("player").get("/ratings/").content.decode()
    assert name not in as_role("player").get(f"/ratings/{number}/").content.decode()
    partners = as_role("player").get(f"/ratings/{line.partner.pk}/").content.decode()
    assert "Its opponents on" in partners
    assert name not in partners
    assert name in as_role("scorer").get("/ratings/").content.decode()
    assert name in as_role("scorer").get(f"/ratings/{line.partner.pk}/").content.decode()
    assert [row.name for row in form_of_player(line.partner).partners] == ["A player"]
    assert [row.name for row in form_of_player(line.partner, eyes="desk").partners] == [name]
