"""The pages of the checklists: reading one, going through it on a day, what was remarked, and writing them."""

from __future__ import annotations

import datetime
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from django.core.paginator import Paginator
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from arrowswitch.site.accounts.gate import DESK, DIRECTORS, EVERYONE, MEMBERS, allow, ask_or_send, turned_away
from arrowswitch.site.calendar.models import CalendarDate
from arrowswitch.site.club.models import Club
from arrowswitch.site.journal import store
from arrowswitch.site.noticeboard.forms import ChecklistForm, OutcomeForm
from arrowswitch.site.noticeboard.models import (
    Checklist,
    ChecklistEntry,
    ChecklistRemark,
    ChecklistRun,
    ChecklistVersion,
    written_anew,
)
from arrowswitch.site.noticeboard.notices import AT_HOME, as_read, hanging
from arrowswitch.site.requests import ClubRequest, MemberRequest
from arrowswitch.site.website import unnamed

A_PAGE = 40
NIGHT_ENDS = datetime.timedelta(hours=5)
"""Until five in the morning it is still the night before: who locks up after midnight locks up last night's."""
SHIPPED = Path(__file__).with_name("shipped.toml")


def night_of(now: datetime.datetime) -> datetime.date:
    """The day that a moment belongs to.

    >>> night_of(datetime.datetime(2026, 3, 4, 0, 40)), night_of(datetime.datetime(2026, 3, 4, 9, 0))
    (datetime.date(2026, 3, 3), datetime.date(2026, 3, 4))
    """
    return (now - NIGHT_ENDS).date()


def today() -> datetime.date:
    """The night that it is now, at the club."""
    return night_of(timezone.localtime())


@cache
def shipped() -> tuple[dict[str, str], ...]:
    """The lists that come with the program."""
    return tuple(tomllib.loads(SHIPPED.read_text("utf-8"))["checklist"])


def lists(club: Club) -> QuerySet[ChecklistVersion]:
    """The club's checklists as they are now."""
    return ChecklistVersion.objects.filter(checklist__club=club, replaced=None, retired=False)


def may_read(role: str, version: ChecklistVersion) -> bool:
    """Whether a role may read a list."""
    return role in {"desk": DESK, "members": MEMBERS, "everybody": EVERYONE}[version.readers]


def readable(club: Club, role: str, some: Iterable[ChecklistVersion]) -> list[ChecklistVersion]:
    """The lists that a role may read, as it may read them."""
    return unnamed.as_read(club, role, [each for each in some if may_read(role, each)], "title", "who", "text")


def may_tick(role: str, version: ChecklistVersion) -> bool:
    """Whether a role may go through a list; one for emergencies is gone through at drills, by the desk."""
    return role in DESK or (role in MEMBERS and version.readers != "desk" and version.use != "emergency")


def one(request: ClubRequest, checklist: int) -> ChecklistVersion:
    """A list of the club of who asks, as it is now."""
    found = ChecklistVersion.objects.filter(checklist__club=request.club, replaced=None)
    return get_object_or_404(found, checklist=checklist if checklist < 2**63 else 0)


def last_run(version: ChecklistVersion, day: datetime.date) -> ChecklistRun | None:
    """The last time that a list was begun on a day."""
    runs = ChecklistRun.objects.filter(checklist=version.checklist_id, day=day).select_related("version")
    return runs.order_by("turn").last()


def ticked(run: ChecklistRun | None) -> dict[int, ChecklistEntry]:
    """The things that are done, each with the entry that says so."""
    if run is None:
        return {}
    last = {each.item: each for each in run.entries.select_related("by")}
    return {item: each for item, each in last.items() if each.done}


def progress(version: ChecklistVersion, day: datetime.date) -> dict[str, Any]:
    """How far a list is on a day."""
    run = last_run(version, day)
    total = len((run.version if run else version).items)
    done = len(ticked(run))
    return {"version": version, "day": day, "done": done, "total": total, "complete": done == total}


def due(club: Club, role: str) -> list[dict[str, Any]]:
    """What somebody of this role should see to today."""
    day = today()
    found = [each for each in lists(club) if may_tick(role, each)]
    played: bool | None = None
    wanted: list[dict[str, Any]] = []
    for each in found:
        if each.use in ("before", "after"):
            played = is_play(club, day) if played is None else played
            if played:
                wanted.append(progress(each, day))
        elif each.use in ("weekly", "monthly"):
            wanted.append(_within(each, day))
    return [each for each in wanted if not each["complete"]]


