"""Tasks made ready for a page: what is to be done, when, and where the button leads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

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


def tasks(desk: Desk, board: int | None = None) -> list[dict[str, Any]]:
    """Everything that is to be done, or what is to be done about one board."""
    return [
        shown_task(desk, task)
        for task in open_tasks(desk.state)
        if board is None or any(key.board == board for key in task.lines)
    ]


def shown_task(desk: Desk, task: Task) -> dict[str, Any]:
    """A task with the page that it leads to, and whether who asks may do it."""
    session = desk.session.pk
    if task.ruling:  # the address is empty where the button itself is all
        address = reverse("night-ruled", args=[session, task.ruling])
    else:
        address = "" if task.kind == "remind" else reverse("night-task", args=[session, task.id])
    return {
        "task": task,
        "due": is_due(desk.state, task),
        "mine": desk.request.actor.role in DIRECTORS,
        "address": address,
        "button": BUTTONS[task.kind],
        "ticked": task.asked,
    }
