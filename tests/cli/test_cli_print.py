"""The command `arrowswitch print`, run as a person runs it."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from pypdf import PdfReader

from arrowswitch.deals import dealt
from arrowswitch.formats import write_deals
from arrowswitch.movements import build, dumps
from arrowswitch.session import Actor, Command, Open, Polled, Rule, SectionPlan, Start, State, decide, evolve
from arrowswitch.session.journal.text import dumps as journal_dumps

SOURCE = Path(__file__).parent.parent.parent / "src"


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-X", "utf8", "-m", "arrowswitch", "print", *map(str, arguments)],
        cwd=SOURCE,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def test_the_cards_of_a_family_are_written_to_a_pdf(tmp_path: Path) -> None:
    file = tmp_path / "cards.pdf"
    ran = run("table-cards", "mitchell", "--tables", "6½", "--paper", "a5", "--club", "#1 Club", "-o", file)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")
    pages = PdfReader(file).pages
    assert len(pages) == 7
    assert "#1 Club" in pages[0].extract_text()


def test_the_cards_of_a_movement_file_are_written_to_a_pdf(tmp_path: Path) -> None:
    source, file = tmp_path / "night.json", tmp_path / "night.pdf"
    source.write_text(dumps(build("howell", tables=5)), encoding="utf-8")
    ran = run("guide-cards", "--movement", source, "-o", file)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert len(PdfReader(file).pages) == 5


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["posters", "mitchell", "--tables", "7"], "There is nothing called posters to print; it can be pack"),
        (["check-off", "mitchell", "--tables", "7"], "This movement needs no check-off slips."),
        (["room", "mitchell", "--tables", "7", "--paper", "a3"], "Paper a3 is not known; it can be a4, a5, letter."),
        (["room"], "Name either a family"),
        (["room", "mitchell", "--movement", "x.json"], "Name either a family"),
        (["room", "--movement", "missing.json"], "There is no file missing.json."),
        (["room", "skip-mitchell", "--tables", "7"], "7"),
    ],
)
def test_what_cannot_be_printed_is_refused_in_a_sentence(tmp_path: Path, arguments: list[str], sentence: str) -> None:
    file = tmp_path / "cards.pdf"
    ran = run(*arguments, "-o", file)
    assert ran.returncode == 2
    assert sentence in ran.stderr
    assert len(ran.stderr.strip().splitlines()) == 1
    assert not file.exists()


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    ran = run("room", "mitchell", "--tables", "7", "-o", tmp_path / "no" / "such" / "folder.pdf")
    assert ran.returncode == 2
    assert ran.stderr.strip().endswith("folder.pdf cannot be written: No such file or directory.")


JOURNAL = Path(__file__).parent.parent / "data" / "session-journal-1.jsonl"


def test_the_results_of_a_journal_are_written_to_a_pdf(tmp_path: Path) -> None:
    file = tmp_path / "results.pdf"
    ran = run("results", JOURNAL, "--club", "Riverside", "-o", file)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")
    text = PdfReader(file).pages[0].extract_text()
    assert "Tuesday" in text
    assert "Howell, 3 tables, 5 rounds" in text


def test_the_forms_of_a_session_are_written_to_a_pdf_too(tmp_path: Path) -> None:
    file = tmp_path / "forms.pdf"
    assert run("pick-up-slips", JOURNAL, "-o", file).returncode == 0
    assert "Table 1 Round 1" in PdfReader(file).pages[0].extract_text()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is empty: there is no session in it."),
        ("not JSON", "is not the journal of a session: Line 1 is not JSON."),
        ('{"version": 99}', "A newer program is needed."),
        ("LAST", "its lines do not follow from each other."),
    ],
)
def test_a_file_that_is_no_journal_is_refused_in_a_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    source, file = tmp_path / "night.jsonl", tmp_path / "night.pdf"
    last = JOURNAL.read_text("utf-8").splitlines()[-1]
    source.write_text(last if text == "LAST" else text, encoding="utf-8")
    ran = run("recap", source, "-o", file)
    assert ran.returncode == 2
    assert ran.stderr.strip().endswith(sentence)
    assert len(ran.stderr.strip().splitlines()) == 1
    assert not file.exists()


def test_results_need_a_journal(tmp_path: Path) -> None:
    ran = run("results", "-o", tmp_path / "x.pdf")
    assert ran.returncode == 2
    assert ran.stderr.startswith("Name the journal of the session: arrowswitch print results night.jsonl")
    ran = run("results", "missing.jsonl", "-o", tmp_path / "x.pdf")
    assert ran.stderr.strip() == "There is no file missing.jsonl."


def test_the_rulings_of_a_journal_are_reported_and_their_appeal_form_printed(tmp_path: Path) -> None:
    """The journal is a night with two rulings, with a poll."""
    began = datetime(2026, 1, 6, 19, 30, tzinfo=UTC)
    state = State()
    plan = SectionPlan("A", build("mitchell", tables=3, boards_per_round=1))
    poll = (Polled("pass", "Cy Cole"),)
    for act in (
        Open("Tuesday", date(2026, 1, 6), (plan,)),
        Start(),
        Rule("revoke", "A", 1, 1, 1, ("yes", "no", "in-time", "hand", "both"), facts="Two revokes.", poll=poll),
        Rule("revoke", "A", 1, 2, 2, ("yes", "no", "in-time", "hand", "both"), facts="Two more."),
    ):
        command = Command(f"c{len(state.journal)}", Actor("director", "Ann"), began, act)
        for entry in decide(state, command):
            state = evolve(state, entry)
    journal, file = tmp_path / "night.jsonl", tmp_path / "report.pdf"
    journal.write_text(journal_dumps(state.journal), encoding="utf-8")
    assert run("report", journal, "-o", file).stderr == ""
    text = "".join(page.extract_text() for page in PdfReader(file).pages)
    assert "Two revokes." in text
    assert "Two more." in text
    assert "Cy Cole" not in text
    assert run("appeal-form", journal, "--ruling", "2", "-o", file).returncode == 0
    text = "".join(page.extract_text() for page in PdfReader(file).pages)
    assert "Two more." in text
    assert "Two revokes." not in text
    for arguments, said in (
        (("appeal-form", journal), "Say against which ruling the appeal is."),
        (("report", journal, "--ruling", "3"), "There is no ruling 3; the session has 2."),
        (("report", "mitchell", "--tables", "7"), "There is no file mitchell."),
    ):
        ran = run(*arguments, "-o", file)
        assert (ran.returncode, ran.stderr.strip()) == (2, said)


def test_hand_records_come_from_a_file_of_deals(tmp_path: Path) -> None:
    deals, file = tmp_path / "night.pbn", tmp_path / "hands.pdf"
    deals.write_text(write_deals(dealt("7", range(1, 9))))
    ran = run("hands-one", deals, "--only", "2-3,7", "--title", "Tuesday", "--colours", "black", "-o", file)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")
    pages = [page.extract_text() for page in PdfReader(file).pages]
    assert len(pages) == 3
    assert all("Par " in page and "Tuesday" in page for page in pages)
    for words, sentence in (
        (("redeal", deals, "--only", "30"), f"None of these boards is in {deals}.\n"),
        (("redeal", deals, "--only", "x"), "“x” is no board; write 7 or 1-8,12.\n"),
        (("hands", deals, "--colours", "pink"), "Colours can be four, black.\n"),
        (("hands",), f"Name the file of the deals: arrowswitch print hands night.pbn -o {file}.\n"),
        (("hands", tmp_path / "none.pbn"), f"There is no file {tmp_path / 'none.pbn'}.\n"),
    ):
        ran = run(*words, "-o", file)
        assert (ran.returncode, ran.stderr) == (2, sentence)
