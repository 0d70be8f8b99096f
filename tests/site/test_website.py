"""The club's own site: what visitors see first, what the webmaster writes, pictures, and who finds it."""

from __future__ import annotations

import datetime
import re
import struct
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape
from django.utils.timezone import localdate
from ladders_kept import laddered
from nights import a_night, do, play_on
from people import account, as_role, our_club
from urls_by_role import LADDER
from website_kept import a_page, chunk, png, sited

from arrowswitch.session import ChangeSettings, Publish, Settings
from arrowswitch.site.calendar.dates import WORDS
from arrowswitch.site.calendar.models import CalendarDate
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.club.players.doubles import erase
from arrowswitch.site.journal.models import Session
from arrowswitch.site.ladders.models import Competition, Trophy, Winner
from arrowswitch.site.members.models import MembersSettings
from arrowswitch.site.night.results.models import Link
from arrowswitch.site.noticeboard.models import ChecklistVersion
from arrowswitch.site.website import finding
from arrowswitch.site.website.models import SITE_WORDS, SiteSettings, WebPage, WebPageVersion, WebPicture
from arrowswitch.site.website.picture_files import BadPicture, read
from arrowswitch.site.yearbook.models import PlayedLine

pytestmark = pytest.mark.django_db

SENT = {"title": "Lessons", "summary": "Every Monday.", "text": "# When\n\nOn **Mondays**.", "what": "publish"}


def page_of(address: str, role: str = "public") -> str:
    return as_role(role).get(address).content.decode()


def written(**more: Any) -> WebPage:
    """A page that the webmaster has written."""
    kind = more.pop("kind", "page")
    answer = as_role("webmaster").post(reverse("website-write", args=[kind]), {**SENT, **more})
    assert answer.status_code == 302
    return WebPage.objects.latest("pk")


def posted() -> int:
    """A night that is over, its results posted and on the club's list."""
    session = a_night()
    play_on(session)
    do(session, Publish())
    Link.make(Session.objects.get(pk=session))
    return session


def settled(**more: Any) -> SiteSettings:
    return SiteSettings.objects.update_or_create(club=our_club(), defaults=more)[0]


# -- the front page ---------------------------------------------------------------------------------------------------


def test_visitors_see_the_front_page_first_and_the_desk_its_own(club: dict[str, str]) -> None:
    day = localdate() + datetime.timedelta(days=3)
    CalendarDate.objects.create(club=our_club(), day=day, title="Tuesday pairs", start=datetime.time(19, 30))
    settled(words="Bridge by the river since 1952.", place="12 Mill Lane")
    posted()
    first = page_of(reverse("home"))
    for told in ("Tuesday pairs", "19:30", "Bridge by the river since 1952.", "12 Mill Lane", "The next nights"):
        assert told in first, told
    assert "How many tables tonight?" in page_of(reverse("home"), "director")
    assert "The next nights" in page_of(reverse("website"), "director")
    settled(at_home=False)
    assert "The next nights" not in page_of(reverse("home"))


def test_visitors_have_the_menu_of_the_site_on_every_page_and_the_desk_its_own(club: dict[str, str]) -> None:
    written(title="Lessons", in_menu="on")
    day = localdate() + datetime.timedelta(days=3)
    CalendarDate.objects.create(club=our_club(), day=day, title="Tuesday pairs", cancelled=None)
    everywhere = ("website", "results-list", "calendar", "ladders", "winners", "search", "club-ways", "sign-in", "help")
    for name in everywhere:
        cover = page_of(reverse(name)).split("</header>")[0]
        assert "of-site" in cover, name
        assert reverse("website-page", args=["lessons"]) in cover, name
    assert 'aria-current="page"' in page_of(reverse("results-list")).split("</header>")[0]
    assert "of-site" not in page_of(reverse("results-list"), "director")
    settled(at_home=False)
    assert "of-site" not in page_of(reverse("results-list"))
    assert "of-site" in page_of(reverse("website"))


