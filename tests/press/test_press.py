"""The prints: as many pages as there should be, the right words on them, and nothing over the edge."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from io import BytesIO
from math import ceil

import pytest
from pypdf import PdfReader

from arrowswitch import press
from arrowswitch.movements.cards.cards import guide_cards, name_slips, rover_cards, table_cards
from samples import SAMPLES, sample

MILLIMETRE = 72 / 25.4
EDGES = {"a4": (210, 297), "a5": (148, 210), "letter": (215.9, 279.4)}
# Every movement on A4, the awkward ones on the other papers too.
EVERY = [(name, "a4") for name in SAMPLES]
EVERY += [(name, paper) for name in ("scrambled", "extended", "appendix", "teams") for paper in ("a5", "letter")]


ALSO_IN_THE_PACK = ("pack", "cards", "rover-cards", "board-slips")


@cache
def printed(what: str, name: str, paper: str = "a4") -> PdfReader:
    return PdfReader(BytesIO(press.render(what, sample(name), paper=paper, title="Tuesday Pairs", club="Club")))


def text(what: str, name: str, page: int = 0, paper: str = "a4") -> str:
    return " ".join(printed(what, name, paper).pages[page].extract_text().split())


@pytest.mark.parametrize(("name", "paper"), EVERY)
def test_a_table_card_is_one_page(name: str, paper: str) -> None:
    assert len(printed("table-cards", name, paper).pages) == len(table_cards(sample(name)))


@pytest.mark.parametrize("name", ["mitchell", "howell", "bump", "teams"])
def test_a_table_card_has_its_number_and_every_set(name: str) -> None:
    for card, page in zip(table_cards(sample(name)), printed("table-cards", name).pages, strict=True):
        words = page.extract_text()
        assert str(card.table) in words.split()
        for row in card.rows:
            if row.boards:
                assert str(row.boards[0]) in words


@pytest.mark.parametrize(("name", "paper"), EVERY)
def test_guide_cards_are_two_to_a_sheet_and_one_on_a5(name: str, paper: str) -> None:
    cards = guide_cards(sample(name))
    each = 1 if paper == "a5" else 2
    pages = printed("guide-cards", name, paper).pages
    assert len(pages) == ceil(len(cards) / each)
    for number, card in enumerate(cards[:4]):
        assert card.name in " ".join(pages[number // each].extract_text().split())


@pytest.mark.parametrize(("name", "paper"), EVERY)
def test_the_desk_sheets_take_no_more_pages_than_they_must(name: str, paper: str) -> None:
    movement = sample(name)
    assert len(printed("room", name, paper).pages) == 1
    assert len(printed("announcements", name, paper).pages) == 1
    parts = ceil(max(card.table for card in table_cards(movement)) / 16) * ceil(movement.rounds / 13)
    assert len(printed("movement", name, paper).pages) == parts
    each = 4 if paper == "a5" else 10
    assert len(printed("name-slips", name, paper).pages) == ceil(len(name_slips(movement)) / each)


@pytest.mark.parametrize("paper", press.PAPERS)
def test_pages_have_the_size_of_the_paper_upright_or_lying(paper: str) -> None:
    wanted = sorted(edge * MILLIMETRE for edge in EDGES[paper])
    for what in ("table-cards", "guide-cards", "room"):
        box = printed(what, "mitchell", paper).pages[0].mediabox
        assert sorted((float(box.width), float(box.height))) == pytest.approx(wanted, abs=0.5)


def test_check_off_slips_and_the_reminder_are_printed_with_their_boards() -> None:
    assert len(printed("check-off", "extended").pages) == 2
    slips, reminder = text("check-off", "extended"), text("check-off", "extended", 1)
    assert "Table 7" in slips
    assert "Table 14" in slips
    assert "8 (R1)" in slips
    assert "after round 20: board 20" in reminder


def test_rover_cards_mark_what_is_not_the_usual_step() -> None:
    assert len(printed("rover-cards", "bump").pages) == ceil(len(rover_cards(sample("bump"))) / 2)
    words = text("rover-cards", "bump")
    assert "NS 10" in words
    assert "8*" in words
    assert "not the usual step" in words


def test_table_cards_mark_what_is_not_as_it_stands_large_at_the_top() -> None:
    """Also on cards that are printed anew when an evening has been planned anew, where much is not as usual."""
    card = next(each for each in table_cards(sample("skip")) if each.ew_goes)
    assert len({row.ew_goes for row in card.rows[:-1]}) == 2
    words = text("table-cards", "skip", card.table - 1)
    assert words.count("*") == 2, words  # the round of the skip, and what the mark means
    assert "not the usual step" in words
    assert "*" not in text("table-cards", "mitchell")


def test_an_arrow_switch_is_explained_on_the_card_and_only_there() -> None:
    assert "turn the boards" in text("table-cards", "scrambled")
    assert "turn the boards" in text("guide-cards", "scrambled")
    assert "turn the boards" not in text("table-cards", "mitchell")
    assert "turn the boards" not in text("guide-cards", "howell")


def test_announcements_name_the_special_move() -> None:
    assert "15 minus their table number" in text("announcements", "extended")


@pytest.mark.parametrize("name", ["mitchell", "extended", "bump", "teams"])
def test_the_pack_is_everything_that_applies_once(name: str) -> None:
    kinds = [what for what in press.applies(sample(name)) if what not in ALSO_IN_THE_PACK]
    assert len(printed("pack", name).pages) == sum(len(printed(what, name).pages) for what in kinds)


def test_what_a_movement_does_not_need_is_refused_in_a_sentence() -> None:
    assert "check-off" not in press.applies(sample("mitchell"))
    with pytest.raises(press.UnknownPrint, match=r"This movement needs no check-off slips\."):
        press.render("check-off", sample("mitchell"))


def test_unknown_prints_and_papers_are_refused_with_what_there_is() -> None:
    with pytest.raises(press.UnknownPrint, match="nothing called posters to print; it can be pack, cards, table-cards"):
        press.render("posters", sample("mitchell"))
    with pytest.raises(press.UnknownPrint, match=r"Paper a3 is not known; it can be a4, a5, letter\."):
        press.render("room", sample("mitchell"), paper="a3")


HOSTILE = (
    '#panic("no") $x^2$ *b* _i_ `c` "q" \\ //x <l> @ref ~',
    "#read('/etc/passwd') #import \"x\"",
    "Bj\u00f8rn & \u017dofia \u2660 \u202e\x00\x07\n\ttabs",
    "W" * 400,
    "{braces} {0} %s",
)


@pytest.mark.parametrize("hostile", HOSTILE)
def test_no_name_can_break_a_page(hostile: str) -> None:
    movement = sample("mitchell")
    labelled = replace(movement, name=hostile, labels=dict.fromkeys(movement.contestants, hostile))
    made = PdfReader(BytesIO(press.render("pack", labelled, title=hostile, club=hostile)))
    assert len(made.pages) == len(printed("pack", "mitchell").pages)


def test_text_is_printed_as_it_was_typed() -> None:
    made = press.render("room", sample("mitchell"), title='#1 "Club" $5 *night*')
    assert '#1 "Club" $5 *night*' in PdfReader(BytesIO(made)).pages[0].extract_text()


def test_the_same_movement_gives_the_same_file() -> None:
    assert press.render("room", sample("howell")) == press.render("room", sample("howell"))


def fonts(pdf: PdfReader) -> set[str]:
    """The fonts of a print, by their names."""
    held = [font.get_object() for page in pdf.pages for font in page["/Resources"]["/Font"].values()]
    return {str(font["/BaseFont"]).partition("+")[2].removesuffix("-Identity-H") for font in held}


def test_prints_are_set_in_the_fonts_of_the_pages() -> None:
    used = fonts(printed("pack", "scrambled"))
    assert {font.partition("-")[0] for font in used} == {"AtkinsonHyperlegibleNext"}
    assert len(used) > 2


def test_signs_and_the_letters_of_any_name_come_with_the_program_too() -> None:
    made = PdfReader(BytesIO(press.render("room", sample("howell"), title="4♠ × ½ → ✓ ●○ Łódź, Žižkov", club="Олімп")))
    assert "4♠ × ½ → ✓ ●○ Łódź, Žižkov" in made.pages[0].extract_text()
    assert "Олімп" in made.pages[0].extract_text()
    families = {font.partition("-")[0] for font in fonts(made)}
    assert families == {"AtkinsonHyperlegibleNext", "ArrowswitchSymbols", "LibertinusSerif"}


def test_words_are_printed_in_another_language() -> None:
    german = {"Table": "Tisch", "Stays here": "Bleibt hier"}
    made = press.render("table-cards", sample("mitchell"), gettext=lambda words: german.get(words, words), lang="de")
    words = PdfReader(BytesIO(made)).pages[0].extract_text()
    assert "TISCH" in words
    assert "BLEIBT HIER" in words
