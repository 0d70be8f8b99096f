"""Checklists: written, gone through on two phones, remarked on, settled; who may read and tick what."""

from __future__ import annotations

import datetime
import re
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.timezone import localdate
from people import account, as_role, our_club
from website_kept import a_page

from arrowswitch.site import outbox
from arrowswitch.site.accounts.gate import EVERYONE
from arrowswitch.site.accounts.models import OFFICES, Account
from arrowswitch.site.calendar.models import CalendarDate
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.club.players.doubles import erase
from arrowswitch.site.members.changes import Author, entry_of, write_down
from arrowswitch.site.members.models import Particulars
from arrowswitch.site.noticeboard import checklists
from arrowswitch.site.noticeboard.models import (
    ChecklistEntry,
    ChecklistRemark,
    ChecklistRun,
    ChecklistVersion,
    NoticeVersion,
    TeachingNoteVersion,
)
from arrowswitch.site.outbox.models import Mail

DAY = "2026-03-04"


def a_list(**more: Any) -> ChecklistVersion:
    sent = {"title": "Lock-up", "use": "after", "readers": "desk", "text": "# Inside\nLights\nWindows\nGate", **more}
    assert as_role("director").post(reverse("checklist-new"), sent).status_code == 302
    return ChecklistVersion.objects.latest("pk")


def sent(version: ChecklistVersion, what: str = "done", item: int = 1, turn: int = 0, **more: Any) -> dict[str, Any]:
    return {"version": version.pk, "turn": turn, "what": what, "item": item, **more}


def place(version: ChecklistVersion, day: str = DAY) -> str:
    return reverse("checklist-run", args=[version.checklist_id, day])


def test_a_tick_says_who_and_when_and_is_taken_back_by_another_entry(club: dict[str, str]) -> None:
    version = a_list()
    scorer = as_role("scorer")
    assert scorer.post(place(version), sent(version)).status_code == 302
    page = scorer.get(place(version)).content.decode()
    assert "1 of 3" in page
    assert str(account("scorer")) in page
    scorer.post(place(version), sent(version, "undone", turn=1))
    assert [each.done for each in ChecklistEntry.objects.all()] == [True, False]
    assert "0 of 3" in scorer.get(place(version)).content.decode()


def test_a_double_tap_and_a_second_phone_tick_once(desk_club: dict[str, str]) -> None:
    version = a_list()
    as_role("scorer").post(place(version), sent(version))
    for turn in (1, 1):
        as_role("director").post(place(version), sent(version, turn=turn))
    assert [each.by for each in ChecklistEntry.objects.all()] == [account("scorer")]


def test_two_phones_that_looked_before_the_first_tick_lose_nothing(desk_club: dict[str, str]) -> None:
    version = a_list()
    for role, item in (("scorer", 1), ("director", 2), ("scorer", 3)):
        assert as_role(role).post(place(version), sent(version, item=item)).status_code == 302
    assert "3 of 3" in as_role("scorer").get(place(version)).content.decode()
    assert as_role("scorer").post(place(version), sent(version, "again", turn=1)).status_code == 302
    as_role("scorer").post(place(version), sent(version, turn=2))
    assert as_role("director").post(place(version), sent(version, item=2)).status_code == 409  # begun anew meanwhile


def test_a_refused_tick_with_scripts_is_told_beside_its_line(desk_club: dict[str, str]) -> None:
    version = a_list()
    answer = as_role("scorer").post(place(version), sent(version, item=2, turn=7), headers={"HX-Request": "true"})
    assert answer.status_code == 200  # so that it is shown
    line = answer.content.decode().split('id="item-2"')[1].split("</form>")[0]
    assert "This list was changed or begun anew meanwhile" in line


def test_looking_at_a_list_begins_nothing(desk_club: dict[str, str]) -> None:
    assert as_role("scorer").get(place(a_list())).status_code == 200
    assert not ChecklistRun.objects.exists()


def test_a_list_that_was_changed_meanwhile_is_not_ticked_unseen(desk_club: dict[str, str]) -> None:
    version = a_list()
    change = {"title": "Lock-up", "use": "after", "readers": "desk", "text": "Gate", "version": version.pk}
    where = reverse("checklist-change", args=[version.checklist_id])
    assert as_role("director").post(where, change).status_code == 302
    assert as_role("director").post(where, change).status_code == 422
    assert as_role("scorer").post(place(version), sent(version)).status_code == 409
    assert not ChecklistEntry.objects.exists()
    assert ChecklistVersion.objects.filter(checklist=version.checklist_id).count() == 2