def test_the_front_page_begins_with_the_next_night_that_is_on() -> None:
    for days, more in ((1, {"cancelled": timezone.now()}), (2, {"kind": "other"}), (3, {"title": "Tuesday pairs"})):
        day = localdate() + datetime.timedelta(days=days)
        CalendarDate.objects.create(club=our_club(), day=day, **{"title": f"Something {days}", **more})
    masthead = page_of(reverse("website")).split('class="next"')[1].split("</p>")[0]
    assert "Tuesday pairs" in masthead
    assert f'datetime="{day:%Y-%m-%d}"' in masthead


def test_the_front_page_says_who_won_and_names_nobody_who_does_not_want_it() -> None:
    posted()
    first = page_of(reverse("website"))
    winners = PlayedLine.objects.filter(place=1).select_related("player")
    assert winners
    assert all(str(line.player) in first for line in winners)
    assert f"{winners[0].percent:.2f}%" in first
    shy = winners[0].player
    assert shy
    name = str(shy)
    Player.objects.filter(pk=shy.pk).update(withheld="pages")
    assert name not in page_of(reverse("website"))
    assert "A player" in page_of(reverse("website"))


def test_results_that_are_not_on_the_list_are_not_on_the_front_page() -> None:
    session = posted()
    title = Session.objects.get(pk=session).title
    assert title in page_of(reverse("website"))
    Link.objects.update(listed=False)
    assert title not in page_of(reverse("website"))


def test_ladders_as_they_stand_and_the_last_winners_are_on_the_front_page() -> None:
    posted()
    kept = laddered()
    first = page_of(reverse("website"))
    assert "Winter ladder of Riverside" in first
    (ladder,) = as_role("public").get(reverse("website")).context["ladders"]
    assert ladder.leaders
    assert all(escape(names) in first for _rank, names, _result in ladder.leaders)
    assert "Olive Elder" in first
    Player.objects.update(withheld="pages")
    names = [str(player) for player in Player.objects.all()]
    assert not [name for name in names if name in page_of(reverse("website"))]
    Competition.objects.filter(pk=kept[LADDER]).update(shown_to="members")
    assert "Winter ladder of Riverside" not in page_of(reverse("website"))


def test_a_ladder_with_leaders_comes_before_one_without_and_equal_winners_stand_together() -> None:
    posted()
    kept = laddered()
    ladder = Competition.objects.get(pk=kept[LADDER])
    Competition.objects.create(
        club=our_club(), title="A new ladder", year=ladder.year, kind=ladder.kind, shown_to="public"
    )
    trophy = Trophy.objects.create(club=our_club(), title="Rose bowl")
    for name in ("Olive Elder", "Hazel Hop"):
        Winner.objects.create(trophy=trophy, year=2999).names.create(name=name)
    answer = as_role("public").get(reverse("website"))
    assert [bool(each.leaders) for each in answer.context["ladders"]] == [True, False]
    assert "Nobody has a place yet." in answer.content.decode()
    bowl = answer.context["winners"][0]
    assert sorted(each.names for each in bowl.winners) == ["Hazel Hop", "Olive Elder"]


def test_a_visitor_reads_of_a_night_where_it_is_and_how_to_come_without_an_account() -> None:
    day = localdate() + datetime.timedelta(days=3)
    date = CalendarDate.objects.create(club=our_club(), day=day, title="Tuesday pairs")
    settled(place="12 Mill Lane", contact="Ann Ash, 01234 5678")
    Player.objects.create(club=our_club(), given="Ann", family="Ash", withheld="pages")
    place = reverse("calendar-date", args=[date.pk])
    shown = page_of(place)
    assert "You need no account" in shown
    assert "12 Mill Lane" in shown
    assert "A player, 01234 5678" in shown
    assert "You need no account" not in page_of(place, "player")
    CalendarDate.objects.filter(pk=date.pk).update(place="The library", cancelled=timezone.now(), reason="Snow")
    elsewhere = page_of(place)
    assert "12 Mill Lane" not in elsewhere
    assert "You need no account" not in elsewhere


