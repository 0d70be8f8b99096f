"""The owner's copies of the club's data: made with a button, kept in the data folder, taken away by download."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from arrowswitch.site.accounts.gate import allow
from arrowswitch.site.club.models import Club
from arrowswitch.site.journal.copies import CannotCopy, back_up
from arrowswitch.site.movement.forms import spoken

FOLDER = "copies"
NAME = re.compile(r"arrowswitch-(\d{4}-\d\d-\d\d)-(\d\d)(\d\d)\d\d\.sqlite3")


@dataclass(frozen=True)
class Copy:
    """A copy in the folder."""

    name: str
    size: int
    made: str
    """By this computer's clock."""


def folder() -> Path | None:
    """Where the copies are; there is no such place for a database on a server."""
    if connection.vendor != "sqlite" or str(connection.settings_dict["NAME"]).startswith(("file:", ":")):
        return None
    return Path(connection.settings_dict["NAME"]).parent / FOLDER


def copies() -> list[Copy]:
    """The copies, the newest first."""
    place = folder()
    if place is None or not place.is_dir():
        return []
    names = {path: NAME.fullmatch(path.name) for path in place.iterdir()}
    made = [Copy(path.name, path.stat().st_size, found.expand(r"\1 \2:\3")) for path, found in names.items() if found]
    return sorted(made, key=lambda copy: copy.name, reverse=True)


def why_not() -> str:
    """Why this page makes no copies here; empty if it does."""
    if folder() is None:
        return _("The data is in PostgreSQL; whoever looks after that server makes the copies, with pg_dump.")
    if Club.objects.filter(is_demonstration=False).count() > 1:
        return _("This server keeps several clubs in one file; whoever looks after it makes the copies.")
    return ""


@allow("owner")
@require_http_methods(["GET", "HEAD", "POST"])
def backups(request: HttpRequest) -> HttpResponse:
    """The copies that there are, and a button for one more."""
    problem = why_not()
    if request.method == "POST" and not problem:
        place = folder()
        try:
            place.mkdir(mode=0o700, exist_ok=True)
            made = back_up(place.parent, place)
        except CannotCopy as refusal:
            problem = spoken(refusal)
        except OSError as error:
            problem = _("The folder for copies cannot be made (%(reason)s).") % {"reason": error.strerror}
        else:
            return HttpResponseRedirect(f"{reverse('backups')}?made={made.name}")
    made = request.GET.get("made", "")
    context = {
        "copies": [] if why_not() else copies(),
        "folder": folder(),
        "problem": problem,
        "possible": not why_not(),
        "made": made if NAME.fullmatch(made) else "",
    }
    return render(request, "club/backups.html", context, status=200)


@allow("owner")
@require_safe
def backup(request: HttpRequest, name: str) -> HttpResponse:
    """A copy, to take away."""
    if why_not() or name not in {copy.name for copy in copies()}:
        raise Http404
    response = HttpResponse((folder() / name).read_bytes(), content_type="application/vnd.sqlite3")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
