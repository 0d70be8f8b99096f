"""The page on which files of other programs are brought in as sessions: first a look, then what was looked at is brought in and
posted. It works without a script; with one, files can be dropped on it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from arrowswitch.formats import BadFile
from arrowswitch.formats.bringing import Whose
from arrowswitch.formats.found import FoundFile, found_in_data
from arrowswitch.site.accounts.gate import DIRECTORS, allow, ask_or_send
from arrowswitch.site.exchange.importing import TOO_MANY, ImportedFile, Importer, sentence_of
from arrowswitch.site.exchange.looking import MOST_FILES, MOST_SESSIONS, MOST_UNPACKED, looked_at, taken_back
from arrowswitch.site.journal import store
from arrowswitch.site.requests import MemberRequest
from arrowswitch.words import Sentence

RANKINGS: dict[str, Whose | None] = {"file": "file", "ours": "ours"}
SHOWN = 60
"""Differences of a session that are listed; the rest is counted."""


@allow(*DIRECTORS)
@ask_or_send
def page(request: MemberRequest) -> HttpResponse:
    """Files are chosen, looked at, and brought in."""
    if request.method == "POST" and "bring" in request.POST:
        return _brought(request)
    context: dict[str, Any] = {"brought": _sessions(request), "shown": SHOWN}
    if request.method == "POST":
        found = list(looked_at(request.club, request.actor, timezone.now(), _sent(request)))
        context |= {
            "files": found,
            "ready": sum(each.can_be_brought for each in found),
            "problem": "" if found else _("Choose one or more files."),
        }
    return render(request, "exchange/bring_in.html", context, status=422 if context.get("problem") else 200)


def _sent(request: MemberRequest) -> Iterator[FoundFile]:
    """The files that were sent, and those in zips."""
    for file in request.FILES.getlist("files")[: MOST_FILES + 1]:
        yield from found_in_data((file.name or "")[:200], file.read())


def _sessions(request: MemberRequest) -> list[Any]:
    """The sessions that were just brought in, by the address that the form sent us to."""
    asked = [each for each in request.GET.get("brought", "").split("-") if each.isascii() and each.isdigit()]
    return list(store.sessions(request.club).filter(pk__in=[int(each) for each in asked[:100] if len(each) < 19]))


def _brought(request: MemberRequest) -> HttpResponse:
    """Brings in what was looked at and is still wanted, one file after the other."""
    done = list(_each_brought(request))
    if done and all(each.became != "refused" for each in done):
        sessions = "-".join(str(session) for each in done for session in each.sessions)
        return redirect(f"{reverse('bring-in')}?brought={sessions}")
    problem = "" if done else _("Nothing was chosen. Tick what is to be brought in.")
    context = {"done": done, "problem": problem, "shown": SHOWN}
    return render(request, "exchange/bring_in.html", context, status=422)


def _each_brought(request: MemberRequest) -> Iterator[ImportedFile]:
    """What became of each file that is wanted. The limits of looking hold again, for a form can be sent without a look; after a
    file that did not arrive well, or is beyond them, nothing more is unpacked."""
    problem: Sentence | None = None
    unpacked = sessions = 0
    for number in range(MOST_FILES):
        if f"take-{number}" not in request.POST:
            continue
        name = request.POST.get(f"name-{number}", "")[:200] or _("a file")
        try:
            data = b"" if problem else taken_back(request.POST.get(f"data-{number}", ""))
        except BadFile as refusal:
            problem = sentence_of(refusal)
        else:
            unpacked += len(data)
            problem = problem or (TOO_MANY if unpacked > MOST_UNPACKED else None)
        if problem:
            yield ImportedFile(name, "refused", problem=problem)
            continue
        importer = Importer(request.club, request.actor, RANKINGS.get(request.POST.get(f"whose-{number}", "")))
        done = importer.bring(name, data, timezone.now(), most=MOST_SESSIONS - sessions)
        sessions += len(done.sessions) if done.became == "new" else 0
        yield done