def is_play(club: Club, day: datetime.date) -> bool:
    """Whether there is play on a day: by the calendar, or because a session was opened."""
    dates = CalendarDate.objects.filter(club=club, day=day, cancelled=None).exclude(kind="other")
    return dates.exists() or store.listed(club).filter(date=day).exists()


def _within(version: ChecklistVersion, day: datetime.date) -> dict[str, Any]:
    """How far a list of the week or the month is, on the day it was begun."""
    first = day.replace(day=1) if version.use == "monthly" else day - datetime.timedelta(days=day.weekday())
    begun = ChecklistRun.objects.filter(checklist=version.checklist_id, day__range=(first, day)).first()
    return progress(version, begun.day if begun else day)


def at_home(request: ClubRequest) -> dict[str, Any]:
    """What the home page shows: what is due, what is remarked for directors, what hangs on the board, and what to do in an emergency."""
    if request.club is None:
        return {}
    role = request.actor.role
    return {
        "due": due(request.club, role),
        "remarks": _open_remarks(request.club).count() if role in DIRECTORS else 0,
        "notices": as_read(request.club, role, hanging(request.club, role)[:AT_HOME]),
        "emergencies": readable(request.club, role, lists(request.club).filter(use="emergency")),
    }


def _open_remarks(club: Club) -> QuerySet[ChecklistRemark]:
    found = ChecklistRemark.objects.filter(run__checklist__club=club, settled=None)
    return found.select_related("run__version", "by")


@allow(*EVERYONE)
@require_safe
def checklists(request: ClubRequest) -> HttpResponse:
    """Every list that who asks may read, how far each is, and for directors those that can be taken over."""
    if request.club is None:
        return redirect("welcome")
    role, day = request.actor.role, _day(request.GET.get("day", "")) or today()
    found = readable(request.club, role, lists(request.club))
    titles = {each.title for each in lists(request.club)}
    shown = {
        "rows": [(progress(each, day), may_tick(role, each)) for each in found],
        "day": day,
        "may_manage": role in DIRECTORS,
        "is_member": role in MEMBERS,
        "ready": [each for each in shipped() if each["title"] not in titles] if role in DIRECTORS else [],
        "remarks": _open_remarks(request.club) if role in DIRECTORS else (),
    }
    return render(request, "noticeboard/checklists.html", shown)


def _day(written: str) -> datetime.date | None:
    try:
        return datetime.date.fromisoformat(written)
    except ValueError:
        return None


@allow(*EVERYONE)
@require_safe
def checklist(request: ClubRequest, checklist: int) -> HttpResponse:
    """A list to be read at once, in large type, and printed."""
    version = one(request, checklist)
    if not may_read(request.actor.role, version):
        return turned_away(request, DESK if version.readers == "desk" else MEMBERS) or redirect("checklists")
    readable(version.checklist.club, request.actor.role, [version])
    shown: dict[str, Any] = {
        "version": version,
        "lines": version.lines,
        "day": today(),
        "may_tick": may_tick(request.actor.role, version) and not version.retired,
        "may_manage": request.actor.role in DIRECTORS,
    }
    if request.actor.role in DESK:
        runs = ChecklistRun.objects.filter(checklist=version.checklist_id).select_related("version")
        page = Paginator(runs, A_PAGE).get_page(request.GET.get("page"))
        shown |= {"page": page, "runs": [(each, len(ticked(each)), len(each.version.items)) for each in page]}
    return render(request, "noticeboard/checklist.html", shown)


@allow(*MEMBERS)
@ask_or_send
def run(request: MemberRequest, checklist: int, day: str) -> HttpResponse:
    """Going through a list on a day. The first tick begins it; two phones may tick at once."""
    version, date = one(request, checklist), _day(day)
    if date is None:
        raise Http404
    if not may_tick(request.actor.role, version):
        return turned_away(request, DESK) or redirect("checklists")
    if request.method != "POST":
        return _run_shown(request, version, date)
    problem = _write(request, version, date)
    if problem:
        return _run_shown(request, version, date, problem)
    item = request.POST.get("item", "")
    return HttpResponseRedirect(f"{request.path}#item-{item}" if item.isascii() and item.isdigit() else request.path)


