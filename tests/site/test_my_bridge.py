"""My bridge says what the results say, to its player alone, as far as the club shows it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils.timezone import now
from ladders_kept import competition
from nights import a_night, do
from people import account, our_club
from test_awards_kept import a_posted, decided
from test_ratings_pages import again
from test_review_pages import CONTRACTS, a_played_night
from test_yearbook import posted

from arrowswitch.contests.series import SeriesPlan, SessionChoice
from arrowswitch.deals import dealt
from arrowswitch.movements import Movement, build
from arrowswitch.press import render_year
from arrowswitch.scoring.figures import percentage
from arrowswitch.session import AttachHands, CallRound, ChangeSettings, Contracted, Enter, Publish, Settings
from arrowswitch.session.night import missing
from arrowswitch.site.calendar.models import Attendance, CalendarDate
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.club.players.doubles import erase, merge
from arrowswitch.site.journal import leading, solving, store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.ladders.keeping import in_step
from arrowswitch.site.ladders.models import MadePlace, Trophy, Winner
from arrowswitch.site.merits import award_keeper
from arrowswitch.site.merits.models import AwardsWay, MadeAward
from arrowswitch.site.mybridge import looking
from arrowswitch.site.mybridge.models import CardsLine, CardsNight
from arrowswitch.site.mybridge.partners import partners_of
from arrowswitch.site.night.results.models import Link
from arrowswitch.site.yearbook import keeper as yearbook
from arrowswitch.site.yearbook.models import PlayedLine

pytestmark = pytest.mark.usefixtures("desk_club")


def as_player(player: Player) -> Client:
    """A browser, signed in as this player."""
    one = account("player", name=f"Account of {player.pk}")
    one.player = player
    one.save()
    client = Client(headers={"host": "localhost"})
    client.force_login(one)
    return client


def text(answer: HttpResponse) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode())).replace("&amp;", "&")


def linked(night: int) -> Link:
    return Link.make(Session.objects.get(pk=night))


def someone(night: int) -> PlayedLine:
    return PlayedLine.objects.filter(played=night).select_related("player", "partner").order_by("pk")[0]


def two_nights() -> tuple[int, int, PlayedLine]:
    """The same people twice, in two years, with links; and one of them."""
    first = posted()
    second = again(first, date(2025, 12, 30))
    for night in (first, second):
        linked(night)
    player = Player.objects.order_by("pk")[0]
    as_player(player).get(reverse("my-bridge"))
    return first, second, PlayedLine.objects.get(played=first, player=player)


def test_the_first_page_has_results_form_partners_and_rating() -> None:
    first, _second, line = two_nights()
    assert line.player is not None
    assert line.partner is not None
    client = as_player(line.player)
    said = text(client.get(reverse("my-bridge")))
    assert line.exact_percent is not None
    assert f"{percentage(line.exact_percent)}%" in said
    assert f"place {line.rank} of {line.field}" in said
    assert str(line.partner) in said
    assert "Rating" in said
    assert "What is kept about me" in said
    card = reverse("results-pair", args=[linked(first).token, line.contestant])
    assert card in client.get(reverse("my-bridge")).content.decode()
    assert client.get(card).status_code == 200


def test_ladders_say_where_one_stands_and_what_one_has_won() -> None:
    _first, _second, line = two_nights()
    assert line.player is not None
    kept = competition(SeriesPlan("mean", needed=1), SessionChoice(kinds=("pairs",)), title="Pairs of the year")
    competition(SeriesPlan("mean", needed=50), SessionChoice(kinds=("pairs",)), title="Far too many nights")
    won = Winner.objects.create(trophy=Trophy.objects.create(club=our_club(), title="Rose bowl"), year=2019)
    won.names.create(player=line.player, name="")
    page = as_player(line.player).get(reverse("my-bridge"))
    made = in_step(kept).made
    assert made is not None
    place = MadePlace.objects.get(made=made, holders__player=line.player)
    assert place.exact is not None
    beside = made.places.filter(direction=place.direction).count()
    assert f"Pairs of the year {kept.year} {place.rank} of {beside} {percentage(place.exact)}%" in text(page)
    assert "Far too many nights" in text(page)
    assert "Rose bowl 2019" in text(page)
    assert f'href="{reverse("ladder", args=[kept.pk])}"' in page.content.decode()


def test_awards_are_summed_up_and_lead_to_each_with_its_working() -> None:
    decided(seen_by="desk")
    night = a_posted()
    while award_keeper.in_step(our_club()):
        pass
    best = MadeAward.objects.filter(run__session=night, amount="40").select_related("player")[0].player
    assert best is not None
    client = as_player(best)
    page = client.get(reverse("my-bridge"))
    assert "Year C points 2026 40" in text(page)
    one_by_one = reverse("player-awards", args=[best.pk])
    assert f'href="{one_by_one}"' in page.content.decode()
    assert "/awards/made/" in client.get(one_by_one).content.decode()
    other = as_player(Player.objects.exclude(pk=best.pk)[0])
    assert "/awards/made/" not in other.get(one_by_one).content.decode()


def test_an_account_that_is_joined_to_nobody_is_told_so_and_finds_nothing() -> None:
    our_club()
    client = Client(headers={"host": "localhost"})
    client.force_login(account("player"))
    assert "not joined to a player" in text(client.get(reverse("my-bridge")))
    assert client.get(reverse("my-bridge-results")).status_code == 404
    assert client.get(reverse("my-bridge-partners")).status_code == 404


def test_results_stand_year_by_year() -> None:
    _first, _second, line = two_nights()
    assert line.player is not None
    client = as_player(line.player)
    page = reverse("my-bridge-results")
    assert text(client.get(page)).count("place ") == 2
    of_a_year = text(client.get(page, {"year": "2025"}))
    assert of_a_year.count("place ") == 1
    assert "30 December 2025" in of_a_year
    for nasty in ("1", "20255", "٢٠٢٥", "\0", "-1"):
        assert text(client.get(page, {"year": nasty, "page": nasty})).count("place ") == 2


def test_a_night_is_told_only_as_far_as_the_club_shows_it() -> None:
    first, second, line = two_nights()
    assert line.player is not None
    client = as_player(line.player)
    page = reverse("my-bridge-results")
    linked(second).withdraw()
    assert text(client.get(page)).count("place ") == 1
    do(first, ChangeSettings(Settings(rankings="never")))
    said = text(client.get(page))
    assert "Tuesday pairs" in said
    assert "place " not in said
    assert "%" not in said
    (partner,) = partners_of(line.player)
    other = PlayedLine.objects.get(played=second, player=line.player)
    assert (partner.nights, partner.best) == (2, other.percent)
    assert partner.percent == pytest.approx(other.percent)
    assert line.partner is not None
    assert f"Together {percentage(other.exact_percent or Fraction(0))} 3 1" in text(
        client.get(reverse("my-bridge-partner", args=[line.partner.pk]))
    )
    assert "in 1 session. Over your last session" in text(client.get(reverse("my-bridge")))


def test_each_partner_has_nights_a_mean_over_boards_and_the_best() -> None:
    _first, _second, line = two_nights()
    assert line.player is not None
    lines = list(PlayedLine.objects.filter(player=line.player))
    (partner,) = partners_of(line.player)
    boards = sum(each.boards for each in lines)
    assert partner.nights == 2
    assert partner.percent == pytest.approx(sum(each.boards * (each.percent or 0) for each in lines) / boards)
    assert partner.best == max(each.percent or 0 for each in lines)


def test_one_compares_with_partners_of_ones_own_and_with_nobody_else() -> None:
    first, _second, line = two_nights()
    assert line.player is not None
    assert line.partner is not None
    client = as_player(line.player)
    said = text(client.get(reverse("my-bridge-partner", args=[line.partner.pk])))
    assert "Together" in said
    assert "Nights together" in said
    stranger = PlayedLine.objects.filter(played=first).exclude(player__in=(line.player, line.partner)).first()
    assert stranger is not None
    assert stranger.player is not None
    for number in (stranger.player.pk, line.player.pk, 10**18, 10**30):
        assert client.get(reverse("my-bridge-partner", args=[number])).status_code == 404
    theirs = Player.objects.create(club=Club.objects.create(name="Hillside"), given="Rowan", family="Elm")
    assert client.get(reverse("my-bridge-partner", args=[theirs.pk])).status_code == 404


def test_a_partner_who_withholds_the_name_is_not_seen_with_others_and_an_erased_one_not_at_all() -> None:
    first, _second, line = two_nights()
    assert line.player is not None
    partner = line.partner
    assert partner is not None
    other = PlayedLine.objects.filter(played=first).exclude(player__in=(line.player, partner)).first()
    assert other is not None
    PlayedLine.objects.create(
        played=other.played, day=date(2026, 2, 2), player=partner, partner=other.player, contestant="A99", label="99",
        boards=3, points="3", maximum="6", percent=50.0,
    )  # fmt: skip
    client = as_player(line.player)
    page = reverse("my-bridge-partner", args=[partner.pk])
    assert f"{partner}, with others" in text(client.get(page))
    partner.withheld = "pages"
    partner.save()
    said = text(client.get(page))
    assert f"{partner}, with others" not in said
    assert "the name is withheld" in said
    name = str(partner)
    erase(partner)
    assert client.get(page).status_code == 404
    assert name not in text(client.get(reverse("my-bridge")))
    assert name not in text(client.get(reverse("my-bridge-partners")))


def test_a_rating_that_the_club_shows_to_nobody_is_not_there() -> None:
    _first, _second, line = two_nights()
    assert line.player is not None
    AwardsWay.objects.create(club=our_club(), ratings_seen_by="nobody")
    assert reverse("rating", args=[line.player.pk]) not in as_player(line.player).get("/my/").content.decode()


def test_the_next_dates_say_with_whom() -> None:
    _first, _second, line = two_nights()
    day = CalendarDate.objects.create(club=our_club(), title="Spring pairs", day=date.today() + timedelta(days=3))
    Attendance.objects.create(date=day, player=line.player, partner=line.partner, by="Ann")
    assert line.player is not None
    said = text(as_player(line.player).get(reverse("my-bridge")))
    assert "Spring pairs" in said
    assert f"You play with {line.partner}." in said


def test_a_year_is_summed_up_on_a_page_and_on_paper() -> None:
    first, second, line = two_nights()
    assert line.player is not None
    assert line.exact_percent is not None
    client = as_player(line.player)
    said = text(client.get(reverse("my-bridge-year", args=[2026])))
    assert "Nights 1 Boards 3" in said
    assert f"Mean over all boards {percentage(line.exact_percent)}%" in said
    paper = client.get(reverse("my-bridge-year-pdf", args=[2026]))
    assert paper["Content-Type"] == "application/pdf"
    assert paper.content.startswith(b"%PDF-")
    for year in (2024, 0, 99999999):
        assert client.get(reverse("my-bridge-year", args=[year])).status_code == 404
    linked(first).withdraw()
    assert client.get(reverse("my-bridge-year-pdf", args=[2026])).status_code == 404
    assert client.get(reverse("my-bridge-year", args=[2025])).status_code == 200
    linked(second).withdraw()


def test_a_year_of_a_hundred_nights_is_on_two_pages() -> None:
    nights = [("31 Dec", "Wednesday evening pairs", "Clover Hawthorn", "54.17%", "13 of 24")] * 104
    facts = [("Nights", "104"), ("Boards", "2600"), ("Mean over all boards", "51.20%"), ("Best night", "66.10%")]
    partners = [("Clover Hawthorn", "", "40", "51.20", "66.10")] * 8
    heads = ("Day", "Session", "With", "Result", "Place")
    made = render_year("Basil Birch 2026", facts, (("With", "", "Nights", "%", "Best"), partners), (heads, nights))
    assert made.count(b"/Type /Page\n") + made.count(b"/Type /Page ") + made.count(b"/Type/Page/") <= 2


# -- against the cards ----------------------------------------------------------------------------------------------------


def test_nights_against_the_cards_are_what_each_night_says() -> None:
    night = a_played_night()
    linked(night)
    player = Player.objects.order_by("pk")[0]
    client = as_player(player)
    said = text(client.get(reverse("my-bridge-cards")))
    kept = CardsLine.objects.filter(player=player)
    assert kept.count() == 1
    assert "Bidding, as a pair" in said
    line = kept[0]
    token = linked(night).token
    mine = PlayedLine.objects.get(played=night, player=player)
    own = text(client.get(reverse("results-review", args=[token, mine.contestant])))
    bidding = re.search(r"Bidding ([+−±]?[\d.]+)%? (\d+)", own)
    assert bidding is not None
    boards, gain = line.doings["bidding"]
    assert int(bidding[2]) == boards
    assert gain / line.boards == pytest.approx(float(bidding[1].replace("−", "-")), abs=0.06)
    CardsLine.objects.all().delete()
    client.get(reverse("my-bridge-cards"))
    assert not CardsLine.objects.exists()  # it is kept that the night was looked at
    CardsNight.objects.update(last=1)
    client.get(reverse("my-bridge-cards"))
    assert CardsLine.objects.filter(player=player).count() == 1


@pytest.fixture
def _quiet() -> Iterator[None]:
    """Nobody works anything out afterwards."""
    yield
    for each in (solving, leading):
        each.forget()


@pytest.mark.usefixtures("_quiet")
def test_a_night_whose_leads_are_still_worked_out_is_looked_at_again() -> None:
    leading.forget()
    leading.work_off()  # from now on whoever looks asks
    night = a_played_night()
    player = Player.objects.order_by("pk")[0]
    yearbook.in_step(our_club())
    looking.in_step(player)
    assert not CardsNight.objects.get().whole
    without = {line.player_id: line.doings for line in CardsLine.objects.all()}
    leading.work_off()
    looking.in_step(player)
    assert not CardsNight.objects.get().whole  # it was looked at just now
    CardsNight.objects.update(looked=now() - looking.AGAIN)
    looking.in_step(player)
    assert CardsNight.objects.get().whole
    assert {line.player_id: line.doings for line in CardsLine.objects.filter(night=night)} != without


def test_a_page_waits_for_the_latest_night_and_the_others_are_looked_at_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, second, line = two_nights()
    assert line.player is not None
    CardsNight.objects.all().delete()
    monkeypatch.setattr(looking, "PATIENCE", 0)
    assert "1 session is still being read" in text(as_player(line.player).get(reverse("my-bridge-cards")))
    assert [each.pk for each in CardsNight.objects.all()] == [first]
    looking.look_at_all(line.player)
    assert {each.pk for each in CardsNight.objects.all()} == {first, second}
    assert not looking.behind(line.player).exists()


@pytest.mark.parametrize(
    ("movement", "options", "unit"),
    [
        (build("individual", players=8, boards_per_round=2), {"winners": 1}, "percent"),
        (build("american-whist", teams=5, boards_per_round=2), {"method": "imps", "boards_per_match": 4}, "IMPs"),
        (build("mitchell", tables=3, boards_per_round=1), {"method": "butler"}, "IMPs"),
        (build("mitchell", tables=3, boards_per_round=1), {"method": "total-points"}, "points"),
    ],
    ids=["individual", "teams", "butler", "total points"],
)
@pytest.mark.usefixtures("_quiet")
def test_nights_of_every_kind_are_looked_at(movement: Movement, options: dict[str, Any], unit: str) -> None:
    solving.work_off()
    night = a_night(movement, **options)
    boards = sorted(movement.boards)
    do(night, AttachHands(dealt("of every kind", boards)))
    for round_number in range(1, movement.rounds + 1):
        if round_number > 1:
            do(night, CallRound(round_number))
        for number, each in enumerate(sorted(missing(store.state(night)), key=lambda each: each.line)):
            contract, declarer, tricks = CONTRACTS[number % len(CONTRACTS)]
            do(night, Enter(each.line, Contracted(contract, declarer, tricks)), force=True, why="as it was played")
    solving.work_off()
    do(night, Publish())
    linked(night)
    yearbook.in_step(our_club())
    player = Player.objects.order_by("pk")[0]
    looking.look_at_all(player)
    assert CardsNight.objects.get().whole
    mine = CardsLine.objects.get(player=player)
    assert mine.unit == unit
    assert mine.boards == PlayedLine.objects.get(player=player).boards
    client = as_player(player)
    assert "Luck" in text(client.get(reverse("my-bridge-cards")))
    assert client.get(reverse("my-bridge")).status_code == 200
    assert client.get(reverse("my-bridge-year", args=[2026])).status_code == 200


def test_deals_that_nobody_may_see_are_not_used() -> None:
    night = a_played_night()
    do(night, ChangeSettings(Settings(hands="never")))
    linked(night)
    player = Player.objects.order_by("pk")[0]
    assert "no night yet" in text(as_player(player).get(reverse("my-bridge-cards")))
    assert not CardsLine.objects.exists()


def test_two_entries_of_one_person_have_one_page_and_who_is_erased_none() -> None:
    a_played_night()
    stays, goes = Player.objects.order_by("pk")[:2]
    as_player(stays).get(reverse("my-bridge-cards"))
    both = CardsLine.objects.filter(player__in=(stays, goes)).count()
    merge(stays, goes)
    assert CardsLine.objects.filter(player=stays).count() == both
    erase(stays)
    assert not CardsLine.objects.filter(player=stays).exists()
    assert as_player(stays).get(reverse("my-bridge-results")).status_code == 404


def test_a_night_that_is_not_posted_is_nowhere() -> None:
    a_night()
    player = Player.objects.order_by("pk")[0]
    said = text(as_player(player).get(reverse("my-bridge")))
    assert "You have not played on any night" in said
