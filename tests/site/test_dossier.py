"""The recorder's dossier: whoever has an account can put something in, and only the recorder can read it."""

from __future__ import annotations

import threading
from datetime import timedelta
from pathlib import Path

import pytest
from browsing import ARGUMENTS, PATIENCE, WIDTHS, executable, faults, sign_in
from clubs import database_of, used
from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from nights import a_night, desk_server, do
from people import PASSWORD, account, as_role, our_club, the_recorder
from playwright.sync_api import Page, expect, sync_playwright
from urls_by_role import PAGES, REPORT, SESSION

from arrowswitch.session import Rule
from arrowswitch.site.accounts.models import Account
from arrowswitch.site.club.models import Club, Player
from arrowswitch.site.club.players.doubles import erase, merge
from arrowswitch.site.journal import store
from arrowswitch.site.registers import sealing
from arrowswitch.site.registers.models import Dossier, Note, Reading, Report
from arrowswitch.site.registers.opening import COOKIE

WORDS = "seven purple hearts redoubled"
SECRET = "Quetzalcoatl"
"""A word that stands in a report and nowhere else."""


def set_up(words: str = WORDS, months: int = 60) -> Client:
    """The recorder with a new dossier that is open."""
    recorder = as_role("recorder")
    answer = recorder.post(reverse("dossier"), {"words": words, "again": words, "months": months})
    assert answer.status_code == 302, answer.content.decode()
    return recorder


def told(
    role: str = "player", about: str = "Ann Ash", text: str = f"She said {SECRET} to Moctezuma.", **more: str
) -> Report:
    """A report that somebody has sent."""
    before = set(Report.objects.values_list("pk", flat=True))
    answer = as_role(role).post(reverse("recorder"), {"about": about, "text": text, **more})
    assert answer.status_code == 302, answer.content.decode()
    return Report.objects.exclude(pk__in=before).get()


def page(client: Client, report: Report) -> str:
    return client.get(reverse("dossier-report", args=[report.pk])).content.decode()


# -- who may read -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["owner", "director", "scorer", "player"])
def test_no_page_and_no_json_shows_a_report_to_anybody_but_the_recorder(desk_club: dict[str, str], role: str) -> None:
    session = a_night()
    recorder = set_up()
    report = told(role, event=f"at {SECRET}")
    recorder.post(reverse("dossier-report", args=[report.pk]), {"what": "note", "text": f"{SECRET} again"})
    assert page(recorder, report).count(SECRET) == 3
    mine = as_role(role)
    mine.cookies[COOKIE] = recorder.cookies[COOKIE].value  # stolen from the recorder's laptop
    for name, one in PAGES.items():
        gaps = {SESSION: session, REPORT: report.pk}
        place = reverse(
            name, kwargs={gap: gaps.get(value, 1 if " " in str(value) else value) for gap, value in one.needs.items()}
        )
        for query in ("", "?q=Moctezuma"):  # a word of the report, to be looked for
            answer = mine.get(place + query)
            shown = b"".join(answer) if answer.streaming else answer.content
            assert SECRET.encode() not in shown, name


def test_nothing_of_a_report_lies_open_in_the_database_or_in_a_back_up(desk_club: dict[str, str]) -> None:
    recorder = set_up()
    report = told(about="Quirinus Quibble", event="Thursday")
    recorder.post(reverse("dossier-report", args=[report.pk]), {"what": "close", "text": "Spoke to Quirinus."})
    owner = as_role("owner")
    owner.post(reverse("backups"))
    connection.close()
    files = [database_of(desk_club), *database_of(desk_club).parent.rglob("*")]
    whole = b"".join(path.read_bytes() for path in files if path.is_file())
    assert b"Riverside" in whole
    for word in (SECRET, "Quirinus", "Quibble", "Thursday", WORDS, "purple"):
        assert word.encode() not in whole, word


