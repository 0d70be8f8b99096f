"""The forms about a whole board: its versions, and whether it is scored at all."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arrowswitch.session import Act, RemoveBoard, SplitBoard
from arrowswitch.session.night import record_told
from arrowswitch.site.forms import Sent, field_of
from arrowswitch.site.night.desk import Desk
from arrowswitch.site.night.lines.forms import ActForm
from arrowswitch.words import say


class BoardForm(ActForm):
    """A form about a whole board."""

    def __init__(self, desk: Desk, board: int, data: Sent = None) -> None:
        self.board = board
        super().__init__(desk, len(desk.state.journal), data)


class SplitForm(BoardForm):
    """Lines of a fouled board that were played in another version."""

    lines = forms.MultipleChoiceField(
        label=_("Played in this version"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Tick the tables that played this version.")},
    )
    group = forms.CharField(
        label=_("Version"),
        max_length=12,
        required=False,
        initial="B",
        help_text=_("A letter; leave it empty for the true board."),
    )

    def __init__(self, desk: Desk, board: int, data: Sent = None) -> None:
        super().__init__(desk, board, data)
        keys = sorted(desk.state.on_board.get(board, ()))
        self.keys = {"-".join(map(str, key)): key for key in keys}
        field_of(self, "lines", forms.MultipleChoiceField).choices = [
            (
                name,
                say("{place}: {entry}", place=desk.state.place(key), entry=record_told(desk.state.lines[key], board)),
            )
            for name, key in self.keys.items()
        ]

    def act(self) -> Act:
        chosen = tuple(self.keys[name] for name in self.cleaned_data["lines"])
        return SplitBoard(chosen, self.cleaned_data["group"].strip().upper())


class RemoveForm(BoardForm):
    """A board taken out of the scoring."""

    removed = True
    section = forms.ChoiceField(label=_("Where"), required=False)

    def __init__(self, desk: Desk, board: int, data: Sent = None) -> None:
        super().__init__(desk, board, data)
        names = [
            section.name
            for section in desk.state.sections.values()
            if board in section.movement.boards and ((section.name, board) in desk.state.removed) != self.removed
        ]
        every = [("", _("in all sections"))] if len(desk.state.sections) > 1 else []
        one = [(name, gettext("in section %(name)s") % {"name": name}) for name in names]
        field_of(self, "section", forms.ChoiceField).choices = [*(every or [("", _("in this session"))]), *one]
        if len(desk.state.sections) == 1:
            self.fields["section"].widget = forms.HiddenInput()

    def act(self) -> Act:
        return RemoveBoard(self.board, self.cleaned_data["section"] or None, self.removed)


class PutBackForm(RemoveForm):
    """A board put back into the scoring."""

    removed = False