def test_search_engines_are_asked_not_to_quote_names_of_the_front_page_if_results_are_not_to_be_listed() -> None:
    posted()
    settled(found_pages=True)
    assert 'id="latest-results"' in page_of(reverse("website")).split("data-nosnippet", 1)[1]
    settled(found_results=True)
    assert "data-nosnippet" not in page_of(reverse("website"))


def test_a_visitor_who_is_lost_is_sent_to_the_front_page() -> None:
    our_club()
    assert "To the front page" in page_of("/club/pages/nothing/")
    assert "To the front page" not in page_of("/club/pages/nothing/", "director")


def test_who_won_is_not_told_of_a_night_whose_ranking_is_shown_to_nobody() -> None:
    session = posted()
    page_of(reverse("website"))
    names = [str(line.player) for line in PlayedLine.objects.filter(place=1).select_related("player")]
    assert names
    do(session, ChangeSettings(Settings(rankings="never")))
    first = page_of(reverse("website"))
    assert Session.objects.get(pk=session).title in first
    assert not [name for name in names if name in first]


def test_the_calendar_tells_when_there_is_play() -> None:
    today = localdate()
    tuesday = today + datetime.timedelta(days=(1 - today.weekday()) % 7)
    for week in range(3):
        day = tuesday + datetime.timedelta(days=7 * week)
        CalendarDate.objects.create(club=our_club(), day=day, title="Pairs", start=datetime.time(19, 30))
    CalendarDate.objects.create(club=our_club(), day=today, title="Summer party", kind="other")
    assert "Tuesday 19:30: Pairs" in page_of(reverse("website-find"))
    assert "Summer party" not in page_of(reverse("website-find"))
    settled(times="Every Tuesday at half past seven")
    assert "Tuesday 19:30" not in page_of(reverse("website-find"))


def test_a_new_club_has_a_site_before_anybody_writes_a_word() -> None:
    our_club()
    for name in ("website", "website-find", "website-join", "website-conduct", "website-news"):
        answer = as_role("public").get(reverse(name))
        assert answer.status_code == 200, name
        assert answer.content.decode().count("<h1") == 1, name


def test_pages_of_the_site_ask_for_no_script() -> None:
    known = sited()
    places = [reverse(name) for name in finding.OPEN]
    places += [reverse("website-page", args=["lessons"]), reverse("website-news-item", args=[known["our news"]])]
    for place in places:
        assert "<script" not in page_of(place), place


def test_another_clubs_pages_are_not_found() -> None:
    known = sited()
    hillside = Club.objects.create(name="Hillside")
    theirs = as_role("owner", hillside)
    picture = WebPicture.objects.get()
    for place in (
        reverse("website-page", args=["lessons"]),
        reverse("website-news-item", args=[known["our news"]]),
        reverse("website-edit", args=[known["our page"]]),
        reverse("website-picture", args=[picture.pk, picture.digest, "png"]),
    ):
        assert theirs.get(place).status_code == 404, place


# -- writing ----------------------------------------------------------------------------------------------------------


def test_a_page_is_kept_as_a_draft_looked_at_and_put_on_the_site(club: dict[str, str]) -> None:
    page = written(what="draft")
    where = reverse("website-page", args=[page.slug])
    assert page.slug == "lessons"
    assert as_role("public").get(where).status_code == 404
    edit = reverse("website-edit", args=[page.pk])
    seen = as_role("webmaster").post(edit, {**SENT, "text": "Now on *Fridays*.", "what": "preview"}).content.decode()
    assert "<em>Fridays</em>" in seen
    assert WebPageVersion.objects.count() == 1
    as_role("webmaster").post(edit, {**SENT, "version": page.latest.pk})
    shown = page_of(where)
    assert "<h2>When</h2>" in shown
    assert "<strong>Mondays</strong>" in shown
    as_role("webmaster").post(edit, {**SENT, "text": "Perhaps.", "what": "draft", "version": page.latest.pk})
    assert "Perhaps." not in page_of(where)


