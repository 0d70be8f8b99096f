"""The two or three questions about a trouble, with answers to choose from that come from the session as it is now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arrowswitch.session import Player as Seated
from arrowswitch.session.proposals import Answers
from arrowswitch.session.state import Section
from arrowswitch.session.trouble_mistakes import RELAYS, SIT_OUT, SLOW
from arrowswitch.session.troubles import TROUBLES
from arrowswitch.site.club.models import Player
from arrowswitch.site.night.desk import Desk
from arrowswitch.words import Sentence

Choices = list[tuple[str, str]]

PEOPLE = {"late-pair": 2, "late-table": 4}

LABELS: Mapping[tuple[str, str], Promise] = {
    ("late-pair", "at_round"): gettext_lazy("They play from round"),
    ("late-table", "at_round"): gettext_lazy("They play from round"),
    ("pair-leaves", "at_round"): gettext_lazy("They are gone from round"),
    ("we-are-late", "at_round"): gettext_lazy("The last round to play"),
    ("forgotten-skip", "at_round"): gettext_lazy("To be put right for round"),
    ("wrong-skip", "at_round"): gettext_lazy("To be put right for round"),
    ("wrong-skip", "made_after"): gettext_lazy("East-West skipped after round"),
    ("missed-special", "at_round"): gettext_lazy("To be put right for round"),
    ("missed-special", "made_after"): gettext_lazy("East-West made it"),
    ("relay", "at_round"): gettext_lazy("To be put right for round"),
    ("relay", "which"): gettext_lazy("The relay stood"),
    ("sit-out-boards", "at_round"): gettext_lazy("To be put right for round"),
    ("sit-out-boards", "which"): gettext_lazy("What happened to the boards?"),
    ("another-movement", "at_round"): gettext_lazy("From round"),
    ("pair-leaves", "pair"): gettext_lazy("Which pair?"),
    ("slow-table", "board"): gettext_lazy("Which board?"),
    ("slow-table", "which"): gettext_lazy("Who was slow?"),
    ("wrong-board", "board"): gettext_lazy("The board that was due"),
    ("wrong-board", "played"): gettext_lazy("The board that they played"),
    ("boards-out-of-order", "table"): gettext_lazy("Boards of table"),
    ("boards-out-of-order", "other_table"): gettext_lazy("lay at table"),
}
USUAL: Mapping[str, Promise] = {
    "section": gettext_lazy("Section"),
    "at_round": gettext_lazy("In which round?"),
    "table": gettext_lazy("At which table?"),
    "other_table": gettext_lazy("And at which other table?"),
    "board": gettext_lazy("Which board?"),
    "played": gettext_lazy("Which board was played?"),
    "pair": gettext_lazy("One pair"),
    "other_pair": gettext_lazy("The other pair"),
    "made_after": gettext_lazy("After which round?"),
    "which": gettext_lazy("Which?"),
    "award": gettext_lazy("Boards that they missed"),
}
WHICH: Mapping[str, Mapping[str, tuple[Sentence, Any]]] = {
    "relay": RELAYS,
    "sit-out-boards": SIT_OUT,
    "slow-table": SLOW,
}


class Question(forms.Form):
    """The questions of one trouble. They are asked by GET: nothing is done by answering them."""

    section = forms.ChoiceField(required=False)
    follow = forms.ChoiceField(
        choices=(("yes", ""), ("no", "")), required=False, widget=forms.HiddenInput, initial="yes"
    )

    def __init__(self, desk: Desk, kind: str, data: Any = None) -> None:
        self.kind, self.desk = kind, desk
        self.where = chosen_section(desk, data)
        asked = [name.removeprefix("-") for name in TROUBLES[kind].asks if name not in ("-people", "-follow")]
        super().__init__(data)
        sections = desk.state.sections
        self.fields["section"].choices = [(name, name) for name in sections]
        self.fields["section"].label = USUAL["section"]
        self.fields["section"].initial = self.where.name
        if len(sections) == 1:
            self.fields["section"].widget = forms.HiddenInput()
        for name in asked:
            self.fields[name] = self._field(name, optional=f"-{name}" in TROUBLES[kind].asks)
        for number in range(PEOPLE.get(kind, 0)):
            self.fields[f"person_{number + 1}"] = forms.CharField(
                label=_("Player %(number)s") % {"number": number + 1},
                required=False,
                max_length=100,
                widget=forms.TextInput(attrs={"list": "people", "autocomplete": "off"}),
            )

    def _field(self, name: str, *, optional: bool) -> forms.ChoiceField:
        choices, initial = OPTIONS[name](self)
        if optional and name == "board":
            choices, initial = [("0", _("the whole round")), *choices], "0"
        if optional and name == "made_after":
            after = [(value, _("after round %(round)s") % {"round": text}) for value, text in choices]
            choices, initial = [("0", _("not at all")), *after], "0"
        return forms.ChoiceField(
            label=LABELS.get((self.kind, name), USUAL[name]),
            choices=choices,
            initial=initial,
            error_messages={"invalid_choice": _("Choose one of the list."), "required": _("Choose one of the list.")},
        )

    @property
    def register(self) -> list[Player]:
        """Whom the club knows and who might come late."""
        return (
            list(Player.objects.filter(club=self.desk.request.club, erased=None)[:500]) if self.kind in PEOPLE else []
        )

    def answers(self) -> Answers:
        """What was answered."""
        given = self.cleaned_data

        def number(name: str) -> int:
            return int(given.get(name) or 0)

        numbers = ("at_round", "table", "other_table", "board", "played", "pair", "other_pair", "made_after")
        return Answers(
            *map(number, numbers),
            which=given.get("which") or "",
            people=self._people(),
            award=given.get("award") != "no",
            follow=given.get("follow") != "no",
        )

    def _people(self) -> tuple[Seated, ...]:
        known = {str(player).casefold(): player for player in self.register}
        found = []
        for number in range(PEOPLE.get(self.kind, 0)):
            name = " ".join(self.cleaned_data.get(f"person_{number + 1}", "").split())
            player = known.get(name.casefold())
            found.append(Seated(str(player), str(player.pk)) if player else Seated(name))
        return tuple(found)


def chosen_section(desk: Desk, data: Any) -> Section:
    """The section that was named, or the first."""
    sections = desk.state.sections
    return sections.get((data or {}).get("section", ""), next(iter(sections.values())))


# -- what can be chosen -----------------------------------------------------------------------------------------------


def _numbers(numbers: Iterable[int]) -> Choices:
    return [(str(number), str(number)) for number in numbers]


def _round(question: Question) -> tuple[Choices, str]:
    section = question.where
    now, last = section.round, section.movement.rounds
    current, following = max(now, 1), min(now + 1, last)
    half = len(section.movement.contestants) % 2
    first, most, usual = {
        "late-pair": (current, last, current if half else min(max(current, 2), last)),
        "late-table": (1, min(2, last), min(now + 1, 2, last)),
        "pair-leaves": (min(2, last), last, max(following, min(2, last))),
        "we-are-late": (current, max(last - 1, current), max(last - 1, current)),
        "forgotten-skip": (current, following, following),
        "wrong-skip": (current, following, following),
        "missed-special": (current, following, following),
        "relay": (current, following, following),
        "sit-out-boards": (current, following, following),
        "another-movement": (current, last, following),
    }.get(question.kind, (1, current, current))
    choices = [
        (str(number), _("%(number)s (now)") % {"number": number} if number == now else str(number))
        for number in range(first, most + 1)
    ]
    return choices, str(usual)


def _tables(question: Question) -> tuple[Choices, str]:
    movement = question.where.movement
    number = max(question.where.round, 1) if question.kind != "boards-out-of-order" else 1
    choices = []
    for table in sorted({meeting.table for meeting in movement.meetings}):
        meeting = movement.at.get((number, table))
        sides = f" ({movement.label(meeting.ns)} – {movement.label(meeting.ew)})" if meeting else ""
        choices.append((str(table), f"{table}{sides}"))
    return choices, choices[0][0]


def _other_table(question: Question) -> tuple[Choices, str]:
    choices, _first = _tables(question)
    return choices, choices[min(1, len(choices) - 1)][0]


def _boards(question: Question) -> tuple[Choices, str]:
    boards = question.where.movement.boards
    return _numbers(boards), str(boards[0])


def _pairs(question: Question) -> tuple[Choices, str]:
    section = question.where
    names = question.desk.names
    choices = [(str(each), names.both(section.name, each)) for each in section.movement.contestants]
    return choices, choices[0][0]


def _other_pair(question: Question) -> tuple[Choices, str]:
    choices, _first = _pairs(question)
    return choices, choices[min(1, len(choices) - 1)][0]


def _made_after(question: Question) -> tuple[Choices, str]:
    last = max(question.where.round, 1)
    return _numbers(range(1, last + 1)), str(max(last - 1, 1))


def _which(question: Question) -> tuple[Choices, str]:
    options = WHICH[question.kind]
    choices = [(name, text.translated(_)) for name, (text, _kind) in options.items()]
    return choices, choices[0][0]


def _award(question: Question) -> tuple[Choices, str]:
    return [
        ("yes", _("average minus to them, average plus to who waited")),
        ("no", _("no score")),
    ], "yes"


OPTIONS: Mapping[str, Callable[[Question], tuple[Choices, str]]] = {
    "at_round": _round,
    "table": _tables,
    "other_table": _other_table,
    "board": _boards,
    "played": _boards,
    "pair": _pairs,
    "other_pair": _other_pair,
    "made_after": _made_after,
    "which": _which,
    "award": _award,
}