def test_an_owner_who_becomes_the_recorder_cannot_read_what_was_told_before(club: dict[str, str]) -> None:
    recorder = set_up()
    report = told()
    owner = as_role("owner")
    assert owner.get(reverse("dossier")).status_code == 403
    me = account("owner")
    place = reverse("account", args=[me.pk])
    assert owner.post(place, {"what": "change", "role": "owner", "player": "", "recorder": "on"}).status_code == 302
    for address in (reverse("dossier"), reverse("dossier-report", args=[report.pk])):
        answer = owner.get(address, follow=True)
        assert "The words that open the dossier" in answer.content.decode()
        assert SECRET not in answer.content.decode()
    owner.cookies[COOKIE] = recorder.cookies[COOKIE].value
    assert SECRET not in owner.get(reverse("dossier")).content.decode()
    wrong = owner.post(reverse("dossier"), {"what": "open", "words": "three plain words"})
    assert wrong.status_code == 422
    assert "These words do not open it." in wrong.content.decode()
    # and the recorder sees that it was tried
    assert "typed wrong words" in recorder.get(reverse("dossier")).content.decode()


def test_the_right_is_the_owners_to_give_and_ends_when_it_is_taken(club: dict[str, str]) -> None:
    recorder = set_up()
    told()
    assert SECRET in recorder.get(reverse("dossier")).content.decode()
    one = the_recorder()
    assert "recorder</span>" in as_role("owner").get(reverse("accounts")).content.decode()
    place = reverse("account", args=[one.pk])
    assert as_role("director").post(place, {"what": "change", "role": "player", "recorder": "on"}).status_code == 403
    as_role("owner").post(place, {"what": "change", "role": "player", "player": ""})
    assert recorder.get(reverse("dossier")).status_code == 403


def test_another_clubs_recorder_finds_nothing_of_ours(club: dict[str, str]) -> None:
    set_up()
    report = told()
    theirs = Club.objects.create(name="Hillside")
    other = as_role("recorder", theirs)
    words = "nine brave tens of clubs"
    other.post(reverse("dossier"), {"words": words, "again": words, "months": 12})
    assert other.get(reverse("dossier-report", args=[report.pk])).status_code == 404
    assert other.get(reverse("dossier-report-pdf", args=[report.pk])).status_code == 404
    assert SECRET not in other.get(reverse("dossier")).content.decode()


# -- putting something in ---------------------------------------------------------------------------------------------


def test_who_has_sent_a_report_cannot_open_it_again(club: dict[str, str]) -> None:
    set_up()
    player = as_role("player")
    answer = player.post(reverse("recorder"), {"about": "Ann Ash", "text": SECRET}, follow=True)
    said = answer.content.decode()
    assert "The recorder has it." in said
    assert SECRET not in said
    report = Report.objects.get()
    assert player.get(reverse("dossier-report", args=[report.pk])).status_code == 403


def test_without_a_recorder_nothing_is_taken(club: dict[str, str]) -> None:
    player = as_role("player")
    said = player.get(reverse("recorder")).content.decode()
    assert "The club has no recorder on these pages." in said
    the_recorder()
    assert "The recorder has not set up the dossier yet." in player.get(reverse("recorder")).content.decode()
    player.post(reverse("recorder"), {"about": "Ann Ash", "text": SECRET})
    assert not Report.objects.exists()


def test_what_the_register_knows_is_not_told_to_who_writes_a_report(desk_club: dict[str, str]) -> None:
    set_up()
    Player.objects.create(club=our_club(), given="Ann", family="Ash", number="4711")
    answer = as_role("player").post(reverse("recorder"), {"about": "Ash", "text": ""})
    assert answer.status_code == 422
    assert "Write what happened." in answer.content.decode()
    assert "4711" not in answer.content.decode()
    assert "Ann" not in answer.content.decode()


def test_a_director_sends_a_ruling_to_the_recorder_for_a_player(club: dict[str, str]) -> None:
    recorder = set_up()
    session = a_night()
    do(session, Rule("bad-behaviour", "A", 1, 1, 1, (), offender="E", facts="He threw the cards.", status="deferred"))
    (ruling,) = store.state(session).rulings.values()
    director = as_role("director")
    place = f"{reverse('recorder')}?session={session}&ruling={ruling.id}"
    assert (
        place.replace("&", "&amp;") in director.get(reverse("night-ruled", args=[session, ruling.id])).content.decode()
    )
    form = director.get(place).context["form"]
    given = {name: form.initial[name] for name in ("about", "date", "event", "text")}
    assert given["text"] == "He threw the cards."
    assert given["event"].endswith("table 1, round 1, board 1")
    director.post(place, {**given, "on_behalf": "Pat"})
    said = page(recorder, Report.objects.get())
    assert "He threw the cards." in said
    assert "Director of Riverside, for Pat" in said
    assert given["about"] in said
    # a player has no way into a session by that address
    assert "He threw" not in as_role("player").get(place).content.decode()
    journal = director.get(reverse("night-journal", args=[session])).content.decode()
    assert "recorder" not in journal.lower()


