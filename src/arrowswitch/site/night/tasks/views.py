"""A task: what comes of it, the button that does it, and a way to set it aside."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from arrowswitch.session import Adjust, CloseTask, Enter
from arrowswitch.session.acts import Task, find_task
from arrowswitch.site.accounts.gate import DIRECTORS, ask_or_send
from arrowswitch.site.night.desk import Desk, Done, at_desk
from arrowswitch.site.night.lines.doing import FormOffer, answered, look
from arrowswitch.site.night.lines.forms import ActForm
from arrowswitch.site.night.tasks.forms import AwardTaskForm, ResultTaskForm
from arrowswitch.site.night.tasks.shown import shown_task
from arrowswitch.site.requests import MemberRequest


@at_desk(*DIRECTORS)
@ask_or_send
def task(request: MemberRequest, desk: Desk, task: str) -> HttpResponse:
    """What is to be done, with its effect if all is known; once it is done, the way back to the room."""
    found = find_task(desk.state, task)
    if found is None:
        if not _was_one(desk, task):
            raise Http404
        return render(request, "night/tasks/task.html", {"desk": desk})
    offers = _offers(request, desk, found)
    return answered(request, desk, "night/tasks/task.html", offers, lambda: {"shown": shown_task(desk, found)})


def _was_one(desk: Desk, task: str) -> bool:
    return task in desk.state.tasks or task.partition(":")[2] in desk.state.rulings


def _offers(request: MemberRequest, desk: Desk, task: Task) -> list[FormOffer]:
    """The form that does a task; what a ruling has left is done on the ruling's own page."""
    data = request.POST if request.method == "POST" else None
    if task.kind == "award":
        known = data or _as_begun(AwardTaskForm(desk, task))
        offer = FormOffer("task", _("Give it"), AwardTaskForm(desk, task, known), Adjust, request.actor.role)
        if data is None:
            look(desk, offer)
        return [offer]
    if task.kind in ("play", "enter"):
        form = ResultTaskForm(desk, task, data)
        title, page = _("Enter the result"), "night/lines/_result.html"
        return [FormOffer("task", title, form, Enter, request.actor.role, template=page)]
    return []


def _as_begun(form: ActForm) -> dict[str, Any]:
    """A form as if it had been sent as it opens."""
    return {name: form[name].value() or "" for name in form.fields}


@at_desk(*DIRECTORS)
@require_POST
def close(request: MemberRequest, desk: Desk, task: str) -> HttpResponse:
    """Ticks a task off, or sets it aside with a reason."""
    posting = "posting" in request.POST  # then the reason is the one for posting, and is kept for it
    why = "" if posting else request.POST.get("why", "")
    done: Done = desk.do(CloseTask(task, done=request.POST.get("wish") == "done"), why)
    if done.ok:
        kept = {name: request.POST[name][:2000] for name in ("force", "why") if posting and request.POST.get(name)}
        back = request.POST.get("back", "") + (f"?{urlencode(kept)}" if kept else "")
        if url_has_allowed_host_and_scheme(back, allowed_hosts=None):
            return redirect(back)
        return redirect("night-room", session=desk.session.pk)
    found = find_task(desk.state, task)
    if found is None and not _was_one(desk, task):
        raise Http404
    context = {"desk": desk, "done": done, "shown": shown_task(desk, found) if found else None, "offers": {}}
    if found and found.kind in ("award", "play", "enter"):
        context["again"] = shown_task(desk, found)["address"]
    return render(request, "night/tasks/task.html", context, status=done.status)