def test_a_night_that_was_begun_keeps_its_list(desk_club: dict[str, str]) -> None:
    version = a_list()
    as_role("scorer").post(place(version), sent(version))
    change = {"title": "Lock-up", "use": "after", "readers": "desk", "text": "Gate", "version": version.pk}
    as_role("director").post(reverse("checklist-change", args=[version.checklist_id]), change)
    page = as_role("scorer").get(place(version)).content.decode()
    assert "1 of 3" in page
    assert "as it was" in page


def test_what_is_wrong_is_seen_by_directors_until_it_is_settled(club: dict[str, str]) -> None:
    version = a_list(readers="members")
    for _ in range(2):
        turn = ChecklistRun.objects.count()
        as_role("player").post(place(version), sent(version, "remark", 2, turn, remark="The window is broken"))
    remark = ChecklistRemark.objects.get()
    home, listed = reverse("home"), reverse("checklists")
    assert "1 thing to be seen to" in as_role("director").get(home).content.decode()
    assert "to be seen to" not in as_role("player").get(home).content.decode()
    assert "The window is broken" not in as_role("player").get(listed).content.decode()
    where = reverse("checklist-remark", args=[remark.pk])
    assert as_role("director").post(where, {"outcome": ""}).status_code == 422
    as_role("director").post(where, {"outcome": "Mended"})
    as_role("owner").post(where, {"outcome": "Again"})
    remark.refresh_from_db()
    assert (remark.outcome, remark.settled_by) == ("Mended", account("director"))
    assert "to be seen to" not in as_role("director").get(home).content.decode()


def test_a_list_is_read_and_ticked_by_whom_it_is_for(desk_club: dict[str, str]) -> None:
    for readers, reading, ticking in (("desk", 403, 403), ("members", 200, 200), ("everybody", 200, 200)):
        version = a_list(readers=readers, title=readers)
        read = reverse("checklist", args=[version.checklist_id])
        assert as_role("player").get(read).status_code == reading
        assert as_role("player").get(place(version)).status_code == ticking
        assert as_role("public").get(read).status_code == (200 if readers == "everybody" else 302)


def test_fire_is_read_without_signing_in_and_ticked_by_the_desk_only(desk_club: dict[str, str]) -> None:
    fire = next(each for each in checklists.shipped() if each["use"] == "emergency")
    version = a_list(**{name: fire[name] for name in ("title", "use", "readers", "text")})
    read = reverse("checklist", args=[version.checklist_id])
    page = as_role("public").get(read).content.decode()
    assert "emergency" in page
    assert all(item.replace("'", "&#x27;") in page for item in version.items)
    assert read in as_role("public").get(reverse("home")).content.decode()
    assert as_role("player").get(place(version)).status_code == 403
    assert as_role("scorer").get(place(version)).status_code == 200


def test_the_lists_that_come_with_the_program_have_a_source_and_are_whole(desk_club: dict[str, str]) -> None:
    counts = {each["title"]: len(ChecklistVersion(text=each["text"]).items) for each in checklists.shipped()}
    assert (counts["Fire"], counts["Lock-up"]) == (8, 10)
    assert all(each["source"] for each in checklists.shipped())
    director = as_role("director")
    assert "Gate locked" in director.get(reverse("checklist-new"), {"ready": "Lock-up"}).content.decode()
    assert director.get(reverse("checklist-new"), {"ready": "None such"}).status_code == 404


def test_lists_of_the_night_are_due_where_there_is_play_and_those_of_the_month_until_done(
    desk_club: dict[str, str],
) -> None:
    night, month = a_list(text="Gate"), a_list(text="Try the alarm", use="monthly", title="Alarm")
    titles = lambda: [each["version"].title for each in checklists.due(our_club(), "scorer")]  # noqa: E731
    assert titles() == ["Alarm"]
    day = checklists.today()
    our_club().dates.create(day=day, title="Monday pairs")
    assert titles() == ["Alarm", "Lock-up"]
    as_role("scorer").post(place(month, day.replace(day=1).isoformat()), sent(month))
    as_role("scorer").post(place(night, day.isoformat()), sent(night))
    assert titles() == []


def test_a_list_is_gone_through_twice_in_a_day_once_it_is_done(desk_club: dict[str, str]) -> None:
    version = a_list(text="Gate")
    as_role("scorer").post(place(version), sent(version))
    for _ in range(2):
        as_role("scorer").post(place(version), sent(version, "again", turn=1))
    assert [each.turn for each in ChecklistRun.objects.order_by("turn")] == [1, 2]


def test_nonsense_changes_nothing(desk_club: dict[str, str]) -> None:
    version = a_list()
    for wrong in ({"item": 4}, {"item": "x"}, {"item": 0}, {"what": "remark", "remark": " "}, {"version": ""}):
        assert as_role("scorer").post(place(version), {**sent(version), **wrong}).status_code == 409, wrong
    assert not ChecklistRun.objects.exists()
    assert as_role("scorer").get(place(version, "someday")).status_code == 404
    assert as_role("director").post(reverse("checklist-new"), {"text": "# only"}).status_code == 422