# -- the recorder's work ----------------------------------------------------------------------------------------------


def test_the_recorder_reads_notes_and_closes_and_every_look_is_written_down(club: dict[str, str]) -> None:
    recorder = set_up()
    report = told()
    here = reverse("dossier-report", args=[report.pk])
    assert SECRET in page(recorder, report)
    assert recorder.post(here, {"what": "note", "text": ""}).status_code == 422
    recorder.post(here, {"what": "note", "text": "Spoke to her."})
    recorder.post(here, {"what": "close", "text": "She is sorry."})
    said = page(recorder, report)
    assert said.index("Spoke to her.") < said.index("She is sorry.")
    assert Report.objects.get().closed
    recorder.post(here, {"what": "reopen"})
    assert Report.objects.get().closed is None
    paper = recorder.get(reverse("dossier-report-pdf", args=[report.pk]))
    assert paper.content[:5] == b"%PDF-"
    looks = list(Reading.objects.filter(report=report).order_by("pk").values_list("account__name", "what"))
    what = ["read", "read", "noted", "closed", "read", "reopened", "printed"]
    assert looks == [("Recorder of Riverside", each) for each in what]
    assert "printed it" in page(recorder, report)
    assert recorder.post(here, {"what": "shout"}).status_code == 404
    recorder.post(here, {"what": "remove"})
    assert not Report.objects.exists()
    assert not Note.objects.exists()
    assert "removed a report" in recorder.get(reverse("dossier")).content.decode()


def test_three_different_people_must_have_reported_before_the_recorder_speaks_to_somebody(club: dict[str, str]) -> None:
    recorder = set_up()
    ann = Player.objects.create(club=our_club(), given="Ann", family="Ash")
    pat = Player.objects.create(club=our_club(), given="Pat", family="Pine")
    account("player").change_role("player", pat)
    told("player", "Ann Ash")
    told("player", "Ash Ann")
    told("director", "Ann Ash", on_behalf="Pat Pine")  # the player's own, once more
    told("scorer", "Ann Ash")
    assert "different people" not in recorder.get(reverse("dossier")).content.decode()
    report = told("director", "Ann Ash")
    assert "<b>Ann Ash</b>: reported by 3 different people" in recorder.get(reverse("dossier")).content.decode()
    assert "Reported by 3 different people" in page(recorder, report)
    anne = Player.objects.create(club=our_club(), given="Anne", family="Ash")
    merge(anne, ann)
    assert "<b>Anne Ash</b>: reported by 3" in recorder.get(reverse("dossier")).content.decode()


def test_the_dossier_is_locked_by_a_button_by_time_and_in_another_browser(club: dict[str, str]) -> None:
    recorder = set_up()
    told()
    recorder.post(reverse("dossier"), {"what": "lock"})
    assert SECRET not in recorder.get(reverse("dossier")).content.decode()
    recorder.post(reverse("dossier"), {"what": "open", "words": " Seven purple  Hearts redoubled"})
    assert SECRET in recorder.get(reverse("dossier")).content.decode()
    assert recorder.cookies[COOKIE]["max-age"] == 1800
    assert recorder.cookies[COOKIE]["httponly"]
    assert recorder.cookies[COOKIE]["path"] == "/dossier/"
    assert SECRET not in as_role("recorder").get(reverse("dossier")).content.decode()
    recorder.cookies[COOKIE] = recorder.cookies[COOKIE].value[:-4] + "AAAA"
    assert SECRET not in recorder.get(reverse("dossier")).content.decode()


