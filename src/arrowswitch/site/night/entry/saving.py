"""One typed line on its way into the journal: read, checked, perhaps asked about once more, and kept.

What looks wrong is kept when the same text is sent again; what needs a reason is asked for one; what cannot be is
refused beside the field, with the text still there.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from django.utils.translation import gettext as _

from arrowswitch.session import Act, Adjust, Command, Correct, Enter, Outdated, Refused, RemoveBoard, SplitBoard, tried
from arrowswitch.session.acts import reason_due
from arrowswitch.session.desk import Habits, Sheet, SheetRow, TypedResult, act_for, read_typed, understood
from arrowswitch.session.journal import DIRECTORS
from arrowswitch.session.night import Entry, LineKey, SideName, suspicious
from arrowswitch.site.night.desk import COMMAND, Desk, told
from arrowswitch.words import Sentence

RULINGS = (Adjust, RemoveBoard, SplitBoard)
Status = Literal["idle", "saved", "refused", "warned", "asked", "stale", "broken"]
Ask = Literal["", "reason", "correction"]
"""What must be said besides: a reason, or all that a correction of an earlier round needs."""
CODES: Mapping[Status, int] = {"refused": 422, "warned": 422, "asked": 422, "stale": 409, "broken": 503}
FIELDS = ("text", "stood", "seen", "command", "accept", "why", "slip", "ns", "ew", "force")


@dataclass(frozen=True)
class FilledLine:
    """What somebody has filled in on a line."""

    text: str = ""
    stood: str = ""
    """What stood there when it was shown."""
    seen: str = ""
    command: str = ""
    accept: str = ""
    """The text that looked wrong before and was sent again."""
    why: str = ""
    slip: str = ""
    """Ticked if the desk mistyped it."""
    ns: str = ""
    ew: str = ""
    force: str = ""

    @classmethod
    def of(cls, form: Mapping[str, str], name: str) -> FilledLine:
        """The fields of one line of the form."""
        return cls(**{each: form.get(f"{each}-{name}", "").strip()[:2000] for each in FIELDS})

    @property
    def touched(self) -> bool:
        """Whether somebody wrote something here: another result, or a reason."""
        return bool(self.text) and (self.text != self.stood or bool(self.why))

    @property
    def consent(self) -> tuple[SideName, ...]:
        """The sides that are said to agree."""
        sides: tuple[tuple[SideName, str], ...] = (("NS", self.ns), ("EW", self.ew))
        return tuple(side for side, given in sides if given)


@dataclass(frozen=True)
class SavedLine:
    """What became of a typed line."""

    status: Status = "idle"
    filled: FilledLine = field(default_factory=FilledLine)
    said: Sentence | str = ""
    """What was understood."""
    problem: str = ""
    notes: tuple[Sentence, ...] = ()
    ask: Ask = ""
    insist: bool = False
    """Whether the director could have it by insisting."""

    @property
    def ok(self) -> bool:
        """Whether the line needs no second look."""
        return self.status in ("idle", "saved")

    @property
    def code(self) -> int:
        """How a page with it answers."""
        return CODES.get(self.status, 200)


def name_of(line: LineKey) -> str:
    """The line's name in the form of its sheet."""
    return f"{line.round}-{line.table}-{line.board}"


def row_of(sheet: Sheet, name: str) -> SheetRow | None:
    """The line of a name."""
    return next((row for row in sheet.rows if name_of(row.line) == name), None)


def save(desk: Desk, sheet: Sheet, row: SheetRow, filled: FilledLine, habits: Habits) -> SavedLine:
    """Keeps a typed line, or says what is in the way."""
    if not filled.touched or filled.command in desk.state.ids:
        return SavedLine()
    line = row.line
    try:
        typed = read_typed(filled.text, line.board, sheet.above(line), habits)
    except Refused as refusal:
        return SavedLine("refused", filled, problem=told(refusal))
    movement = desk.state.sections[line.section].movement
    act = act_for(typed, line, row.record, movement, filled.consent, "scorer" if filled.slip else "players")
    ask = _asked(desk, act)
    answer = SavedLine("refused", filled, understood(typed.what, line.board), ask=ask)
    lacking = bool(ask) and not filled.why
    why = filled.why or ("…" if lacking else "")
    command = desk.command(
        act, why, force=bool(filled.force), seen=int(filled.seen) if filled.seen.isdecimal() else None
    )
    command = replace(command, id=filled.command if COMMAND.fullmatch(filled.command) else str(uuid.uuid4()))
    ready = replace(act, error="scorer") if isinstance(act, Correct) and lacking else act  # consent is asked for below
    try:
        tried(desk.state, replace(command, act=ready))
    except Outdated as refusal:
        return replace(answer, status="stale", problem=told(refusal))
    except Refused as refusal:
        return replace(answer, problem=told(refusal), insist=_may_insist(desk, replace(command, act=ready)))
    notes = _doubts(desk, line, typed, filled)
    if notes:
        return replace(answer, status="warned", notes=notes)
    if lacking:
        return replace(answer, status="asked")
    if isinstance(act, Enter | Correct) and suspicious(desk.state, line, act.entry):
        command = replace(command, act=replace(act, sure=True))  # it was shown, and the same text sent again
    done = desk.give(command)
    if done.ok:
        return SavedLine("saved", FilledLine(), said=answer.said, notes=done.notes)
    status: Status = "stale" if done.stale else "broken" if done.broken else "refused"
    return replace(answer, status=status, problem=done.problem)


def _asked(desk: Desk, act: Act) -> Ask:
    """What an act needs besides the text."""
    if isinstance(act, Correct) and reason_due(desk.state, act.line):
        return "correction"
    return "reason" if isinstance(act, RULINGS) else ""


def _doubts(desk: Desk, line: LineKey, typed: TypedResult, filled: FilledLine) -> tuple[Sentence, ...]:
    """What looks wrong, unless it was shown and the same text sent again."""
    if filled.accept == filled.text:
        return ()
    return typed.doubts + (suspicious(desk.state, line, typed.what) if isinstance(typed.what, Entry) else ())


def _may_insist(desk: Desk, command: Command) -> bool:
    """Whether the director could have it by insisting."""
    if desk.request.actor.role not in DIRECTORS:
        return False
    try:
        tried(desk.state, replace(command, why="…", force=True))
    except Refused:
        return False
    return True


def own_slip(desk: Desk, line: LineKey) -> bool:
    """Whether the same person wrote what stands on a line: then a correction is likely to be of a slip of the desk."""
    for entry in reversed(desk.state.journal):
        if line in entry.act.lines_touched(desk.state):
            return bool(entry.by == desk.request.actor)
    return False


def suggested_reason(desk: Desk, line: LineKey) -> str:
    """The reason for a correction of one's own line."""
    return _("typing slip") if own_slip(desk, line) else ""
