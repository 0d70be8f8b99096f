"""The two or three questions about a trouble, with answers to choose from that come from the session as it is now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from arrowswitch.session import SeatedPlayer as Seated
from arrowswitch.session.night import Section, minutes_of
from arrowswitch.session.troubles import TROUBLES, Answers, Ask
from arrowswitch.site.club.models import Player
from arrowswitch.site.club.understanding import Unclear, understood
from arrowswitch.site.club.words import plain_words
from arrowswitch.site.forms import Sent, field_of
from arrowswitch.site.night.desk import Desk
from arrowswitch.site.night.names.offering import LETTERS
from arrowswitch.site.night.names.seating import visitor
from arrowswitch.site.spoken import spoken

Flat = list[tuple[str, str]]
Choices = Sequence[tuple[str, str | Flat]]
"""What can be chosen; a list in place of a text is a group with its title."""

DECIDES_BOARDS = ("table", "at_round", "pair", "other_pair")


class TroubleQuestions(forms.Form):
    """The questions of one trouble. They are asked by GET: nothing is done by answering them."""

    kinds: Mapping[str, Any] = TROUBLES
    """What can be asked about, by name: what it asks, and how many people it names."""
    unclear = False
    """Whether a name is nobody's of the register, but may be a visitor's."""
    section = forms.ChoiceField(required=False)
    follow = forms.ChoiceField(
        choices=(("yes", ""), ("no", "")), required=False, widget=forms.HiddenInput, initial="yes"
    )

    def __init__(self, desk: Desk, kind: str, data: Sent = None, begun: Sent = None) -> None:
        """`begun` are answers that are only being given: they decide what the other lists begin with."""
        self.trouble, self.desk = self.kinds[kind], desk
        self.begun = data or begun or {}
        self.where = chosen_section(desk, self.begun)
        super().__init__(data)
        sections = desk.state.sections
        section = field_of(self, "section", forms.ChoiceField)
        section.choices = [(name, name) for name in sections]
        section.label, section.initial = _("Section"), self.where.name
        if len(sections) == 1:
            section.widget = forms.HiddenInput()
        for ask in self.trouble.asks:
            self.fields[ask.answer] = self._field(ask)
            self._chosen_before(ask.answer)
        for number in range(self.trouble.people):
            self.fields[f"person_{number + 1}"] = forms.CharField(
                label=_("Player %(number)s") % {"number": number + 1},
                required=False,
                max_length=100,
                widget=forms.TextInput(attrs={"list": "people", "autocomplete": "off"}),
            )
            self._chosen_before(f"person_{number + 1}")
        if self.trouble.people:
            self.fields["visitors"] = forms.BooleanField(
                label=_("Whoever is not in the register is a visitor"), required=False
            )

    def _asks_again(self) -> dict[str, str]:
        """Where boards are asked for, their list begins with those of the table as soon as it is chosen."""
        if not any(ask.answer in ("board", "played") for ask in self.trouble.asks):
            return {}
        return {
            "hx-get": self.desk.request.path,
            "hx-include": "#questions",
            "hx-target": "#questions",
            "hx-select": "#questions",
            "hx-swap": "outerHTML",
        }

    def _chosen_before(self, name: str) -> None:
        """Keeps what was chosen, where it can still be chosen; boards are those of the table that is chosen now."""
        if name in ("board", "played"):
            return
        given, choices = self.begun.get(name), getattr(self.fields[name], "choices", None)
        if given and (choices is None or given in _values(choices)):
            self.fields[name].initial = given

    def number(self, name: str) -> int:
        """What is chosen now, or would be."""
        field = self.fields.get(name)
        given = self.begun.get(name) or (field.initial if field else None) or "0"
        return int(given) if str(given).isdecimal() and len(str(given)) < 6 else 0

    def _field(self, ask: Ask) -> forms.ChoiceField:
        choices, initial = OPTIONS[ask.answer](self, ask)
        if ask.optional and ask.answer == "board":
            choices, initial = [("0", _("the whole round")), *choices], "0"
        if ask.optional and ask.answer == "made_after":
            after = [(value, _("after round %(round)s") % {"round": text}) for value, text in choices]
            choices, initial = [("0", _("not at all")), *after], "0"
        again = self._asks_again() if ask.answer in DECIDES_BOARDS else {}
        return forms.ChoiceField(
            widget=forms.Select(attrs=again),
            label=spoken(ask.words),
            choices=choices,
            initial=initial,
            error_messages={"invalid_choice": _("Choose one of the list."), "required": _("Choose one of the list.")},
        )

    @property
    def register(self) -> list[Player]:
        """Whom the club knows and who might come late."""
        return (
            list(Player.objects.filter(club=self.desk.request.club, erased=None)[:500]) if self.trouble.people else []
        )

    def answers(self) -> Answers:
        """What was answered."""
        given = self.cleaned_data

        def number(name: str) -> int:
            return int(given.get(name) or 0)

        return Answers(
            at_round=number("at_round"),
            table=number("table"),
            other_table=number("other_table"),
            board=number("board"),
            played=number("played"),
            pair=number("pair"),
            other_pair=number("other_pair"),
            made_after=number("made_after"),
            minutes=number("minutes"),
            which=given.get("which") or "",
            people=tuple(self.people),
            award=given.get("award") != "no",
            follow=given.get("follow") != "no",
        )

    def clean(self) -> dict[str, Any]:
        """Reads the names: a number, a name of the register, the letters that only one name begins with, or a visitor's."""
        cleaned = super().clean() or self.cleaned_data
        self.people, self.unclear = [], False
        for number in range(self.trouble.people):
            field = f"person_{number + 1}"
            text = " ".join((cleaned.get(field) or "").split())
            try:
                self.people.append(self._person(text, visitors=bool(cleaned.get("visitors"))) if text else Seated(""))
            except Unclear as unclear:
                self.add_error(field, str(unclear))
                self.unclear = unclear.nobody
        return cleaned

    def _person(self, text: str, *, visitors: bool) -> Seated:
        club = self.desk.request.club
        try:
            found = understood(club, text)
        except Unclear as unclear:
            words = plain_words(text)
            begun = [each for each in unclear.candidates if len(words) == 1 and _begins(each, words[0])]
            if len(begun) == 1 and len(words[0]) >= LETTERS:
                found = begun[0]
            elif unclear.nobody and (visitors or not unclear.candidates) and not any(map(str.isdigit, text)):
                return visitor(text)
            else:
                raise
        return Seated(str(found), str(found.pk))


