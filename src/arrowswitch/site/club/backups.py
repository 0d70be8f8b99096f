"""The owner's copies of the club's data: made by themselves or with a button, kept in the data folder, taken away by
download; and how *Settings* tells how well the club is backed up."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.db import connection
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from arrowswitch.site.accounts.gate import allow, ask_or_send
from arrowswitch.site.club.models import Club
from arrowswitch.site.data_folder import shelf
from arrowswitch.site.journal.copies import CannotCopy, back_up
from arrowswitch.site.requests import MemberRequest
from arrowswitch.site.spoken import spoken

WHY = {
    "": gettext_lazy("by the button"),
    "night": gettext_lazy("every night"),
    "posting": gettext_lazy("at a posting"),
    "upgrade": gettext_lazy("before an upgrade"),
}


def data() -> Path | None:
    """The folder with the club's data; there is no such place for a database on a server."""
    if connection.vendor != "sqlite" or str(connection.settings_dict["NAME"]).startswith(("file:", ":")):
        return None
    return Path(connection.settings_dict["NAME"]).parent


def copies() -> list[tuple[shelf.Copy, str]]:
    """The copies, the newest first, and why each was made."""
    place = data()
    return [(copy, str(WHY[copy.reason])) for copy in shelf.listed(place)] if place else []


@dataclass(frozen=True)
class Care:
    """How well the club is backed up."""

    last: shelf.Copy | None
    warnings: tuple[str, ...]


def care(now: datetime | None = None) -> Care | None:
    """The last back-up, and what is wrong with it; nothing where this program makes none."""
    place = data()
    if place is None or why_not():
        return None
    now = now or datetime.now()
    last = next(iter(shelf.listed(place)), None)
    failed = shelf.not_made(place)
    warnings = (
        _("The last back-up could not be made: %(problem)s") % {"problem": failed} if failed else "",
        _("The last back-up is old. Make one now, and take it to another place.")
        if last and shelf.is_too_old(place, now)
        else "",
        _("The disk is nearly full: there may be no room for the next back-ups.")
        if shelf.is_short_of_room(place)
        else "",
    )
    return Care(last, tuple(filter(None, warnings)))


def why_not() -> str:
    """Why this page makes no copies here; empty if it does."""
    if data() is None:
        return _(
            "The data is in PostgreSQL, and no copies of it are made here. Whoever looks after that server must make them, every "
            "night and before every upgrade, with pg_dump, and try now and then whether one can be put back."
        )
    if Club.objects.filter(is_demonstration=False).count() > 1:
        return _("This server keeps several clubs in one file; whoever looks after it makes the copies.")
    return ""


@allow("owner")
@ask_or_send
def backups(request: MemberRequest) -> HttpResponse:
    """The copies that there are, and a button for one more."""
    problem, folder = why_not(), data()
    if request.method == "POST" and folder and not problem:
        place = shelf.place(folder)
        try:
            place.mkdir(mode=0o700, exist_ok=True)
            kept = back_up(place.parent, place)
        except CannotCopy as refusal:
            problem = spoken(refusal)
        except OSError as error:
            problem = _("The folder for copies cannot be made (%(reason)s).") % {"reason": error.strerror}
        else:
            return HttpResponseRedirect(f"{reverse('backups')}?made={kept.name}")
    made = request.GET.get("made", "")
    context = {
        "copies": [] if why_not() else copies(),
        "folder": shelf.place(folder) if folder else "",
        "care": care(),
        "problem": problem,
        "possible": not why_not(),
        "made": made if shelf.NAME.fullmatch(made) else "",
    }
    return render(request, "club/backups.html", context, status=200)


@allow("owner")
@require_safe
def backup(request: MemberRequest, name: str) -> HttpResponse:
    """A copy, to take away."""
    folder = data()
    if folder is None or why_not() or name not in {copy.name for copy, _why in copies()}:
        raise Http404
    response = HttpResponse((shelf.place(folder) / name).read_bytes(), content_type="application/vnd.sqlite3")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