def test_every_version_is_kept_with_who_and_when_and_brought_back() -> None:
    page = written()
    first = page.latest
    edit = reverse("website-edit", args=[page.pk])
    as_role("owner").post(edit, {**SENT, "title": "Teaching", "why": "A better word", "version": first.pk})
    assert [(each.title, str(each.by)) for each in page.versions.all()] == [
        ("Teaching", str(account("owner"))),
        ("Lessons", "Webmaster of Riverside"),
    ]
    history = page_of(edit, "owner")
    assert "A better word" in history
    assert "was on the site" in history
    assert "On <strong>Mondays" in page_of(reverse("website-version", args=[page.pk, first.pk]), "owner")
    again = as_role("owner").get(f"{edit}?from={first.pk}").context["form"]
    assert again["title"].value() == "Lessons"
    assert reverse("website-page", args=["lessons"]) == reverse("website-page", args=[page.slug])  # its address stays


def test_what_somebody_else_has_changed_meanwhile_is_not_written_over() -> None:
    page = written()
    first, edit = page.latest, reverse("website-edit", args=[page.pk])
    as_role("owner").post(edit, {**SENT, "text": "Mine", "version": first.pk})
    late = as_role("webmaster").post(edit, {**SENT, "text": "Yours", "version": first.pk})
    assert late.status_code == 422
    assert "Somebody has changed this page meanwhile" in late.content.decode()
    assert page.latest.text == "Mine"


def test_a_page_is_taken_off_and_nothing_of_it_is_lost() -> None:
    page = written()
    as_role("webmaster").post(reverse("website-off", args=[page.pk]))
    assert as_role("public").get(reverse("website-page", args=[page.slug])).status_code == 404
    assert [each.why for each in page.versions.all()] == ["Taken off the site.", ""]


def test_two_pages_of_one_title_have_two_addresses() -> None:
    assert [written().slug for _ in range(3)] == ["lessons", "lessons-2", "lessons-3"]
    assert written(title="桥牌").slug == "page"


def test_a_page_of_which_there_is_one_is_written_once() -> None:
    page = written(kind="find", title="Where we are")
    answer = as_role("webmaster").get(reverse("website-write", args=["find"]))
    assert answer["Location"] == reverse("website-edit", args=[page.pk])
    assert "Where we are" in page_of(reverse("website-find"))


def test_nothing_that_is_typed_becomes_a_script_or_a_strangers_picture() -> None:
    nasty = (
        "<script>alert(1)</script>\n\n[a](javascript:alert(1)) ![x](https://example.org/spy.gif) "
        "<img src=x onerror=alert(1)>\n\n| a |\n|:-:|\n| b |\n"
    )
    page = written(text=nasty, title="<b>Bold</b>")
    main = page_of(reverse("website-page", args=[page.slug])).split("<main", 1)[1]
    assert "<script" not in main
    assert "<img" not in main
    assert 'href="javascript' not in main
    assert "style=" not in main
    assert "&lt;b&gt;Bold" in main


def test_who_does_not_want_to_be_named_is_not_named_on_the_site() -> None:
    Player.objects.create(club=our_club(), given="Ann", family="Ash", withheld="pages")
    refused = as_role("webmaster").post(
        reverse("website-write", args=["news"]), {**SENT, "text": "Well played, ann  ash!"}
    )
    assert refused.status_code == 422
    assert "Ann Ash does not want to be named" in refused.content.decode()
    Player.objects.update(withheld="")
    page = written(kind="news", title="Ann Ash wins", text="Well played, Ann Ash!")
    Player.objects.update(withheld="files")
    for place in (reverse("website-news-item", args=[page.pk]), reverse("website-news"), reverse("website")):
        shown = page_of(place)
        assert "Ann Ash" not in shown, place
        assert "A player wins" in shown, place