def chosen_section(desk: Desk, data: Sent) -> Section:
    """The section that was named, or the first."""
    sections = desk.state.sections
    return sections.get((data or {}).get("section", ""), next(iter(sections.values())))


# -- what can be chosen -----------------------------------------------------------------------------------------------


def _numbers(numbers: Iterable[int]) -> Flat:
    return [(str(number), str(number)) for number in numbers]


def _round(question: TroubleQuestions, ask: Ask) -> tuple[Choices, str]:
    now = question.where.round
    first, last, usual = ask.rounds(question.where)
    choices = [
        (str(number), _("%(number)s (now)") % {"number": number} if number == now else str(number))
        for number in range(first, last + 1)
    ]
    return choices, str(usual)


def _tables(question: TroubleQuestions, ask: Ask) -> tuple[Choices, str]:
    movement = question.where.movement
    number = 1 if ask.at_start else max(question.where.round, 1)
    choices = []
    for table in sorted({meeting.table for meeting in movement.meetings}):
        meeting = movement.at.get((number, table))
        sides = f" ({movement.label(meeting.ns)} – {movement.label(meeting.ew)})" if meeting else ""
        choices.append((str(table), f"{table}{sides}"))
    return choices, choices[0][0]


def _other_table(question: TroubleQuestions, ask: Ask) -> tuple[Choices, str]:
    choices, _first = _tables(question, ask)
    return choices, choices[min(1, len(choices) - 1)][0]


