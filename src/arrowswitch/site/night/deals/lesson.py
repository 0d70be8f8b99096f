"""Deals for a lesson on a page: a theme or a condition is asked for, and what was found can be taken as a file or on paper.

Nothing is kept: the address holds the wish, and a seed gives the same deals again. The search has a few seconds in the
workshop; what takes longer is for the command, which the page writes out.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from secrets import token_hex
from time import monotonic
from typing import Any, NamedTuple

from django import forms
from django.core.validators import RegexValidator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from arrowswitch import press
from arrowswitch.bridge import LAST_BOARD, Seat
from arrowswitch.deals import BoardHands
from arrowswitch.deals.lessons import (
    BadCondition,
    Progress,
    Theme,
    UnknownTheme,
    boards_for,
    read_condition,
    search,
    theme,
    themes,
)
from arrowswitch.formats import BadFile
from arrowswitch.formats.deal_files import deals_as
from arrowswitch.site.accounts.gate import DIRECTORS, allow
from arrowswitch.site.night.deals.paper import hand_pdf
from arrowswitch.site.requests import MemberRequest
from arrowswitch.site.spoken import spoken
from arrowswitch.site.work.dear import dear
from arrowswitch.site.work.memory import Memory
from arrowswitch.site.work.paper import on_paper
from arrowswitch.words import spans

SECONDS = 10
"""How long the page searches: some millions of deals, so every theme is found, and a worker is soon free again."""
MOST = 36
AREAS = {
    "openings": _("Opening bids"),
    "preempts": _("Pre-empts"),
    "responses": _("Responses"),
    "competitive": _("Competitive bidding"),
    "slams": _("Slams"),
    "play": _("Play of the cards"),
    "defence": _("Defence"),
}
FILES = ("pbn", "dup", "dlm", "lin")
PAPERS = ("hands", "hands-large", "curtain-cards")
VULNERABLE = (
    ("any", _("anybody, as the boards are marked")),
    ("none", _("nobody")),
    ("ns", _("North-South only")),
    ("ew", _("East-West only")),
    ("all", _("everybody")),
    ("dealer", _("the dealer’s side only")),
    ("others", _("the other side only")),
)
LANGUAGE = (
    (("15-17 points", "12+ points", "up to 7 points"), _("high-card points")),
    (("5 spades", "4+ hearts", "no clubs", "a void", "a singleton in diamonds"), _("length")),
    (("5+ in a major", "4 in both majors", "6+ in a suit"), _("any of them, or each")),
    (("balanced", "semi-balanced", "shape 5431"), _("shape, in any order of the suits")),
    (("shape 5=4=3=1",), _("shape: spades, hearts, diamonds, clubs in this order")),
    (("longest hearts",), _("no suit is longer")),
    (("6 good spades", "6 poor spades", "6 solid spades"), _("good: two of the top three, or three of the top five")),
    (("2 of top 3 in hearts", "no points in clubs", "a stopper in spades"), _("quality")),
    (("the ace of spades", "3+ aces", "5 controls", "7 losers"), _("cards, controls (ace 2, king 1), losing tricks")),
    (("not balanced",), _("the opposite")),
    (("balanced or 6+ in a suit",), _("one of the two")),
)
"""What can be said of a hand, and what it means."""


class LessonWish(NamedTuple):
    """What the search is given: a condition as it is written, the seed and the boards."""

    condition: str
    seed: str
    boards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LessonDeals:
    """What was found, and what can be said of the rest."""

    deals: tuple[BoardHands, ...]
    progress: Progress

    @property
    def is_whole(self) -> bool:
        """Whether there is a deal for every board."""
        return len(self.deals) == self.progress.wanted


FOUND: Memory[Hashable, LessonDeals] = Memory(100)


def _theme_choices() -> list[tuple[str, str]]:
    return [("", gettext("A condition of my own")), *((each.name, each.title) for each in themes().values())]


def _seat_choices() -> list[tuple[str, str]]:
    return [("", gettext("any seat")), *((seat.value, spoken(seat.full_name)) for seat in Seat)]


def _number(most: int, **more: Any) -> forms.IntegerField:
    """A number from 1 on; whatever else is written has the same answer."""
    sentence = format_lazy(_("Write a number from 1 to {most}."), most=most)
    messages = dict.fromkeys(("required", "invalid", "min_value", "max_value"), sentence)
    return forms.IntegerField(min_value=1, max_value=most, error_messages=messages, **more)


class LessonForm(forms.Form):
    """A theme or a condition, and for which boards."""

    theme = forms.ChoiceField(label=_("Theme"), choices=_theme_choices, required=False)
    condition = forms.CharField(
        label=_("Your own condition"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false", "autocapitalize": "off"}),
        help_text=_("A line for each seat, such as “dealer: 15-17 points, balanced”."),
    )
    boards = _number(MOST, label=_("How many boards"), initial=16)
    first = _number(LAST_BOARD, label=_("First board"), initial=1)
    dealer = forms.ChoiceField(label=_("Dealer"), choices=_seat_choices, required=False)
    vulnerable = forms.ChoiceField(label=_("Vulnerable"), choices=VULNERABLE, required=False)
    seed = forms.CharField(
        label=_("Seed"),
        required=False,
        max_length=60,
        validators=[RegexValidator(r"^\w[\w .-]*\Z", _("Write letters, digits, spaces, points and hyphens only."))],
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}),
        help_text=_("A word of yours: the same word gives the same deals again. Left empty, one is made up."),
    )

    def clean_seed(self) -> str:
        return " ".join(self.cleaned_data["seed"].split())

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if "theme" in data and "condition" in data:
            self._read_condition(data["theme"], data["condition"])
        if {"boards", "first", "dealer", "vulnerable"} <= data.keys():
            self._number_boards(data)
        return data

    def _read_condition(self, name: str, text: str) -> None:
        if name and text:
            self.add_error("condition", gettext("Choose “A condition of my own” above, or leave this empty."))
        elif not name and not text:
            self.add_error("condition", gettext("Choose a theme, or write what the deals must be like."))
        else:
            try:
                condition = theme(name).condition if name else read_condition(text.replace(";", "\n"))
            except BadCondition as problem:
                self.add_error("condition", spoken(problem))
            else:
                self.cleaned_data["wants"] = condition.text

    def _number_boards(self, data: dict[str, Any]) -> None:
        seat = Seat(data["dealer"]) if data["dealer"] else None
        try:
            data["numbers"] = boards_for(data["boards"], data["first"], seat, data["vulnerable"] or "any")
        except UnknownTheme as problem:
            self.add_error("boards", spoken(problem))

    @property
    def wish(self) -> LessonWish:
        """What is searched for."""
        return LessonWish(self.cleaned_data["wants"], self.cleaned_data["seed"], self.cleaned_data["numbers"])

    @property
    def command(self) -> str:
        """The same wish as a command. Nothing that a form lets pass ends a text in double quotes."""
        data = self.cleaned_data
        what = ("theme", data["theme"]) if data["theme"] else ("condition", data["wants"].replace("\n", "; "))
        options = (
            what,
            ("boards", data["boards"]),
            ("first", data["first"] if data["first"] > 1 else ""),
            ("dealer", data["dealer"]),
            ("vulnerable", data["vulnerable"] if data["vulnerable"] != "any" else ""),
            ("seed", data["seed"]),
        )
        said = (f"--{name} {_quoted(str(value))}" for name, value in options if value)
        return f"arrowswitch deal {' '.join(said)} -o lesson.pbn"


def _quoted(text: str) -> str:
    return text if text.replace("-", "").isalnum() else f'"{text}"'


@allow(*DIRECTORS)
@require_safe
def lesson(request: MemberRequest) -> HttpResponse:
    """The wish, and what was found for it."""
    form = LessonForm(request.GET if "boards" in request.GET else None)
    context: dict[str, Any] = {
        "form": form,
        "areas": _areas(form["theme"].value()),
        "language": LANGUAGE,
        "seconds": SECONDS,
    }
    if form.is_bound and form.is_valid():
        if not form.cleaned_data["seed"]:
            return redirect(f"{request.path}?{_address(request, seed=token_hex(6))}")
        context |= _answer(request, form)
    return render(request, "night/deals/lesson.html", context, status=422 if form.errors else 200)


@allow(*DIRECTORS)
@require_safe
def lesson_file(request: MemberRequest, ending: str) -> HttpResponse:
    """The deals as a file, for a dealing machine or another program."""
    if ending not in FILES:
        raise Http404
    deals, _title = _asked_for(request)
    try:
        made = deals_as(deals, ending)
    except BadFile as problem:
        context = {"title": gettext("That file cannot be written"), "text": spoken(problem)}
        return render(request, "sorry.html", context, status=400)
    response = HttpResponse(made.data, content_type="application/octet-stream")
    response["Content-Disposition"] = f'attachment; filename="lesson.{ending}"'
    return response


@allow(*DIRECTORS)
@require_safe
def lesson_pdf(request: MemberRequest, what: str) -> HttpResponse:
    """The deals on paper."""
    if what not in PAPERS:
        raise Http404
    deals, title = _asked_for(request)
    printed = [press.PrintedDeal(hands) for hands in deals]
    return on_paper(request, f"lesson-{what}", lambda: hand_pdf(request, what, printed, title))


def _asked_for(request: MemberRequest) -> tuple[tuple[BoardHands, ...], str]:
    """The deals that an address asks for, with a title; the page leads only to such as were found."""
    form = LessonForm(request.GET)
    if not form.is_valid() or not form.cleaned_data["seed"]:
        raise Http404
    found = _found(request, form.wish)
    if not found.is_whole:
        raise Http404
    name = form.cleaned_data["theme"]
    return found.deals, gettext(theme(name).title) if name else gettext("Deals for a lesson")


def _found(request: MemberRequest, wish: LessonWish) -> LessonDeals:
    """The deals of a wish. Of those that were found in time each can be asked for again, also where others were not."""
    found = dear(request, FOUND, wish, searched, wish)
    if found.deals and not found.is_whole:
        count = len(found.deals)
        FOUND.put(
            wish._replace(boards=wish.boards[:count]), replace(found, progress=replace(found.progress, wanted=count))
        )
    return found


def searched(wish: LessonWish, seconds: float = SECONDS) -> LessonDeals:
    """What is found in some seconds; done in the workshop.

    >>> searched(LessonWish("dealer: balanced", "7", (1, 2))).is_whole
    True
    """
    ends = monotonic() + seconds
    steps = list(search(read_condition(wish.condition), wish.seed, wish.boards, lambda: monotonic() > ends))
    return LessonDeals(tuple(hands for hands, _progress in steps if hands), steps[-1][1])


def _answer(request: MemberRequest, form: LessonForm) -> dict[str, Any]:
    found = _found(request, form.wish)
    titles = dict(press.HANDS_WHAT)
    return {
        "found": found,
        "count": len(found.deals),
        "boards": spans(hands.board for hands in found.deals),
        "tried": f"{found.progress.tried:,}",
        "one_in": f"{found.progress.one_in:,}",
        "told": spoken(found.progress.told),
        "seed": form.cleaned_data["seed"],
        "command": form.command,
        "files": [(ending, ending.upper()) for ending in FILES],
        "papers": [(what, spoken(titles[what])) for what in PAPERS],
        "address": _address(request, boards=str(len(found.deals))),
    }


def _address(request: MemberRequest, **changed: str) -> str:
    """The wish as it stands in an address, with something changed."""
    asked = request.GET.copy()
    for name, value in changed.items():
        asked[name] = value
    return asked.urlencode()


def _areas(chosen: str) -> list[tuple[str, list[tuple[Theme, str]], bool]]:
    """The themes by area, each with how rare it is; and whether the area is to be open."""
    groups: dict[str, list[tuple[Theme, str]]] = {area: [] for area in AREAS}
    for each in themes().values():
        groups[each.area].append((each, f"{each.one_in:,}"))
    return [
        (str(AREAS[area]), group, any(each.name == chosen for each, _rare in group)) for area, group in groups.items()
    ]