def test_other_words_open_the_same_reports_and_the_old_ones_nothing(club: dict[str, str]) -> None:
    recorder = set_up()
    told()
    new = "four quiet diamonds making five"
    given = {"what": "change", "old": WORDS, "words": new, "again": new, "months": 24}
    assert recorder.post(reverse("dossier"), {**given, "old": "no idea at all"}).status_code == 422
    assert recorder.post(reverse("dossier"), {**given, "again": WORDS}).status_code == 422
    assert recorder.post(reverse("dossier"), given).status_code == 302
    assert Dossier.objects.get().months == 24
    successor = as_role("recorder")
    assert successor.post(reverse("dossier"), {"what": "open", "words": WORDS}).status_code == 422
    successor.post(reverse("dossier"), {"what": "open", "words": new})
    assert SECRET in successor.get(reverse("dossier")).content.decode()


def signed_in(one: Account, password: str) -> Client:
    """A browser in which somebody has just signed in by name."""
    client = Client(headers={"host": "localhost"})
    sign_in_there(client, one, password)
    return client


def sign_in_there(client: Client, one: Account, password: str) -> None:
    answer = client.post(reverse("sign-in"), {"name": one.name, "password": password})
    assert answer.status_code == 302, answer.content.decode()


def test_an_owner_who_gives_the_recorder_a_new_password_reads_nothing_in_the_recorders_browser(
    club: dict[str, str],
) -> None:
    set_up()
    told()
    one = the_recorder()
    one.change_password(PASSWORD)
    laptop = signed_in(one, PASSWORD)
    laptop.post(reverse("dossier"), {"what": "open", "words": WORDS})
    assert SECRET in laptop.get(reverse("dossier")).content.decode()
    opened = laptop.cookies[COOKIE].value
    reset = {"what": "reset", "password": "given by the owner"}
    as_role("owner").post(reverse("account", args=[one.pk]), reset)
    assert laptop.cookies[COOKIE].value == opened  # the recorder has gone for coffee, with the laptop open
    sign_in_there(laptop, one, "given by the owner")
    said = laptop.get(reverse("dossier")).content.decode()
    assert SECRET not in said
    assert "The words that open the dossier" in said


def test_the_dossier_closes_with_the_sign_in(club: dict[str, str]) -> None:
    for way in ("sign-out", "sign-out-everywhere"):
        Dossier.objects.all().delete()
        recorder = set_up()
        report = told()
        kept = recorder.cookies[COOKIE].value
        answer = recorder.post(reverse(way))
        assert answer.cookies[COOKIE].value == ""
        assert answer.cookies[COOKIE]["path"] == "/dossier/"
        assert answer.cookies[COOKIE]["max-age"] == 0
        again = as_role("recorder")
        again.cookies[COOKIE] = kept  # somebody had noted it down
        for place in (reverse("dossier"), reverse("dossier-report", args=[report.pk])):
            assert SECRET not in again.get(place, follow=True).content.decode()


def test_what_opened_the_old_lock_opens_nothing_that_comes_later(club: dict[str, str]) -> None:
    recorder = set_up()
    first = told()
    recorder.post(reverse("dossier-report", args=[first.pk]), {"what": "note", "text": f"{SECRET} said twice"})
    old = Dossier.objects.get()
    secret = sealing.from_words(bytes(old.key), WORDS)
    assert sealing.opened(secret, bytes(first.body))
    new = "four quiet diamonds making five"
    colleague = as_role("recorder")
    colleague.post(reverse("dossier"), {"what": "open", "words": WORDS})
    given = {"what": "change", "old": WORDS, "words": new, "again": new, "months": 24}
    assert recorder.post(reverse("dossier"), given).status_code == 302
    assert bytes(Dossier.objects.get().lock) != bytes(old.lock)
    later = told(text=f"Later {SECRET}.")
    for kept in (*Report.objects.all(), *Note.objects.all()):
        with pytest.raises(sealing.BrokenSeal):
            sealing.opened(secret, bytes(kept.body))
    assert page(recorder, first).count(SECRET) == 2 + 1  # with the later report about the same person beside it
    assert f"Later {SECRET}." in page(recorder, later)
    assert SECRET not in colleague.get(reverse("dossier")).content.decode()