def test_no_text_of_the_club_names_who_does_not_want_it_to_visitors() -> None:
    file = SimpleUploadedFile("bar.png", png())
    as_role("webmaster").post(reverse("website-pictures"), {"file": file, "alt": "Ann Ash at the bar"})
    picture = WebPicture.objects.get()
    page = written(title="The bar", text=f"![](picture:{picture.pk}) with Ann **Ash**; Ash, Ann; Ann Ashby")
    settled(picture=picture, **{name: f"Ask Ann Ash: {name}" for name in SITE_WORDS})
    MembersSettings.objects.create(club=our_club(), keeper="Ann Ash", notice="Ann Ash keeps it.")
    day = localdate() + datetime.timedelta(days=3)
    date = CalendarDate.objects.create(
        club=our_club(), day=day, **{name: f"By Ann Ash: {name}" for name in WORDS if name != "reason"}
    )
    as_role("director").post(
        reverse("checklist-new"),
        {"title": "Fire", "who": "Ann Ash", "use": "emergency", "readers": "everybody", "text": "Call Ann Ash"},
    )
    trophy = Trophy.objects.create(club=our_club(), title="Rose bowl")
    Winner.objects.create(trophy=trophy, year=1987).names.create(name="Ann Ash")
    Player.objects.create(club=our_club(), given="Ann", family="Ash", withheld="pages")
    places = [reverse("website-page", args=[page.slug]), reverse("calendar-date", args=[date.pk])]
    places += map(
        reverse, ("home", "website", "website-find", "website-join", "website-conduct", "privacy", "calendar")
    )
    places += [*map(reverse, ("calendar-feed", "checklists", "winners")), reverse("winners-file", args=["csv"])]
    places += [reverse("checklist", args=[ChecklistVersion.objects.get().checklist_id])]
    for place in places:
        shown = page_of(place).replace("\r\n ", "")
        assert not re.search(r"Ann[\W_]+Ash\b|Ash, Ann", shown), place
    assert "with A player**; A player; Ann Ashby" in page_of(places[0])
    assert "By Ann Ash: title" in page_of(places[1], "director")
    assert CalendarDate.objects.get().title == "By Ann Ash: title"
    for place, sent in (
        ("website-settings", {"contact": "Ann Ash"}),
        ("website-pictures", {"alt": "Ann Ash again", "file": SimpleUploadedFile("bar.png", png())}),
    ):
        refused = as_role("webmaster").post(reverse(place), sent)
        assert refused.status_code == 422, place
        assert "Ann Ash does not want to be named" in refused.content.decode(), place


def test_the_address_of_a_page_names_nobody_who_does_not_want_it_or_is_forgotten() -> None:
    Player.objects.create(club=our_club(), given="Ann", family="Ash", withheld="pages")
    bo = Player.objects.create(club=our_club(), given="Bo", family="Beech")
    page = written(title="Ann Ash has won", what="draft")
    assert page.slug == "a-player-has-won"
    about = written(title="Well done, Bo Beech")
    other = written(title="Bo Beechwood Hall")
    erase(bo)
    for each in (about, other):
        each.refresh_from_db()
    assert "beech" not in about.slug
    assert other.slug == "bo-beechwood-hall"
    assert page_of(reverse("website-page", args=[about.slug]))


def test_news_stay_in_the_order_in_which_they_came() -> None:
    first, second = (written(kind="news", title=title) for title in ("Older", "Newer"))
    edit = reverse("website-edit", args=[first.pk])
    as_role("webmaster").post(edit, {**SENT, "title": "Older, mended", "version": first.latest.pk})
    shown = page_of(reverse("website-news"))
    assert shown.index("Newer") < shown.index("Older, mended")
    assert second.shown


# -- pictures ---------------------------------------------------------------------------------------------------------


def test_a_picture_is_kept_without_what_a_camera_wrote_into_it_and_shown_on_a_page(club: dict[str, str]) -> None:
    told = png(4, 3, chunk(b"tEXt", b"Author\0Ann Ash"), chunk(b"eXIf", b"II*\0GPS"))
    file = SimpleUploadedFile("hall.png", told, "image/png")
    answer = as_role("webmaster").post(reverse("website-pictures"), {"file": file, "alt": "The hall by the river"})
    assert answer.status_code == 302
    kept = WebPicture.objects.get()
    assert (kept.width, kept.height, kept.kind) == (4, 3, "png")
    assert bytes(kept.body) == png(4, 3)
    page = written(text=f"![](picture:{kept.pk})")
    shown = page_of(reverse("website-page", args=[page.slug]))
    (source,) = re.findall(r'<img src="([^"]+)" alt="The hall by the river" width="4" height="3"', shown)
    answer = as_role("public").get(source)
    assert (answer["Content-Type"], answer.content) == ("image/png", png(4, 3))
    assert "immutable" in answer["Cache-Control"]
    as_role("webmaster").post(reverse("website-picture-off", args=[kept.pk]))
    assert as_role("public").get(source).status_code == 404
    assert "<img" not in page_of(reverse("website-page", args=[page.slug])).split("<main")[1]


