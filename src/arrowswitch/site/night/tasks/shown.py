"""Tasks made ready for a page: what is to be done, when, and where the button leads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from arrowswitch.session.acts import Task, TaskKind, is_due, open_tasks
from arrowswitch.site.accounts.gate import DIRECTORS
from arrowswitch.site.night.desk import Desk

BUTTONS: Mapping[TaskKind, Promise] = {
    "award": _("Give it"),
    "play": _("Enter the result"),
    "enter": _("Enter the result"),
    "remind": _("Done"),
    "score": _("Put it into the score"),
    "penalty": _("Give it"),
    "check": _("Look again"),
}


@dataclass(frozen=True)
class ShownTask:
    """A task on a page."""

    task: Task
    due: bool
    mine: bool
    """Whether the reader may do it."""
    address: str
    """Where it is done; empty where the button itself is all."""

    @property
    def button(self) -> Promise:
        """What the button says."""
        return BUTTONS[self.task.kind]

    @property
    def ticked(self) -> bool:
        """Whether it is ticked off, or left, by one button."""
        return self.task.asked


def tasks(desk: Desk, board: int | None = None) -> list[ShownTask]:
    """Everything that is to be done, or what is to be done about one board."""
    return [
        shown_task(desk, task)
        for task in open_tasks(desk.state)
        if board is None or any(key.board == board for key in task.lines)
    ]


def shown_task(desk: Desk, task: Task) -> ShownTask:
    """A task with the page that it leads to, and whether who asks may do it."""
    session = desk.session.pk
    if task.ruling:
        address = reverse("night-ruled", args=[session, task.ruling])
    else:
        address = "" if task.kind == "remind" else reverse("night-task", args=[session, task.id])
    return ShownTask(task, is_due(desk.state, task), desk.request.actor.role in DIRECTORS, address)
