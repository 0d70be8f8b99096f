"""The scoring desk in a real browser: the manuals' numbers, for every reader, by keyboard, without scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlencode

import pytest
from browsing import at_widths, faults_in_light_and_dark, fits, visiting
from playwright.sync_api import Browser, Page, expect
from site_server import Served, get

from arrowswitch.regulations import names
from arrowswitch.scoring import scale_names
from arrowswitch.site.calculator.tools import TOOLS

EXAMPLES = [f"calculator/{slug}/?{urlencode(tool.example)}" for slug, tool in TOOLS.items()]
PAGES = ["calculator/", "calculator/imps/", *EXAMPLES, "calculator/weighted/?scores=42O"]
FIRST = "all => all.map((one) => one.firstChild.data.trim())"
"""The text of elements, without what stands inside them in small type."""


@pytest.fixture(scope="module")
def desk(browser: Browser, demo: Served) -> Iterator[Page]:
    """One page for the tests that only look."""
    with visiting(browser, demo.address + "calculator/") as page:
        yield page


def asked(page: Page, demo: Served, slug: str, **typed: object) -> Page:
    page.goto(f"{demo.address}calculator/{slug}/?{urlencode(typed)}")
    return page


def figures(page: Page) -> list[str]:
    """The numbers that were asked for, without what stands under them."""
    page.wait_for_load_state()
    found: list[str] = page.locator(".results dd").evaluate_all(FIRST)
    return found


def cells(page: Page, column: int, table: int = 0) -> list[str]:
    return page.locator(".points").nth(table).locator(f"tbody tr > :nth-child({column})").all_inner_texts()


def steps(page: Page) -> list[tuple[str, str]]:
    """Text and result of every step of the working that is shown first."""
    first = page.locator(".account").first
    texts: list[str] = first.locator(".step").evaluate_all(FIRST)
    return list(zip(texts, first.locator(".came").all_inner_texts(), strict=True))


# -- the numbers of the manuals -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("result", "vulnerable", "score"),
    [
        ("4DX+1", "no", "+610"),  # NZ manual and field: 4♦ doubled with an overtrick
        ("4♦X +1", "yes", "+910"),
        ("3NT=", "no", "+400"),
        ("4S W -1", "yes", "−100"),
        ("7NTXX=", "yes", "+2980"),
        ("1CXX-7", "yes", "−4000"),
        ("pass", "no", "0"),
    ],
)
def test_a_contract_scores_what_law_77_says(desk: Page, demo: Served, result: str, vulnerable: str, score: str) -> None:
    assert figures(asked(desk, demo, "contract", result=result, vulnerable=vulnerable))[0] == score


def test_the_parts_of_a_contract_are_its_working(desk: Page, demo: Served) -> None:
    asked(desk, demo, "contract", result="4DX+1")
    assert [came for _, came in steps(desk)] == ["160", "460", "560", "610"]
    expect(desk.locator(".account .law").last).to_have_text("Law 77")
    expect(desk.locator(".points .marked")).to_have_text(re.compile(r"\+1\s*11\s*\+610\s*\+910"))


def test_two_hundred_and_seventy_are_seven_imps(desk: Page, demo: Served) -> None:
    assert figures(asked(desk, demo, "imps", by="difference", difference="-270")) == ["−7"]
    assert figures(asked(desk, demo, "imps", by="difference", difference="−270")) == ["−7"]
    assert figures(asked(desk, demo, "imps", by="difference", difference="10")) == ["0"]
    assert figures(asked(desk, demo, "imps", by="scores", first="620", second="-100")) == ["+12"]
    assert steps(desk) == [("620 and 100 together", "720"), ("IMPs for a difference of 720", "12")]


@pytest.mark.parametrize(
    ("typed", "vps"),
    [
        ({"margin": 9, "boards": 6}, ["13.90", "6.10"]),
        ({"margin": 2, "boards": 6}, ["10.99", "9.01"]),
        ({"margin": -9, "boards": 6}, ["6.10", "13.90"]),
        ({"margin": 7, "boards": 8, "scale": "acbl-20"}, ["13", "7"]),
        ({"margin": 30, "boards": 8, "scale": "wbf-discrete"}, ["18", "2"]),
    ],
)
def test_margins_become_victory_points(desk: Page, demo: Served, typed: dict[str, object], vps: list[str]) -> None:
    assert figures(asked(desk, demo, "vps", **typed)) == vps


def test_every_scale_can_be_chosen_and_answers(desk: Page, demo: Served) -> None:
    asked(desk, demo, "vps")
    offered = desk.locator("#id_scale option").evaluate_all("all => all.map((one) => one.value)")
    assert offered == list(scale_names())
    for name in scale_names():
        margin = 60 if name == "percent-20" else 8
        found = figures(asked(desk, demo, "vps", margin=margin, boards=7, scale=name))
        total = {"acbl-30": 30, "half-round-robin": 10}.get(name, 20)
        assert sum(float(number) for number in found) == total
        assert float(found[0]) > total / 2


WEIGHTED = TOOLS["weighted"].example


def test_a_weighted_score_is_shared_over_the_whole_table(desk: Page, demo: Served) -> None:
    # QBA course, L89-97: 450 is worth 14.6, 420 8.6, -50 2; the pair 40% and 60% of them
    asked(desk, demo, "weighted", **WEIGHTED)
    assert figures(desk) == ["11", "5"]
    assert cells(desk, 1) == ["450", "420", "−50", "weighted"]
    assert cells(desk, 3) == ["14.6", "8.6", "2.0", "11"]
    assert cells(desk, 4) == ["1.4", "7.4", "14.0", "5"]
    assert [came for _, came in steps(desk)] == ["5.84", "5.16", "11"]


def test_the_simple_way_gives_the_pair_as_much_and_the_others_an_average_there(desk: Page, demo: Served) -> None:
    asked(desk, demo, "weighted", **WEIGHTED, method="simple", federation="nzb")
    assert figures(desk) == ["11", "5"]
    assert cells(desk, 3) == ["14", "9", "3", "11"]  # one more for the table that is not compared with


def test_zone_7_gives_twelve_point_six(desk: Page, demo: Served) -> None:
    # QBA course, L746-769: 30% +1430, 40% +680, 20% +650, 10% -100 over 2, 5, 2 and 2 tables
    typed: dict[str, object] = {"scores": "1430x2, 680 x 5; 650×2\n-100*2"}
    for number, (made, weight) in enumerate(((1430, "30%"), (680, "40"), (650, "20,0"), (-100, 10)), 1):
        typed |= {f"outcome_{number}": made, f"weight_{number}": weight}
    asked(desk, demo, "weighted", **typed)
    assert figures(desk) == ["12.6", "9.4"]
    assert cells(desk, 3)[:-1] == ["20.7", "13.0", "5.4", "1.1"]


def test_a_board_fouled_at_three_of_ten_tables(desk: Page, demo: Served) -> None:
    # EBU article of 2010 (Busbridge L1943-1981)
    asked(desk, demo, "fouled", **TOOLS["fouled"].example)
    assert cells(desk, 3, 0) == ["17.6", "14.7", "11.9", "9.0", "6.1", "3.3", "0.4"]
    assert cells(desk, 3, 1) == ["15.7", "9.0", "2.3"]
    assert cells(desk, 4, 0) == ["0.4", "3.3", "6.1", "9.0", "11.9", "14.7", "17.6"]
    assert steps(desk)[1] == ("Neuberg: (12 + 1) × 10 ÷ 7 − 1", "17.5714")


def test_small_versions_go_by_the_federation_and_by_fault(desk: Page, demo: Served) -> None:
    groups = {"group_a": "650 630 620 600 170 140 -100 -200", "group_b": "620 -100"}
    # New Zealand, July 2013: 65 and 55% of 18 for two results, nobody at fault; 45 and 35 for those at fault
    asked(desk, demo, "fouled", **groups, federation="nzb")
    assert cells(desk, 3, 1) == ["11.7", "9.9"]
    asked(desk, demo, "fouled", **groups, federation="nzb", ns_fault="directly")
    assert cells(desk, 3, 1) == ["8.1", "6.3"]
    assert cells(desk, 4, 1) == ["9.9", "11.7"]
    asked(desk, demo, "fouled", **groups, federation="bnsw")
    assert cells(desk, 3, 1) == ["10.8", "10.8"]  # Bridge NSW 7.3.2: 60%


def test_nine_results_of_ten(desk: Page, demo: Served) -> None:
    # EBU article of 2010: 17.9 ... 0.1; NZ manual L1861: 17, 15 ... 1
    nine = "650 630 620 600 170 140 110 -100 -200"
    asked(desk, demo, "short", by="scores", scores=nine, expected=10, federation="ebu")
    assert [cells(desk, 3)[place] for place in (0, 4, -1)] == ["17.9", "9.0", "0.1"]
    asked(desk, demo, "short", by="scores", scores=nine, expected=10, federation="nzb")
    assert cells(desk, 3) == ["17", "15", "13", "11", "9", "7", "5", "3", "1"]
    asked(desk, demo, "short", by="matchpoints", matchpoints=16, results=9, expected=10, federation="ebu")
    assert figures(desk) == ["17.9"]
    asked(desk, demo, "short", by="matchpoints", matchpoints=16, results=9, expected=10, method="plus-one")
    assert figures(desk) == ["17"]


def test_self_inflicted_damage_leaves_six(desk: Page, demo: Served) -> None:
    # QBA course, L661-709: 14 expected, 8 after the infraction, 0 in fact
    asked(desk, demo, "damage", **TOOLS["damage"].example)
    assert figures(desk) == ["6", "2"]
    assert [came for _, came in steps(desk)] == ["14", "8", "6", "0", "6"]
    turned = {"scores": "-140 110 -50 50 -140 -110 110 -50", "expected": -140, "after": -50, "actual": 140}
    assert figures(asked(desk, demo, "damage", side="ew", **turned)) == ["2", "6"]


def test_penalties_are_a_part_of_the_real_top(desk: Page, demo: Served) -> None:
    # NZ manual L2032: 13 tables, 26 boards, 10%: 2.4 of 624; with 16 and 13 tables together 5.6
    asked(desk, demo, "penalty", by="tops", amount="10%", tables="13", boards="26")
    assert figures(desk) == ["2.4", "0.38%"]
    assert [came for _, came in steps(desk)] == ["24", "2.4", "0.3846"]
    for amount, tables, taken in (("10", "16+13", "5.6"), ("1/4", "13", "6"), ("", "13", "2.4")):
        assert figures(asked(desk, demo, "penalty", amount=amount, tables=tables, boards=26))[0] == taken
    assert figures(asked(desk, demo, "penalty", by="imps")) == ["3"]
    assert figures(asked(desk, demo, "penalty", by="vps", federation="acbl")) == ["1"]
    asked(desk, demo, "penalty", by="imps", federation="bnsw")
    assert ("Late, from 11 minutes", "50%") in zip(cells(desk, 1), cells(desk, 2), strict=True)


def test_average_plus_follows_the_pairs_own_percentage(desk: Page, demo: Served) -> None:
    typed = {"ns_award": "plus", "ns_own": "64", "ew_award": "minus", "ew_own": "", "tables": "12"}
    assert figures(asked(desk, demo, "averages", **typed, federation="nzb")) == ["14.1", "7.9"]  # 64 and 36% of 22
    assert figures(asked(desk, demo, "averages", **typed, federation="wbf")) == ["14.08", "8.8"]
    assert figures(asked(desk, demo, "averages", tables="12")) == ["13.2", "8.8"]
    lower = {**typed, "ns_own": "54", "ew_own": "38"}
    assert figures(asked(desk, demo, "averages", **lower)) == ["13.2", "8.36"]


def test_instant_matchpoints_come_from_the_calculator(desk: Page, demo: Served) -> None:
    # NZ manual L5083-5129
    for made, points in ((620, ["57", "23"]), (-50, ["40", "40"]), (-1430, ["5", "75"])):
        assert figures(asked(desk, demo, "instant", score=made)) == points


def test_every_federation_can_be_chosen_and_the_clubs_own_is_the_first(desk: Page, demo: Served) -> None:
    for slug in ("weighted", "fouled", "short", "averages", "damage", "penalty"):
        asked(desk, demo, slug)
        expect(desk.get_by_label("Federation", exact=True)).to_have_value("wbf")
        for name in names():
            assert figures(asked(desk, demo, slug, **{**TOOLS[slug].example, "federation": name}))


# -- typing, and what cannot be read --------------------------------------------------------------------------------------


def test_the_answer_follows_what_is_typed_and_the_address_keeps_it(browser: Browser, demo: Served) -> None:
    with visiting(browser, demo.address + "calculator/vps/") as page:
        expect(page.locator(".waiting")).to_be_visible()
        page.get_by_label("Margin").fill("9")
        page.get_by_label("Boards", exact=True).fill("6")
        expect(page.locator(".results dd").first).to_contain_text("13.90")
        expect(page.get_by_role("status")).to_have_text("This side: 13.90. The other side: 6.10")
        page.wait_for_url(re.compile("margin=9&boards=6"))
        page.get_by_label("Scale").select_option("acbl-20")
        expect(page.locator(".results dd").first).to_contain_text("14")
        page.reload()
        assert figures(page) == ["14", "6"]
        expect(page.get_by_label("Margin")).to_have_value("9")


def test_a_third_outcome_is_asked_for_when_there_is_a_second(browser: Browser, demo: Served) -> None:
    with visiting(browser, demo.address + "calculator/weighted/", width="phone") as page:
        for number, shown in ((1, True), (2, True), (3, False), (5, False)):
            expect(page.locator(f"#id_outcome_{number}")).to_be_visible(visible=shown)
        for number in (1, 2, 3, 4):
            page.locator(f"#id_outcome_{number}").fill(str(400 + 10 * number))
            expect(page.locator(f"#id_weight_{number + 1}")).to_be_visible()
        page.locator("#id_outcome_2").fill("")
        expect(page.locator("#id_outcome_4")).to_be_visible()


BAD = [
    ("contract", "result", "4Z", "is not a result"),
    ("contract", "result", "3NT+5", "3NT +5 cannot be: its results go from -9 to +4."),
    ("imps", "difference", "lots", "“lots” is not a number; write one from -20000 to 20000."),
    ("vps", "margin", "nine", "“nine” is not a number"),
    ("vps", "margin", "5000", "5000 will not do; write a number from -1000 to 1000."),
    ("vps", "boards", "0", "0 will not do; write a whole number from 1 to 200."),
    ("weighted", "scores", "420 45O", "“45O” is not a score; write scores such as 420 450x2 -50."),
    ("weighted", "scores", "425", "No contract scores 425; look at the number again."),
    ("weighted", "outcome_1", "much", "“much” is not a score; write a number such as 620 or -50."),
    ("weighted", "weight_2", "50", "The percentages make 90 and must make 100."),
    ("weighted", "weight_1", "140", "140 will not do; write a number from 0 to 100."),
    ("fouled", "group_a", "x", "is not a score"),
    ("fouled", "group_b", "620 6200", "No contract scores 6200"),
    ("fouled", "group_c", "620x999", "That is more than 500 tables; leave some out."),
    ("fouled", "expected", "9", "There are 10 results already; expect that many or more."),
    ("short", "scores", "--", "is not a score"),
    ("short", "expected", "8", "There are 9 results already; expect that many or more."),
    ("averages", "ns_own", "640", "640 will not do; write a number from 0 to 100."),
    ("averages", "ew_own", "good", "“good” is not a number"),
    ("averages", "tables", "1", "A board is compared at 2 to 9999 tables, not at 1."),
    ("damage", "scores", "?", "is not a score"),
    ("damage", "expected", "145", "No contract scores 145"),
    ("damage", "after", "a", "is not a score"),
    ("damage", "actual", "-14O", "is not a score"),
    ("penalty", "amount", "some", "“some” is not a penalty; write 10%, 1/4 or 3."),
    ("penalty", "amount", "0.25", "Write it in percent or as a part of a top: 25% or 1/4."),
    ("penalty", "tables", "13½", "“13½” is not a number of tables; write 13, or 16+13 for two sections."),
    ("penalty", "boards", "-1", "-1 will not do; write a whole number from 1 to 200."),
    ("instant", "score", "1e9", "is not a score"),
]


@pytest.mark.parametrize(("slug", "field", "text", "sentence"), BAD, ids=lambda value: str(value)[:20])
def test_bad_input_is_answered_beside_its_field_and_nothing_else_changes(
    desk: Page, demo: Served, slug: str, field: str, text: str, sentence: str
) -> None:
    asked(desk, demo, slug, **TOOLS[slug].example)
    before, address = desk.locator("#answer").inner_html(), desk.url
    right = desk.locator(f"#id_{field}").input_value()
    desk.locator(f"#id_{field}").fill(text)
    expect(desk.locator(f"#error_{field}")).to_contain_text(sentence)
    assert desk.locator("#answer").inner_html() == before
    assert desk.url == address
    assert desk.locator(".calc .error:not(:empty)").count() == 1
    desk.locator(f"#id_{field}").fill(right)
    expect(desk.locator(f"#error_{field}")).to_be_empty()


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ("imps/?by=scores&first=65&second=100", "No contract scores 65"),
        ("imps/?by=scores&first=100&second=q", "“q” is not a score"),
        ("short/?by=matchpoints&matchpoints=17&results=9&expected=10", "Among 9 results the most is 16."),
        ("short/?by=matchpoints&matchpoints=16&results=0&expected=10", "0 will not do"),
        ("vps/?margin=9&boards=60&scale=acbl-20", "has no column for 60 boards"),
        ("vps/?margin=101&boards=6&scale=percent-20", "write one from 0 to 100"),
        ("vps/?margin=9&boards=6&scale=secret", "“secret” is not one of the choices."),
        ("penalty/?by=imps&amount=10%25", "a top has no part here"),
        ("fouled/?federation=nowhere", "“nowhere” is not one of the choices."),
        ("weighted/?weight_1=40", "Write the score that has this weight."),
        ("weighted/?scores=" + "620+" * 900, "That is longer than it can be"),
        ("instant/?score=%00", "Null characters are not allowed."),
    ],
)
def test_an_address_that_cannot_be_worked_out_says_why(demo: Served, place: str, sentence: str) -> None:
    status, _, page = get(f"{demo.address}calculator/{place}")
    assert status == 200
    errors = [text for text in re.findall(r'<p class="error"[^>]*>(.*?)</p>', page) if text]
    assert len(errors) == 1
    assert sentence in errors[0]


def test_there_is_no_other_calculation(demo: Served) -> None:
    assert get(f"{demo.address}calculator/horoscope/")[0] == 404


# -- for every reader -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", PAGES)
def test_a_page_of_the_desk_is_fit_for_every_reader_and_every_width(browser: Browser, demo: Served, place: str) -> None:
    with visiting(browser, demo.address + place, width="phone") as page:
        for details in page.locator("details").all():
            details.evaluate("one => one.open = true")
        for width in at_widths(page, "phone", "laptop"):
            assert fits(page), width
            if width == "phone":
                assert (
                    page.evaluate(
                        "Math.max(0, ...[...document.querySelectorAll('.scroll')]"
                        ".map((one) => one.scrollWidth - one.clientWidth))"
                    )
                    == 0
                )
            assert faults_in_light_and_dark(page) == [], width


@pytest.mark.parametrize("place", ["calculator/", *EXAMPLES])
def test_type_is_large_and_targets_are_thumb_sized(browser: Browser, demo: Served, place: str) -> None:
    with visiting(browser, demo.address + place, width="phone") as page:
        sizes = page.evaluate(
            """() => [...document.querySelectorAll("main *")]
                .filter((one) => [...one.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
                .map((one) => parseFloat(getComputedStyle(one).fontSize))"""
        )
        assert min(sizes) >= 16
        targets = page.locator(
            ".button:visible, .pick label:visible, input[type=text]:visible, select:visible, textarea:visible,"
            "summary:visible, .drawers li:visible, .back a:visible, .places a:visible"
        )
        small = [
            (target.inner_text(), box["height"])
            for target in targets.all()
            if (box := target.bounding_box()) and box["height"] < 47.5
        ]
        assert small == []
        tops = [box["y"] for place in page.locator(".places a").all() if (box := place.bounding_box())]
        assert max(tops) - min(tops) < 5  # one line


def test_a_director_finds_the_calculation_and_works_it_by_keyboard_alone(browser: Browser, demo: Served) -> None:
    with visiting(browser, demo.address) as page:
        page.keyboard.press("Tab")
        page.keyboard.press("c")
        page.wait_for_url(re.compile("/calculator/$"))
        page.get_by_role("link", name="IMPs", exact=True).focus()
        page.keyboard.press("Enter")
        page.wait_for_url(re.compile("/calculator/imps/$"))
        for _ in range(30):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.name") == "by":
                break
        page.keyboard.press("ArrowRight")
        expect(page.locator("#id_difference")).to_be_hidden()
        page.keyboard.press("Tab")
        page.keyboard.type("620")
        page.keyboard.press("Tab")
        page.keyboard.type("-100")
        expect(page.locator(".results dd")).to_contain_text("+12")
        page.keyboard.press("Tab")
        expect(page.locator("summary")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator(".points .marked")).to_contain_text("600–740")


def test_everything_is_worked_out_without_scripts(browser: Browser, demo: Served) -> None:
    with visiting(browser, demo.address + "calculator/", script=False, width="phone") as page:
        page.get_by_role("link", name="Weighted score").click()
        for name, text in WEIGHTED.items():
            page.locator(f"#id_{name}").fill(text)
        page.get_by_role("button", name="Work it out").click()
        assert figures(page) == ["11", "5"]
        page.locator("#id_weight_2").fill("70")
        page.get_by_role("button", name="Work it out").click()
        expect(page.locator("#error_weight_2")).to_have_text("The percentages make 110 and must make 100.")
        expect(page.locator("#id_scores")).to_have_value(WEIGHTED["scores"])
        page.get_by_role("link", name="All calculations").click()
        page.get_by_role("link", name="IMPs", exact=True).click()
        page.get_by_role("radio", name="Two scores").check()
        expect(page.locator("#id_difference")).to_be_hidden()
        page.get_by_role("link", name="Show me an example").click()
        assert figures(page) == ["−7"]


def test_the_menu_on_a_laptop_leads_to_every_calculation(browser: Browser, demo: Served) -> None:
    with visiting(browser, demo.address + "calculator/contract/") as page:
        for slug, tool in TOOLS.items():
            page.locator(".tools").get_by_role("link", name=str(tool.title), exact=True).click()
            page.wait_for_url(re.compile(f"/calculator/{slug}/$"))
            expect(page.get_by_role("heading", level=1)).to_have_text(str(tool.title))
            page.get_by_role("link", name="Show me an example").click()
            expect(page.locator(".account").first).to_be_visible()