@pytest.mark.parametrize("alt", ["", "  ", "a", "IMG_2201.JPG", "12.png"])
def test_a_picture_without_words_is_not_taken(alt: str) -> None:
    file = SimpleUploadedFile("hall.png", png(), "image/png")
    assert as_role("webmaster").post(reverse("website-pictures"), {"file": file, "alt": alt}).status_code == 422
    assert not WebPicture.objects.exists()


SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'


@pytest.mark.parametrize(
    "body", [b"", b"GIF89a", SVG, b"<html>", png()[:-20], png()[:40] + b"\0" + png()[41:], b"\xff\xd8\xff"]
)
def test_what_is_no_picture_is_refused_in_a_sentence(body: bytes) -> None:
    with pytest.raises(BadPicture) as refused:
        read(body)
    assert str(refused.value).endswith(".")


def test_a_picture_that_would_make_a_page_slow_is_refused() -> None:
    with pytest.raises(BadPicture, match="1601 × 3 pixels"):
        read(png(1601, 3))
    noise = chunk(b"IDAT", bytes(60_000))
    with pytest.raises(BadPicture, match="at most 48 kB"):
        read(png().replace(chunk(b"IEND", b""), noise + chunk(b"IEND", b"")))


def jpeg(*segments: tuple[int, bytes]) -> bytes:
    """A JPEG by its segments, 60 wide and 40 high."""
    frame = (0xC0, struct.pack(">BHHB", 8, 40, 60, 1) + b"\x01\x11\0")
    parts = [struct.pack(">BBH", 0xFF, mark, len(body) + 2) + body for mark, body in (*segments, frame)]
    scan = b"\xff\xda\0\x08\x01\x01\0\0\x3f\0" + b"\x12\xff\0\x34\xff\xd0\x56"
    return b"\xff\xd8" + b"".join(parts) + scan + b"\xff\xd9"


def test_a_photograph_keeps_which_side_is_up_and_loses_where_it_was_taken() -> None:
    held = b"Exif\0\0II*\0" + struct.pack("<IHHHIHHI", 8, 1, 0x0112, 3, 1, 6, 0, 0) + b"GPS 51.2 N"
    found = read(jpeg((0xE1, held), (0xFE, b"taken by Ann"), (0xE0, b"JFIF\0")))
    assert (found.kind, found.width, found.height) == ("jpeg", 40, 60)  # it lies on its side
    assert b"GPS" not in found.body
    assert b"Ann" not in found.body
    assert b"\xff\0\x34\xff\xd0\x56\xff\xd9" in found.body
    assert read(found.body) == found  # what is kept is a picture again
    assert read(jpeg()).width == 60


def test_a_picture_in_webp_loses_its_words_and_one_that_moves_is_refused() -> None:
    def webp(*parts: tuple[bytes, bytes]) -> bytes:
        body = b"".join(name + struct.pack("<I", len(part)) + part + b"\0" * (len(part) % 2) for name, part in parts)
        return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body

    head = (b"VP8X", bytes([0x08]) + b"\0\0\0" + (59).to_bytes(3, "little") + (39).to_bytes(3, "little"))
    drawn = (b"VP8 ", b"\0\0\0\x9d\x01\x2a" + struct.pack("<HH", 60, 40) + b"data!")
    found = read(webp(head, drawn, (b"EXIF", b"GPS"), (b"XMP ", b"Ann")))
    assert (found.kind, found.width, found.height) == ("webp", 60, 40)
    assert b"GPS" not in found.body
    assert read(found.body) == found
    with pytest.raises(BadPicture, match="move"):
        read(webp((b"VP8X", bytes([0x02]) + head[1][1:]), drawn))


