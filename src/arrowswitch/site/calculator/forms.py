"""The questions of each calculation. `rows` says what stands beside what, `needs` what must be there to begin."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.text import format_lazy
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from arrowswitch import regulations
from arrowswitch.scoring import scale_names
from arrowswitch.scoring.figures import shown
from arrowswitch.scoring.matches.victory_points import SCALES, read_scale
from arrowswitch.site.calculator.fields import (
    AmountField,
    NumberField,
    OneOfField,
    ResultField,
    ScoreField,
    ScoresField,
    TablesField,
)
from arrowswitch.site.federations import choices as federations

OUTCOMES = 5
EXAMPLE = (("450", "40%"), ("420", "60%"))
HOW_SCORES = _("North-South’s view, with spaces between; 450x2 for two tables.")
FAULTS = (("none", _("not at fault")), ("partly", _("partly at fault")), ("directly", _("at fault")))
AWARDS = (("plus", _("Average plus")), ("average", _("Average")), ("minus", _("Average minus")))
SIDES = (("ns", _("North-South")), ("ew", _("East-West")))
METHODS = (
    ("", _("As the federation says")),
    ("neuberg", _("Neuberg’s formula")),
    ("plus-one", _("One more for each missing result")),
    ("factor", _("In proportion")),
    ("none", _("Not at all")),
)


def radio(choices: Any, label: Any, **more: Any) -> OneOfField:
    """A choice between a few, all of them in sight."""
    return OneOfField(choices, label=label, widget=forms.RadioSelect, **more)


def scales() -> list[tuple[str, str]]:
    """The scales of victory points, each with the federations that play by it."""
    used: dict[str, list[str]] = {}
    for name in regulations.names():
        used.setdefault(regulations.load(name).matches.scale, []).append(name.upper())
    titles = {"wbf": gettext("WBF continuous"), "wbf-discrete": gettext("WBF in whole victory points")}
    found = []
    for name in scale_names():
        title = titles.get(name) or gettext(read_scale(SCALES / f"{name}.toml").title)
        found.append((name, f"{title} · {', '.join(sorted(used[name]))}" if name in used else title))
    return found


class CalculatorForm(forms.Form):
    """A calculation's questions."""

    rows: tuple[tuple[str, ...], ...] = ()
    needs: tuple[str, ...] = ()
    only: dict[str, str] = {}  # noqa: RUF012 - field -> the way of asking (`by`) in which it is asked

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        for name, field in self.fields.items():
            hint = f" hint_{name}" if field.help_text else ""
            if not isinstance(field.widget, forms.RadioSelect):
                field.widget.attrs["aria-describedby"] = f"error_{name}{hint}"

    def placed(self) -> Iterator[tuple[str, list[BoundField]]]:
        """The rows: the class that says in which way of asking a row is there, and its fields."""
        for row in self.rows:
            way = self.only.get(row[0])
            yield f"when-{way}" if way else "", [self[name] for name in row]

    def needed(self) -> tuple[str, ...]:
        """What must be there before there is an answer."""
        by = self.cleaned_data.get("by")
        return tuple(name for name in self.needs if self.only.get(name, by) == by)

    @property
    def asks(self) -> bool:
        """Whether there is something to answer."""
        return self.is_valid() and all(self.cleaned_data.get(name) is not None for name in self.needed())


class ByFederation(CalculatorForm):
    """A question that federations answer differently."""

    federation = OneOfField(federations, label=_("Federation"))

    @property
    def profile(self) -> str:
        """The federation whose regulations are asked for."""
        return str(self.cleaned_data["federation"])


class ContractForm(CalculatorForm):
    """What a contract scores."""

    rows = (("result", "vulnerable"),)
    needs = ("result",)
    result = ResultField(label=_("Contract and result"), example="4♦X +1", help_text=_("4DX+1, 3NT-2, 6S=, 2H W 9"))
    vulnerable = radio((("no", _("No")), ("yes", _("Yes"))), _("Declarer vulnerable"))


class ImpsForm(CalculatorForm):
    """IMPs, for a difference or for two scores."""

    rows = (("by",), ("difference",), ("first", "second"))
    needs = ("difference", "first", "second")
    only = {"difference": "difference", "first": "scores", "second": "scores"}  # noqa: RUF012
    by = radio((("difference", _("A difference")), ("scores", _("Two scores"))), _("I have"))
    difference = NumberField(-20000, 20000, label=_("Difference"), example="-270")
    first = ScoreField(label=_("Our table, North-South"), example="620", help_text=_("As North-South see it."))
    second = ScoreField(label=_("Other table, North-South"), example="-100", help_text=_("As North-South see it."))