def test_a_report_that_is_sent_while_the_words_change_is_sealed_for_the_new_lock(club: dict[str, str]) -> None:
    set_up()
    kept, player = Dossier.objects.get(), as_role("player")
    secret = sealing.from_words(bytes(kept.key), WORDS)

    def tell() -> None:
        with used(Path(club["ARROWSWITCH_DATA"]), club.get("ARROWSWITCH_DATABASE", "")):
            player.post(reverse("recorder"), {"about": "Ann Ash", "text": SECRET})

    telling = threading.Thread(target=tell)
    with transaction.atomic():
        held = Dossier.held(our_club())
        assert held
        new = held.change_lock(secret, "four quiet diamonds making five")
        telling.start()
        telling.join(2)  # it has seen the old lock, and waits
    telling.join(60)
    assert sealing.opened(new, bytes(Report.objects.get().body))["text"] == SECRET


def test_a_report_that_somebody_has_spoilt_does_not_hide_the_others(club: dict[str, str]) -> None:
    recorder = set_up()
    spoilt, whole = told(), told(about="Bob Beech")
    for body in (b"", b"x" * 32, bytes(spoilt.body)[:-1] + b"!", sealing.sealed(sealing.new_lock()[0], {"text": "x"})):
        Report.objects.filter(pk=spoilt.pk).update(body=body)
        assert "Bob Beech" in recorder.get(reverse("dossier")).content.decode()
        assert "The seal is broken" in page(recorder, spoilt)
    assert SECRET in page(recorder, whole)
    new = "four quiet diamonds making five"
    recorder.post(reverse("dossier"), {"what": "change", "old": WORDS, "words": new, "again": new, "months": 24})
    assert SECRET in page(recorder, whole)


def test_another_lock_in_the_file_is_noticed(club: dict[str, str]) -> None:
    recorder = set_up()
    recorder.post(reverse("dossier"), {"what": "lock"})
    Dossier.objects.update(lock=sealing.new_lock()[0])
    answer = recorder.post(reverse("dossier"), {"what": "open", "words": WORDS})
    assert answer.status_code == 422
    assert "somebody has put another lock on the dossier" in answer.content.decode()


def test_the_words_are_not_the_password_that_an_owner_may_have_given(club: dict[str, str]) -> None:
    the_recorder().change_password(PASSWORD)
    recorder = as_role("recorder")
    answer = recorder.post(reverse("dossier"), {"words": PASSWORD, "again": PASSWORD, "months": 60})
    assert answer.status_code == 422
    assert "This is your password." in answer.content.decode()
    assert not Dossier.objects.exists()


def test_wrong_words_are_slowed_down(club: dict[str, str]) -> None:
    set_up()
    other = as_role("recorder")
    for number in range(5):
        assert other.post(reverse("dossier"), {"what": "open", "words": f"guess {number}"}).status_code == 422
    refused = other.post(reverse("dossier"), {"what": "open", "words": WORDS})
    assert refused.status_code == 429
    assert "Too many wrong tries." in refused.content.decode()


def test_lost_words_mean_a_new_dossier_without_the_reports(club: dict[str, str]) -> None:
    recorder = set_up()
    told()
    recorder.post(reverse("dossier"), {"what": "lock"})
    assert recorder.post(reverse("dossier"), {"what": "anew"}).status_code == 422
    assert Report.objects.count() == 1
    recorder.post(reverse("dossier"), {"what": "anew", "sure": "on"})
    assert not Report.objects.exists()
    assert "Set up the dossier" in recorder.get(reverse("dossier")).content.decode()
    set_up("a fresh set of words")
    assert "removed all, the words being lost" in as_role("recorder").get(reverse("dossier")).content.decode()


def test_words_are_long_and_typed_twice(club: dict[str, str]) -> None:
    recorder = as_role("recorder")
    short = recorder.post(reverse("dossier"), {"words": "short", "again": "short", "months": 60})
    assert "Take at least 12 letters" in short.content.decode()
    apart = recorder.post(reverse("dossier"), {"words": WORDS, "again": WORDS[:-1], "months": 60})
    assert "These are other words." in apart.content.decode()
    assert not Dossier.objects.exists()
    assert 'value="60"' in recorder.get(reverse("dossier")).content.decode()  # as the regulations propose


# -- how long, and who is forgotten -------------------------------------------------------------------------------------