def test_the_pictures_of_a_page_do_not_weigh_too_much_together() -> None:
    numbers = []
    for number in range(2):
        more = {"kind": "png", "alt": "Hall", "width": 9, "height": 9, "digest": f"{number:016}", "body": b"x"}
        numbers.append(WebPicture.objects.create(club=our_club(), by=account("owner"), size=30_000, **more).pk)
    text = " ".join(f"![](picture:{number})" for number in numbers)
    refused = as_role("webmaster").post(reverse("website-write", args=["page"]), {**SENT, "text": text})
    assert "may have 50 kB together; these have 60" in refused.content.decode()
    written(text=f"![](picture:{numbers[0]}) ![](picture:{numbers[0]})")
    missing = as_role("webmaster").post(reverse("website-write", args=["page"]), {**SENT, "text": "![](picture:999)"})
    assert "There is no picture 999" in missing.content.decode()


# -- who finds it -----------------------------------------------------------------------------------------------------


def test_search_engines_stay_away_unless_the_club_says_otherwise() -> None:
    posted()
    page = a_page(slug="lessons")
    results = reverse("results", args=[Link.objects.get().token])
    places = [reverse("home"), reverse("website"), reverse("website-page", args=[page.slug]), results]
    public = as_role("public")
    assert {public.get(place)["X-Robots-Tag"] for place in places} == {"noindex, nofollow"}
    assert 'content="noindex, nofollow"' in page_of(reverse("website"))
    assert public.get(reverse("robots")).content.decode() == "User-agent: *\nDisallow: /\n"
    assert "<loc>" not in page_of(reverse("sitemap"))

    settled(found_pages=True, address="https://bridge.example.org")
    assert [public.get(place)["X-Robots-Tag"] for place in places] == ["all", "all", "all", "noindex, nofollow"]
    assert "noindex" not in page_of(reverse("website"))
    robots = public.get(reverse("robots")).content.decode().splitlines()
    assert robots == [
        "User-agent: *",
        "Allow: /$",
        "Allow: /club/",
        "Allow: /static/",
        "Disallow: /club/office/",
        "Disallow: /",
        "",
        "Sitemap: https://bridge.example.org/sitemap.xml",
    ]
    listed = re.findall("<loc>(.*?)</loc>", page_of(reverse("sitemap")))
    assert "https://bridge.example.org/club/pages/lessons/" in listed
    assert not [place for place in listed if results in place]
    assert as_role("owner").get(reverse("website-office"))["X-Robots-Tag"] == "noindex, nofollow"
    assert '<link rel="canonical" href="https://bridge.example.org/club/">' in page_of(reverse("home"))


def test_results_are_found_only_if_the_club_says_that_too() -> None:
    posted()
    results = reverse("results", args=[Link.objects.get().token])
    settled(found_results=True, address="https://bridge.example.org")
    assert as_role("public").get(results)["X-Robots-Tag"] == "all"
    assert f"https://bridge.example.org{results}" in page_of(reverse("sitemap"))
    Link.objects.update(listed=False)
    assert as_role("public").get(results)["X-Robots-Tag"] == "noindex, nofollow"
    assert results not in page_of(reverse("sitemap"))


def test_the_demonstration_is_never_found() -> None:
    made_up = Club.demonstration()
    SiteSettings.objects.create(club=made_up, found_pages=True, found_results=True)
    public = as_role("public")
    assert public.get(reverse("website"))["X-Robots-Tag"] == "noindex, nofollow"
    assert public.get(reverse("robots")).content.decode() == "User-agent: *\nDisallow: /\n"


def test_the_code_of_conduct_says_whom_complaints_go_to() -> None:
    our_club()
    shown = page_of(reverse("website-conduct"))
    assert "the recorder" in shown
    assert "the committee" in shown
    settled(bridge_matters="Rosa Record, 555 0147")
    assert "Rosa Record, 555 0147" in page_of(reverse("website-conduct"))