def test_another_clubs_list_is_not_there(desk_club: dict[str, str]) -> None:
    version = a_list(readers="everybody")
    theirs = Club.objects.create(name="Hillside")
    assert as_role("owner", theirs).post(place(version), sent(version)).status_code == 404
    assert checklists.due(theirs, "owner") == []


def test_after_midnight_it_is_still_last_night() -> None:
    assert checklists.night_of(datetime.datetime(2026, 1, 1, 4, 59)) == datetime.date(2025, 12, 31)
    assert checklists.night_of(datetime.datetime(2026, 1, 1, 5, 0)) == datetime.date(2026, 1, 1)


# -- notices and notes for teaching -----------------------------------------------------------------------------------


def a_notice(**more: Any) -> NoticeVersion:
    sent = {"title": "Closed at Easter", "text": "No play.", "readers": "everybody", "since": "2026-01-01", **more}
    assert as_role("director").post(reverse("notice-new"), sent).status_code == 302
    return NoticeVersion.objects.latest("pk")


def test_a_notice_hangs_from_one_day_to_another_for_those_whose_it_is(club: dict[str, str]) -> None:
    today = timezone.localdate()
    day = datetime.timedelta(days=1)
    a_notice(title="For everybody", until=today)
    a_notice(title="For members", readers="members")
    a_notice(title="For the desk", readers="desk")
    a_notice(title="Over", until=today - day)
    a_notice(title="Tomorrow", since=today + day)
    seen = {
        role: {
            title
            for title in ("For everybody", "For members", "For the desk", "Over", "Tomorrow")
            if title in as_role(role).get(place).content.decode()
        }
        for role in ("public", "player", "scorer")
        for place in (reverse("home"),)
    }
    assert seen == {
        "public": {"For everybody"},
        "player": {"For everybody", "For members"},
        "scorer": {"For everybody", "For members", "For the desk"},
    }
    board = as_role("director").get(reverse("notices")).content.decode()
    assert "Over" in board
    assert "Tomorrow" in board


def test_a_notice_that_is_changed_or_taken_down_stays_in_the_history(desk_club: dict[str, str]) -> None:
    first = a_notice()
    place = reverse("notice-change", args=[first.notice_id])
    sent = {"title": "Closed", "readers": "everybody", "since": "2026-01-01", "version": first.pk}
    as_role("owner").post(place, {**sent, "why": "Two weeks now"})
    assert as_role("director").post(place, sent).status_code == 422  # somebody was quicker
    latest = NoticeVersion.objects.get(replaced=None)
    as_role("director").post(place, {**sent, "version": latest.pk, "what": "down"})
    assert "Closed" not in as_role("public").get(reverse("notices")).content.decode()
    assert [each.title for each in NoticeVersion.objects.order_by("pk")] == ["Closed at Easter", "Closed", "Closed"]
    assert "Two weeks now" in as_role("director").get(place).content.decode()


def test_a_notice_does_not_end_before_it_begins_and_names_nobody_who_does_not_want_it(
    desk_club: dict[str, str],
) -> None:
    Player.objects.create(club=our_club(), given="Ann", family="Ash", withheld="pages")
    sent = {"title": "Cup", "text": "Ann Ash has won.", "readers": "everybody", "since": "2026-02-01"}
    director, place = as_role("director"), reverse("notice-new")
    assert "does not want to be named" in director.post(place, sent).content.decode()
    assert director.post(place, {**sent, "readers": "members"}).status_code == 302
    backwards = director.post(place, {**sent, "text": "", "until": "2026-01-31"})
    assert "before the first day" in backwards.content.decode()


def test_who_asks_later_not_to_be_named_is_named_on_no_open_notice(desk_club: dict[str, str]) -> None:
    ann = Player.objects.create(club=our_club(), given="Ann", family="Ash")
    notice = a_notice(title="The cup of Ann Ash", text="Ann Ash has won.")
    Player.objects.filter(pk=ann.pk).update(withheld="pages")
    for place in ("home", "website", "notices"):
        seen = as_role("public").get(reverse(place)).content.decode()
        assert "A player has won." in seen, place
        assert "Ann Ash" not in seen, place
    assert "Ann Ash has won." in as_role("player").get(reverse("notices")).content.decode()
    sent = {"title": notice.title, "text": notice.text, "readers": "everybody", "since": "2026-01-01", "what": "down"}
    place = reverse("notice-change", args=[notice.notice_id])
    assert as_role("director").post(place, {**sent, "version": notice.pk}).status_code == 302


NOTE = {
    "day": "2026-03-04",
    "title": "A lead out of turn",
    "laws": "54, 50",
    "facts": "West led, and South spread his hand.",
}