class VictoryPointsForm(CalculatorForm):
    """Victory points of a match."""

    rows = (("margin", "boards"), ("scale",))
    needs = ("margin", "boards")
    margin = NumberField(
        -1000, 1000, whole=False, label=_("Margin"), example="9", help_text=_("IMPs won by; a minus if lost.")
    )
    boards = NumberField(1, 200, label=_("Boards"), example="6", help_text=_("In the match."))
    scale = OneOfField(scales, label=_("Scale"))


def outcome_fields() -> Iterator[tuple[str, forms.Field]]:
    """A score and its weight, as many times as a ruling may weigh."""
    for number in range(1, OUTCOMES + 1):
        score, weight = EXAMPLE[number - 1] if number <= len(EXAMPLE) else (" ", " ")
        yield f"outcome_{number}", ScoreField(label=format_lazy("{} {}", _("Outcome"), number), example=score)
        yield (
            f"weight_{number}",
            NumberField(0, 100, whole=False, label=format_lazy("{} {}", _("Percent"), number), example=weight),
        )


if TYPE_CHECKING:
    Outcomes = ByFederation
else:
    Outcomes = type("Outcomes", (ByFederation,), {"__module__": __name__, **dict(outcome_fields())})


class WeightedForm(Outcomes):
    """A weighted score and the traveller that it goes on."""

    scores = ScoresField(label=_("Scores at the other tables"), example="420 450x2 -50x3", help_text=HOW_SCORES)
    method = radio(
        (("", _("As the federation")), ("shared", _("Shared")), ("simple", _("Simple"))), _("How the others see it")
    )
    needs = ("scores", "outcome_1", "weight_1")
    rows = (
        ("scores",),
        *((f"outcome_{number}", f"weight_{number}") for number in range(1, OUTCOMES + 1)),
        ("method",),
        ("federation",),
    )

    def clean(self) -> dict[str, Any]:
        super().clean()
        found: dict[str, Any] = self.cleaned_data
        given: list[tuple[int, Fraction]] = []
        for number in range(1, OUTCOMES + 1):
            outcome, weight = f"outcome_{number}", f"weight_{number}"
            if outcome in self.errors or weight in self.errors:
                return found
            if found[weight] is not None and found[outcome] is None:
                self.add_error(outcome, gettext("Write the score that has this weight."))
            elif found[outcome] is not None and found[weight] is not None:
                given.append((found[outcome], Fraction(found[weight])))
                last = weight
        found["outcomes"] = tuple(given)
        total = sum(weight for _, weight in given)
        if given and (total > 100 or (total != 100 and self._all_weighed(found))):
            self.add_error(last, gettext("The percentages make %(total)s and must make 100.") % {"total": shown(total)})
        return found

    @staticmethod
    def _all_weighed(found: dict[str, Any]) -> bool:
        return all(
            found[f"weight_{number}"] is not None
            for number in range(1, OUTCOMES + 1)
            if found[f"outcome_{number}"] is not None
        )

    @property
    def asks(self) -> bool:
        """Not before every outcome has its weight."""
        return super().asks and self._all_weighed(self.cleaned_data)


class FouledForm(ByFederation):
    """A board that was played in two or three groups."""

    rows = (("group_a",), ("group_b",), ("group_c",), ("expected",), ("ns_fault", "ew_fault"), ("federation",))
    needs = ("group_a", "group_b")
    group_a = ScoresField(label=_("Scores in group A"), example="430 420x3 400 -50x2", help_text=HOW_SCORES)
    group_b = ScoresField(label=_("Scores in group B"), example="430 400 -50")
    group_c = ScoresField(label=_("Scores in group C, if there was one"))
    expected = NumberField(
        2, 9999, label=_("Results expected"), example="10", help_text=_("Tables that should have played it.")
    )
    ns_fault = OneOfField(FAULTS, label=_("North-South were"), help_text=_("Counts where a group has too few results."))
    ew_fault = OneOfField(FAULTS, label=_("East-West were"), help_text=_("Counts where a group has too few results."))

    def clean(self) -> dict[str, Any]:
        found = super().clean() or self.cleaned_data
        results = sum(len(found.get(f"group_{name}") or ()) for name in "abc")
        return enough(self, found, results)


def enough(form: CalculatorForm, found: dict[str, Any], results: int) -> dict[str, Any]:
    """Fewer results cannot be expected than there are."""
    if found.get("expected") is not None and results > found["expected"]:
        form.add_error(
            "expected",
            ngettext(
                "There is %(results)d result already; expect that many or more.",
                "There are %(results)d results already; expect that many or more.",
                results,
            )
            % {"results": results},
        )
    return found


