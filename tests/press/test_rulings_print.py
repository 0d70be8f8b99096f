"""The director's report and the appeal form: all that was written down, and nobody who was polled."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta, timezone
from io import BytesIO
from itertools import count
from typing import cast

import pytest
from pypdf import PdfReader

from arrowswitch import press
from arrowswitch.movements import build
from arrowswitch.rulings import book
from arrowswitch.scoring import Score
from arrowswitch.session import (
    Act,
    Actor,
    Adjust,
    Adjustment,
    AttachHands,
    BoardHands,
    CallDirector,
    Command,
    Contracted,
    DecideAppeal,
    Enter,
    LineKey,
    LodgeAppeal,
    Open,
    Polled,
    ReviewAppeal,
    Rule,
    SeatedPlayer,
    Seating,
    SeatPlayers,
    SectionPlan,
    Start,
    State,
    decide,
    evolve,
)
from arrowswitch.session.night.seats import places

BEGIN = datetime(2026, 1, 6, 19, 30, tzinfo=UTC)
LINE = LineKey("A", 1, 1, 1)
POLLED = ("Cy Cole", "Di Dove", "Ed Eagle")
NAMES = (
    "Amber",
    "Basil",
    "Clover",
    "Dahlia",
    "Erica",
    "Fern",
    "Ginger",
    "Heather",
    "Iris",
    "Jasmine",
    "Rose",
    "Violet",
)


class Evening:
    """Three tables; a judgement at table 1, a ruling left open at table 2."""

    def __init__(self, regulations: str = "ebu") -> None:
        self.state = State()
        self.minutes = count()
        plan = SectionPlan("A", build("mitchell", tables=3, boards_per_round=1))
        self.do("open", Open("Tuesday Pairs", date(2026, 1, 6), (plan,), regulations=regulations))
        seatings = zip(places(self.state), NAMES, strict=True)
        self.do("names", SeatPlayers(tuple(Seating(place, SeatedPlayer(name)) for place, name in seatings)))
        self.do("start", Start())
        self.do("call", CallDirector("A", 1, "revoke"))
        self.do("score", Enter(LINE, Contracted("4S", "N", 9)))
        told = ("pass", "4S", "pass")
        self.do(
            "first",
            Rule(
                *("revoke", "A", 1, 1, 1, ("yes", "no", "in-time", "hand", "both")),
                offender="E",
                facts="East ruffed the second club.\nNorth revoked in hearts.",
                told_of_appeal=("NS", "EW"),
                poll=tuple(Polled(would, name) for would, name in zip(told, POLLED, strict=True)),
                call="call",
            ),
        )
        self.do("adjusted", Adjust(LINE, Adjustment(Score(420), Score(420)), "first"))
        self.do("second", Rule("revoke", "A", 1, 2, 2, ("yes",), status="deferred", facts="Perhaps a heart."))

    def do(self, name: str, act: Act) -> None:
        at = BEGIN + timedelta(minutes=next(self.minutes))
        for entry in decide(self.state, Command(name, Actor("director", "Dora Daisy"), at, act, "Law 64C")):
            self.state = evolve(self.state, entry)

    def appealed(self) -> Evening:
        grounds = "The king would have been lost in any case."
        self.do("appeal", LodgeAppeal("first", "EW", ("E", "W"), grounds=grounds, deposit=True))
        self.do("law", ReviewAppeal("appeal", "64B7 is the law here."))
        return self

    def decided(self) -> Evening:
        committee = ("Zoe Zander", ("Yves Young", "Xenia Xu"))
        self.appealed().do("end", DecideAppeal("appeal", "stands", "We agree.", *committee, False, "Yves would not."))
        return self


def text(what: str, state: State, **options: object) -> str:
    made = press.render_rulings(what, state, club="Riverside", **options)  # type: ignore[arg-type]
    pages = [page.extract_text() for page in PdfReader(BytesIO(made)).pages]
    return re.sub(r"\s+", " ", " ".join(pages))


def test_the_report_has_facts_answers_law_ruling_times_and_score_of_every_ruling() -> None:
    page = text("report", Evening().state)
    for wanted in (
        "Director’s report",
        "6 January 2026",
        "Table 1, round 1, board 1 · dealer N, vul None",
        "called 19:33 · ruled 19:35 · director Dora Daisy",
        "North Amber",
        "East ruffed the second club. North revoked in hearts.",
        "Was it on the twelfth trick? No",
        "No trick is transferred either way.",
        "Law 64B7, 64C2(b) (2017)",
        "Both sides were told that they may appeal.",
        "pass: 2; 4S: 1",
        "adjusted board 1 at table 1 in round 1 to +420 for North-South",
        "deferred",
        "Perhaps a heart.",
        "Not ruled yet.",
    ):
        assert wanted in page, wanted


def test_the_report_tells_an_appeal_to_its_end() -> None:
    page = text("report", Evening().decided().state)
    for wanted in (
        "East-West: Ginger & Heather",
        "The king would have been lost in any case.",
        "£20, lost",
        "64B7 is the law here.",
        "The ruling stands. We agree.",
        "Zoe Zander (chair), Yves Young, Xenia Xu",
        "without merit",
        "Yves would not.",
    ):
        assert wanted in page, wanted
    assert "under appeal" in text("report", Evening().appealed().state)


def test_one_ruling_is_reported_alone_with_its_number_in_the_log() -> None:
    page = text("report", Evening().state, ruling="second")
    assert "2 Revoke" in page
    assert "Perhaps a heart." in page
    assert "East ruffed" not in page


def test_the_form_is_filled_in_from_the_ruling_and_has_room_for_the_rest() -> None:
    page = text("appeal-form", Evening().state, ruling="first")
    for wanted in (
        *("Table 1", "Round 1", "Board 1", "Dealer N", "Vulnerable None", "North Amber", "West Heather"),
        *("4♠ N −1 (−50)", "East ruffed the second club.", "No trick is transferred", "Law 64B7, 64C2(b) (2017)"),
        *("30 minutes after posting", "£20", "Both of the pair sign", "Chair", "Members"),
    ):
        assert wanted in page, wanted
    assert page.count("Signature") == 3
    assert "×" not in page
    decided = text("appeal-form", Evening().decided().state, ruling="first")
    for wanted in ("East-West: Ginger & Heather", "64B7 is the law here.", "We agree.", "Yves Young, Xenia Xu"):
        assert wanted in decided, wanted
    assert decided.count("×") == 3  # the ruling stands, without merit, the deposit is lost


def test_the_form_shows_the_hands_that_are_known() -> None:
    printed = Evening()
    hands = BoardHands(1, "AKQJ.T98.765.432", "T98.AKQJ.432.765", "765.432.AKQJ.T98", "432.765.T98.AKQJ")
    printed.do("hands", AttachHands((hands,)))
    assert "AKQJ" in text("appeal-form", printed.state, ruling="first")
    assert "1098" in text("appeal-form", printed.state, ruling="first")


@pytest.mark.parametrize("what", ["report", "appeal-form"])
@pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
def test_nobody_who_was_polled_is_named_on_any_paper(what: str, paper: str) -> None:
    for printed in (Evening(), Evening().decided()):
        page = text(what, printed.state, ruling="first", paper=paper)
        assert not [name for name in POLLED if name in page]


def test_the_form_that_players_hold_says_nothing_of_the_poll() -> None:
    page = text("appeal-form", Evening().state, ruling="first")
    assert "pass" not in page.lower()
    assert "poll" not in page.lower()


def test_the_form_of_a_ruling_fits_on_two_sheets() -> None:
    for paper in press.PAPERS:
        made = press.render_rulings("appeal-form", Evening().decided().state, ruling="first", paper=paper)
        assert len(PdfReader(BytesIO(made)).pages) == 2


def test_times_and_names_are_those_of_whoever_prints() -> None:
    here = timezone(timedelta(hours=13))
    page = text(
        "report",
        Evening().state,
        player=lambda each: each.name.upper(),
        local=lambda at: at.astimezone(here),
    )
    assert "AMBER" in page
    assert "called 2026-01-07 08:33" in page  # another day there


def test_what_cannot_be_printed_is_said() -> None:
    state = Evening().state
    for what, ruling, said in (
        ("appeal-form", "", "Say against which ruling"),
        ("appeal-form", "second", "There is no ruling yet"),
        ("report", "third", "There is no such ruling"),
        ("nothing", "", "There is nothing called nothing"),
    ):
        with pytest.raises(press.UnknownPrint, match=said):
            press.render_rulings(what, state, ruling=ruling)
    with pytest.raises(press.UnknownPrint, match="No ruling has been written down"):
        press.render_rulings("report", State())


def test_what_was_asked_and_ruled_is_printed_as_it_was_said_whatever_becomes_of_the_book(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = Evening().appealed().state
    before = [text("report", state), text("appeal-form", state, ruling="first")]
    monkeypatch.delitem(cast("dict[str, object]", book()), "revoke")
    assert [text("report", state), text("appeal-form", state, ruling="first")] == before