def a_note(**more: Any) -> TeachingNoteVersion:
    assert as_role("director").post(reverse("teaching-new"), {**NOTE, **more}).status_code == 302
    return TeachingNoteVersion.objects.latest("pk")


def test_a_note_for_teaching_names_nobody_and_is_read_by_directors_only(club: dict[str, str]) -> None:
    Player.objects.create(club=our_club(), given="Ann", family="Ash")
    refused = as_role("director").post(reverse("teaching-new"), {**NOTE, "facts": "ann ash led out of turn."})
    assert "Write it without names: Ann Ash is in the register." in refused.content.decode()
    note = a_note()
    place = reverse("teaching-note", args=[note.note_id])
    assert as_role("director").get(place).status_code == 200
    assert as_role("scorer").get(place).status_code == 403


def test_notes_are_found_by_their_words_and_by_whether_a_lesson_has_used_them(desk_club: dict[str, str]) -> None:
    lead, _other = a_note(), a_note(title="A revoke", laws="64", facts="Établi at trick four.", lesson="Count.")
    director = as_role("director")

    def found(asked: str) -> list[str]:
        return [str(each) for each in director.get(f"{reverse('teaching')}?{asked}").context["page"]]

    assert found("q=LEAD+turn") == ["A lead out of turn"]
    assert found("q=64") == ["A revoke"]
    assert found("q=etabli") == ["A revoke"]
    assert found("q=nothing") == []
    director.post(reverse("teaching-note", args=[lead.note_id]), {"day": "2026-04-01", "where": "Beginners, lesson 3"})
    assert found("unused=on") == ["A revoke"]
    assert "Beginners, lesson 3" in director.get(reverse("teaching-note", args=[lead.note_id])).content.decode()
    sent = {**NOTE, "version": lead.pk, "what": "retire"}
    director.post(reverse("teaching-change", args=[lead.note_id]), sent)
    assert found("q=lead") == []
    assert TeachingNoteVersion.objects.filter(note=lead.note).count() == 2


def test_who_is_forgotten_is_so_by_earlier_names_too_and_in_the_mail_that_was_sent(desk_club: dict[str, str]) -> None:
    ann = Player.objects.create(club=our_club(), given="Ann", family="Oak")
    Particulars.objects.create(player=ann, email="ann@example.org")
    before = entry_of(ann)
    ann.family = "Ash"
    ann.save()
    Particulars.objects.update(email="ash@example.org")
    write_down(ann, before, Author(None, "desk"))
    page = a_page(text="Lessons by **Ann Oak**.")
    for address in ("ann@example.org", "ash@example.org", "bo@example.org"):
        outbox.send(our_club(), address, "Results", "Dear Ann Oak")
    erase(ann)
    assert page.shown
    page.shown.refresh_from_db()
    assert page.shown.text == "Lessons by **(name withheld)**."
    assert [mail.to for mail in Mail.objects.all()] == ["bo@example.org"]


def test_who_is_forgotten_is_forgotten_in_every_text(desk_club: dict[str, str]) -> None:
    ann = Player.objects.create(club=our_club(), given="Ann", family="Ash")
    notice = a_notice(text="ANN ASH has won.", readers="members")
    page = a_page(text="Lessons by Ann Ash.")
    date = CalendarDate.objects.create(club=our_club(), day=localdate(), title="Ash, Ann: " + "a farewell " * 6)
    removed = account("player", our_club(), name="Ann Ash")
    removed.player = ann
    removed.save()
    removed.remove()
    erase(ann)
    date.refresh_from_db()
    assert date.title.startswith("(name withheld): a farewell")
    assert len(date.title) <= 80
    assert Account.objects.get(pk=removed.pk).name == f"(name withheld) {removed.pk}"
    assert Account.objects.called(our_club(), "Ann Ash") is None
    notice.refresh_from_db()
    assert notice.text == "(name withheld) has won."
    assert page.shown
    page.shown.refresh_from_db()
    assert page.shown.text == "Lessons by (name withheld)."


@pytest.mark.parametrize("role", [*EVERYONE, *OFFICES])
def test_the_page_of_the_club_leads_everybody_to_what_is_open_to_them(desk_club: dict[str, str], role: str) -> None:
    our_club()
    person = as_role(role)
    shown = person.get(reverse("club-ways")).content.decode().split("<main")[1]
    ways = set(re.findall(r'<a href="([^"]+)"', shown.split("</main>")[0]))
    assert len(ways) > 8
    assert {place: person.get(place).status_code for place in ways} == dict.fromkeys(ways, 200)
    assert (reverse("money") in ways) == (role in ("owner", "treasurer"))
    assert (reverse("website-office") in ways) == (role in ("owner", "webmaster"))
