"""The forms that do a task: an award that was promised, or the result of a board that was still to come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext

from arrowswitch.session import Act, Correct, Enter
from arrowswitch.session.acts import Task, deeds
from arrowswitch.session.night import adjustment_told
from arrowswitch.site.forms import Sent
from arrowswitch.site.night.desk import Desk
from arrowswitch.site.night.lines.forms import ActForm, ResultForm
from arrowswitch.words import Sentence


class AwardTaskForm(ActForm):
    """A score that was promised. All is known but the reason, and that is filled in."""

    expected = True

    def __init__(self, desk: Desk, task: Task, data: Sent = None) -> None:
        self.task = task
        self.key = task.lines[0]
        super().__init__(desk, desk.state.version(self.key), data)

    def begun(self) -> dict[str, Any]:
        return {"why": gettext("as the repair has it")}

    @property
    def concerns(self) -> Sequence[tuple[str, int]]:
        left = self.task.left
        return [(left.section, left.ns), (left.section, left.ew)] if left else []

    def acts(self) -> list[tuple[Act, int | None]]:
        found = deeds(self.desk.state, self.task)
        needed = any(forced for _act, forced in found)
        insists = self.cleaned_data["force"] and not self.cleaned_data.get("repair")
        self.cleaned_data |= {"force": needed or insists, "repair": needed and not insists}
        return [(act, None) for act, _forced in found]

    def remarks(self) -> Sequence[Sentence]:
        return (adjustment_told(self.task.left.award),) if self.task.left else ()


class ResultTaskForm(ResultForm):
    """The result of a board that is played late, or that others played than the movement says."""

    def __init__(self, desk: Desk, task: Task, data: Sent = None) -> None:
        self.task = task
        super().__init__(desk, task.lines[0], data)

    def begun(self) -> dict[str, Any]:
        return {"why": gettext("as the repair has it")}

    def act(self) -> Act:
        act, left = super().act(), self.task.left
        if not isinstance(act, Enter | Correct) or left is None:
            return act
        meeting = self.desk.state.sections[left.section].meeting(left.round, left.table)
        if meeting is None or meeting.sides != (left.ns, left.ew):
            self.cleaned_data["force"] = True  # others play here than the movement says: that is the repair
        return replace(act, ns=left.ns, ew=left.ew)