def _write(request: MemberRequest, version: ChecklistVersion, day: datetime.date) -> str:
    """Writes down what was sent; says why not, if not."""
    sent = request.POST
    with transaction.atomic():
        Checklist.objects.select_for_update(no_key=True).get(pk=version.checklist_id)  # one after the other
        now = last_run(version, day)
        used = now.version if now else version
        turns = {"0", "1"} if now is None or now.turn == 1 else {str(now.turn)}  # 0 was seen before the first tick
        if sent.get("version") != str(used.pk) or sent.get("turn") not in turns:
            return _("This list was changed or begun anew meanwhile. Look at it again, then tick.")
        if sent.get("what") == "again":
            if now:
                ChecklistRun.objects.create(checklist=version.checklist, version=version, day=day, turn=now.turn + 1)
            return ""
        item = sent.get("item", "")
        if not (item.isascii() and item.isdigit() and len(item) < 4 and 1 <= int(item) <= len(used.items)):
            return _("There is no such thing on this list.")
        text = " ".join(sent.get("remark", "").split())
        if sent.get("what") == "remark" and not 0 < len(text) <= 300:
            return _("Write what is not as it should be, in at most 300 letters.")
        now = now or ChecklistRun.objects.create(checklist=version.checklist, version=version, day=day)
        if sent.get("what") == "remark":
            if not now.remarks.filter(item=int(item), text=text, settled=None).exists():
                now.remarks.create(item=int(item), text=text, by=request.user)
        else:
            done = sent.get("what") == "done"
            if done != (int(item) in ticked(now)):  # a double tap, or another phone was quicker
                now.entries.create(item=int(item), done=done, by=request.user)
    return ""


def _run_shown(
    request: MemberRequest, version: ChecklistVersion, day: datetime.date, problem: str = ""
) -> HttpResponse:
    now = last_run(version, day)
    used = now.version if now else version
    done = ticked(now)
    remarks = list(now.remarks.select_related("by", "settled_by").order_by("pk")) if now else []
    rows: list[dict[str, Any]] = []
    number = 0
    for line in used.lines:
        if line.startswith("#"):
            rows.append({"heading": line.lstrip("# ")})
            continue
        number += 1
        about = [each for each in remarks if each.item == number]
        rows.append({"number": number, "text": line, "tick": done.get(number), "remarks": about})
    shown = {
        "version": used,
        "checklist": version.checklist_id,
        "run": now,
        "day": day,
        "rows": rows,
        "done": len(done),
        "total": number,
        "problem": problem,
        "tapped": request.POST.get("item", ""),
        "history": now.entries.select_related("by").order_by("-pk") if now else (),
        "newer": used.pk != version.pk,
    }
    return render(request, "noticeboard/run.html", shown, status=409 if problem and not request.htmx else 200)


@allow(*DIRECTORS)
@ask_or_send
def remark(request: MemberRequest, remark: int) -> HttpResponse:
    """Says how something was settled that had been remarked."""
    found = get_object_or_404(ChecklistRemark, run__checklist__club=request.club, pk=remark if remark < 2**63 else 0)
    form = OutcomeForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        ChecklistRemark.objects.filter(pk=found.pk, settled=None).update(
            settled=timezone.now(), settled_by=request.user, outcome=form.cleaned_data["outcome"]
        )
        return HttpResponseRedirect(reverse("checklists"))
    shown = {"form": form, "remark": found}
    return render(request, "noticeboard/remark.html", shown, status=422 if form.errors else 200)


@allow(*DIRECTORS)
@ask_or_send
def new(request: MemberRequest) -> HttpResponse:
    """A new list: written, or one that comes with the program."""
    title = request.GET.get("ready", "")
    ready = next((each for each in shipped() if each["title"] == title), {})
    if title and not ready:
        raise Http404
    return _edit(request, ChecklistVersion(**ready), None)


@allow(*DIRECTORS)
@ask_or_send
def change(request: MemberRequest, checklist: int) -> HttpResponse:
    """Writes a list anew, or takes it off the wall; what it was stays."""
    return _edit(request, one(request, checklist), one(request, checklist))


def _edit(request: MemberRequest, version: ChecklistVersion, before: ChecklistVersion | None) -> HttpResponse:
    version.why = ""
    form = ChecklistForm(request.POST if request.method == "POST" else None, instance=version)
    if before is None:
        del form.fields["why"]  # nothing is changed yet
    if form.is_bound and form.is_valid():
        new = form.save(commit=False)
        new.pk, new.by, new.at = None, request.user, timezone.now()
        new._state.adding = True
        new.retired = request.POST.get("what") == "retire"
        with transaction.atomic():
            if before is None:
                new.checklist = Checklist.objects.create(club=request.club)
            if (before is None or request.POST.get("version") == str(before.pk)) and written_anew(new, before):
                return HttpResponseRedirect(reverse("checklist", args=[new.checklist_id]))
        form.add_error(None, _("Somebody has changed this list meanwhile; look at it again."))
    shown = {
        "form": form,
        "before": before,
        "versions": before.checklist.versions.select_related("by").order_by("-pk") if before else (),
    }
    return render(request, "noticeboard/change.html", shown, status=422 if form.errors else 200)
