"""Numbers are written in one place, so a percentage is the same on the page, at the desk, in print and from the command."""

from __future__ import annotations

import json
import re
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as some
from typer.testing import CliRunner

from arrowswitch.cli import app
from arrowswitch.press.results import percentage as printed
from arrowswitch.scoring.figures import column, fixed, shown
from arrowswitch.site.night.results.shown import percentage as on_the_page
from arrowswitch.site.night.templatetags.bridge_words import percent as at_the_desk

SOURCE = Path(__file__).resolve().parents[2] / "src" / "arrowswitch"
FORMATTED = re.compile(r"\{[^{}]*:[+,]?\.\d[fg]\}|:g\}|floatformat")
OF_OTHER_THINGS = {
    "movements": "the quality of a movement, which is a measurement",
    "site/club_cards": "places in a drawing, and the quality of a movement",
    "site/templates/club_cards": "the quality of a movement",
    "site/movement": "places in a drawing, and the quality of a movement",
    "site/templates/movement": "the quality of a movement",
    "site/night/setup/forms.py": "minutes in a field",
    "session/desk/typed.py": "percentages as they are typed, so that they can be read again",
    "session/troubles/people.py": "minutes",
    "cli/movement.py": "the quality of a movement",
    "cli/design.py": "the quality of a movement",
    "cli/sessions.py": "the quality of an event",
    "regulations/written.py": "values of the regulations as they are typed, so that they can be read again",
}


@given(some.fractions(0, 100, max_denominator=1600))
def test_page_desk_print_and_command_write_a_percentage_alike(value: Fraction) -> None:
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    right = str(exact.quantize(Decimal("0.01"), ROUND_HALF_UP))
    assert {on_the_page(value), at_the_desk(value), printed(value), fixed(value)} == {right}


@given(some.lists(some.fractions(-100, 100, max_denominator=400), min_size=1))
def test_a_column_has_as_many_decimals_as_one_of_its_numbers_needs(values: list[Fraction]) -> None:
    texts = column(values)
    (places,) = {len(text.partition(".")[2]) for text in texts}
    assert places == max(len(shown(value).partition(".")[2]) for value in values)


def test_a_half_of_a_hundredth_goes_up_in_the_command(tmp_path: Path) -> None:
    results = [
        {"board": board, "ns": f"{pair}", "ew": f"{100 + pair}", "score": score}
        for board, scores in enumerate(SCORES, 1)
        for pair, score in enumerate(scores, 1)
    ]
    path = tmp_path / "night.json"
    path.write_text(json.dumps({"results": results}))
    answer = json.loads(CliRunner().invoke(app, ["score", str(path), "--json"]).stdout)
    assert 40.625 in [row["percent"] for row in answer["ranking"]]
    assert "40.63" in CliRunner().invoke(app, ["score", str(path)]).stdout


SCORES = [[100 * ((pair + 2 * board) % 9) for pair in range(9)] for board in range(3)] + [
    [50] * 4 + [0, 10, 20, 30, 40]
]


def test_nobody_else_formats_numbers() -> None:
    found = [
        f"{path.relative_to(SOURCE)}: {line.strip()[:80]}"
        for path in sorted(SOURCE.rglob("*"))
        if path.suffix in (".py", ".html")
        and not any(path.relative_to(SOURCE).as_posix().startswith(each) for each in OF_OTHER_THINGS)
        for line in path.read_text("utf-8").splitlines()
        if FORMATTED.search(line)
    ]
    assert found == []