def test_a_report_lapses_when_it_was_not_worked_on_for_the_months_of_the_dossier(club: dict[str, str]) -> None:
    recorder = set_up(months=6)
    old, worked_on = told(), told()
    long_ago = timezone.now() - timedelta(days=200)
    Report.objects.filter(pk__in=(old.pk, worked_on.pk)).update(filed=long_ago, touched=long_ago)
    recorder.post(reverse("dossier-report", args=[worked_on.pk]), {"what": "note", "text": "Still looking."})
    recorder.get(reverse("dossier"))
    assert list(Report.objects.all()) == [worked_on]
    told()  # also when somebody sends one
    Report.objects.filter(pk=worked_on.pk).update(touched=long_ago)
    told()
    assert worked_on not in Report.objects.all()


def test_a_forgotten_person_has_no_name_in_the_dossier(club: dict[str, str]) -> None:
    recorder = set_up()
    ann = Player.objects.create(club=our_club(), given="Ann", family="Ash")
    report = told(about="Ann Ash")
    assert "Ann Ash" in page(recorder, report)
    erase(ann)
    said = page(recorder, report)
    assert "Ann" not in said
    assert "(name withheld)" in said
    assert "has asked to be forgotten" in said


def test_the_tables_of_the_books_come_and_go_with_their_migrations(club: dict[str, str]) -> None:
    call_command("migrate", "registers", "zero", verbosity=0)
    call_command("migrate", "accounts", "0002_tries", verbosity=0)
    call_command("migrate", verbosity=0)
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)
    set_up()
    told()


# -- on a phone -------------------------------------------------------------------------------------------------------


def looked_at(page: Page) -> None:
    assert faults(page, serious=True) == []
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_a_report_is_sent_and_read_on_a_phone(desk_club: dict[str, str]) -> None:
    names = {"recorder": the_recorder(), "player": account("player")}
    for one in names.values():
        one.change_password(PASSWORD)
    connection.close()
    with desk_server(desk_club) as server, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
        home = server.address.rstrip("/")

        def phone(role: str) -> Page:
            width, height = WIDTHS["phone"]
            context = chromium.new_context(viewport={"width": width, "height": height})
            page = context.new_page()
            page.set_default_timeout(PATIENCE)
            page.goto(f"{home}/sign-in/")
            sign_in(page, names[role].name, PASSWORD)
            return page

        recorder, player = phone("recorder"), phone("player")
        recorder.goto(f"{home}/you/")
        recorder.get_by_role("link", name="The recorder’s dossier").click()
        looked_at(recorder)
        recorder.get_by_label("Words that open the dossier").fill(WORDS)
        recorder.get_by_label("The same words again").fill(WORDS)
        recorder.get_by_role("button", name="Set it up").click()
        expect(recorder.get_by_text("Nothing is open.")).to_be_visible()
        player.goto(f"{home}/you/")
        player.get_by_role("link", name="Tell the recorder something").click()
        looked_at(player)
        player.get_by_label("Whom is it about?").fill("Ann Ash")
        player.get_by_role("button", name="Send it to the recorder").click()
        expect(player.get_by_text("Write what happened.")).to_be_visible()
        looked_at(player)
        player.get_by_label("What happened?").fill(f"She said {SECRET}.")
        player.get_by_role("button", name="Send it to the recorder").click()
        expect(player.get_by_text("The recorder has it.")).to_be_visible()
        looked_at(player)
        player.get_by_role("link", name="Tell something else").click()
        expect(player.get_by_label("What happened?")).to_have_value("")
        recorder.goto(f"{home}/dossier/")
        looked_at(recorder)
        recorder.get_by_role("link", name="Ann Ash").click()
        expect(recorder.get_by_text(SECRET)).to_be_visible()
        looked_at(recorder)
        recorder.get_by_label("A note").fill("Had a quiet word.")
        recorder.get_by_role("button", name="Keep it and close the report").click()
        expect(recorder.get_by_text("Had a quiet word.")).to_be_visible()
        recorder.goto(f"{home}/dossier/")
        recorder.get_by_role("button", name="Lock it").click()
        expect(recorder.get_by_label("The words that open the dossier")).to_be_visible()
        looked_at(recorder)
        chromium.close()