def _own_boards(question: TroubleQuestions, *rounds: int) -> list[int]:
    """The boards of the table, or of the pair, that the question is about, in some rounds."""
    movement = question.where.movement
    table, pairs = question.number("table"), {question.number("pair"), question.number("other_pair")}
    return [
        board
        for number in rounds
        for meeting in movement.by_round.get(number, ())
        if meeting.table == table or (not table and pairs & set(meeting.sides))
        for board in meeting.boards
    ]


def _grouped(question: TroubleQuestions, near: list[int], title: str) -> Choices:
    """All boards, those that are near first."""
    far = [board for board in question.where.movement.boards if board not in near]
    groups = [(title, _numbers(dict.fromkeys(near))), (_("other boards"), _numbers(far))]
    return [group for group in groups if group[1]]


def _boards(question: TroubleQuestions, ask: Ask) -> tuple[Choices, str]:
    number = question.number("at_round")
    near = _own_boards(question, number)
    if not near:
        boards = question.where.movement.boards
        return _numbers(boards), str(boards[0])
    usual = near[-1] if ask.last_board else near[0]
    return _grouped(question, near, _("there in round %(round)s") % {"round": number}), str(usual)


def _played(question: TroubleQuestions, ask: Ask) -> tuple[Choices, str]:
    """The wrong board: most often one that came to the table too early, or stayed there."""
    number = question.number("at_round")
    due = _own_boards(question, number)
    near = [board for board in _own_boards(question, number + 1, number - 1) if board not in due]
    if not near:
        return _boards(question, ask)
    rest = [board for board in question.where.movement.boards if board not in {*near, *due}]
    groups = [(_("there before or after"), _numbers(near)), (_("other boards"), _numbers([*rest, *due]))]
    return groups, str(near[0])


def _values(choices: Choices) -> set[str]:
    """What can be chosen, also in groups."""
    return {
        value
        for name, text in choices
        for value in ([each for each, _text in text] if isinstance(text, list | tuple) else [name])
    }


def _begins(player: Player, letters: str) -> bool:
    return any(word.startswith(letters) for word in plain_words(str(player)))


def _pairs(question: TroubleQuestions, ask: Ask) -> tuple[Choices, str]:
    section = question.where
    names = question.desk.names
    choices = [(str(each), names.both(section.name, each)) for each in section.movement.contestants]
    return choices, choices[0][0]


def _other_pair(question: TroubleQuestions, ask: Ask) -> tuple[Choices, str]:
    choices, _first = _pairs(question, ask)
    return choices, choices[min(1, len(choices) - 1)][0]


def _made_after(question: TroubleQuestions, ask: Ask) -> tuple[Choices, str]:
    last = max(question.where.round, 1)
    return _numbers(range(1, last + 1)), str(max(last - 1, 1))


def _minutes(question: TroubleQuestions, ask: Ask) -> tuple[Choices, str]:
    """Minutes by fives, up to what the rounds to come would take."""
    section = question.where
    left = max(section.movement.rounds - section.round, 1) * float(minutes_of(question.desk.state, section))
    choices = _numbers(range(5, max(int(left) // 5 * 5, 5) + 1, 5))
    return choices, choices[max(len(choices) - 4, 0)][0]


def _listed(question: TroubleQuestions, ask: Ask) -> tuple[Choices, str]:
    choices = [(name, spoken(words)) for name, words in ask.choices.items()]
    return choices, choices[0][0]


OPTIONS: Mapping[str, Callable[[TroubleQuestions, Ask], tuple[Choices, str]]] = {
    "at_round": _round,
    "table": _tables,
    "other_table": _other_table,
    "board": _boards,
    "played": _played,
    "pair": _pairs,
    "other_pair": _other_pair,
    "made_after": _made_after,
    "minutes": _minutes,
    "which": _listed,
    "award": _listed,
}