class ShortForm(ByFederation):
    """A board with fewer results than there should be."""

    rows = (("by",), ("scores",), ("matchpoints", "results"), ("expected",), ("method",), ("federation",))
    needs = ("scores", "matchpoints", "results", "expected")
    only = {"scores": "scores", "matchpoints": "matchpoints", "results": "matchpoints"}  # noqa: RUF012
    by = radio((("scores", _("The scores")), ("matchpoints", _("Matchpoints"))), _("I have"))
    scores = ScoresField(label=_("Scores that there are"), example="620 170x2 -100", help_text=HOW_SCORES)
    matchpoints = NumberField(0, 20000, whole=False, label=_("Matchpoints made"), example="16")
    results = NumberField(1, 9999, label=_("Results there are"), example="9")
    expected = NumberField(
        2, 9999, label=_("Results expected"), example="10", help_text=_("Tables that should have played it.")
    )
    method = OneOfField(METHODS, label=_("Made equal by"))

    def clean(self) -> dict[str, Any]:
        found = super().clean() or self.cleaned_data
        if found.get("by") == "scores":
            return enough(self, found, len(found.get("scores") or ()))
        results, made = found.get("results"), found.get("matchpoints")
        if results is not None and made is not None and made > 2 * (results - 1):
            self.add_error(
                "matchpoints",
                ngettext(
                    "With %(results)d result the most is %(most)d.",
                    "Among %(results)d results the most is %(most)d.",
                    results,
                )
                % {"results": results, "most": 2 * (results - 1)},
            )
        return enough(self, found, results or 0)


class PenaltyQuestions(ByFederation):
    """What a penalty costs."""

    rows = (("by",), ("amount",), ("tables", "boards"), ("federation",))
    needs = ("tables", "boards")
    only = {"tables": "tops", "boards": "tops"}  # noqa: RUF012
    by = radio((("tops", _("Matchpoints")), ("imps", _("IMPs")), ("vps", _("VPs"))), _("Scored by"))
    amount = AmountField(
        label=_("Penalty"), example="10%", help_text=_("10% or 1/4 of a top, or 3 IMPs. Empty: the standard penalty.")
    )
    tables = TablesField(label=_("Tables"), example="13", mode="tel", help_text=_("16+13 for two sections."))
    boards = NumberField(1, 200, label=_("Boards"), example="26", help_text=_("That the pair plays."))

    def clean(self) -> dict[str, Any]:
        found = super().clean() or self.cleaned_data
        if found.get("amount") is None or "by" not in found:
            return found
        number, share = found["amount"]
        if found["by"] == "tops" and not share and number < 1:
            self.add_error("amount", gettext("Write it in percent or as a part of a top: 25% or 1/4."))
        if found["by"] != "tops" and share:
            self.add_error(
                "amount", gettext("Write a number of IMPs or victory points, such as 3; a top has no part here.")
            )
        return found


class DamageForm(ByFederation):
    """A side that damaged itself after an infraction."""

    rows = (("scores",), ("side",), ("expected", "after", "actual"), ("federation",))
    needs = ("scores", "expected", "after", "actual")
    scores = ScoresField(
        label=_("Scores at the other tables"), example="140x2 110 50x2 -50 -110x2", help_text=HOW_SCORES
    )
    side = radio(SIDES, _("Who damaged itself"))
    expected = ScoreField(label=_("No infraction"), example="140", help_text=_("Expected then."))
    after = ScoreField(label=_("After it"), example="50", help_text=_("Sensible play."))
    actual = ScoreField(label=_("In fact"), example="-140", help_text=_("As it was made."))


class InstantForm(CalculatorForm):
    """Points without any other table."""

    rows = (("score",),)
    needs = ("score",)
    score = ScoreField(label=_("Score"), example="620", help_text=_("As your side sees it."))


class AverageForm(ByFederation):
    """Average plus, average and average minus."""

    rows = (("ns_award", "ns_own"), ("ew_award", "ew_own"), ("tables",), ("federation",))
    needs = ("tables",)
    ns_award = OneOfField(AWARDS, label=_("North-South get"))
    ns_own = NumberField(0, 100, whole=False, label=_("Their other boards"), example="64%", help_text=_("Percent."))
    ew_award = OneOfField((AWARDS[2], AWARDS[1], AWARDS[0]), label=_("East-West get"))
    ew_own = NumberField(0, 100, whole=False, label=_("Their other boards"), example="48%", help_text=_("Percent."))
    tables = TablesField(label=_("Tables"), example="12", mode="tel", help_text=_("Results expected on the board."))
