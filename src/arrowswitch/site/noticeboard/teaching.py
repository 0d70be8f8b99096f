"""Notes for teaching: what directors saw at the tables and others can learn from, without names, looked for by its words."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.db import transaction
from django.db.models import Count
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from arrowswitch.site.accounts.gate import DIRECTORS, allow, ask_or_send
from arrowswitch.site.club.words import plain_words
from arrowswitch.site.noticeboard.forms import TeachingNoteForm, TeachingUseForm
from arrowswitch.site.noticeboard.models import TeachingNote, TeachingNoteVersion, written_anew
from arrowswitch.site.requests import MemberRequest

A_PAGE = 30
MOST_WORDS = 8
WRITTEN = ("day", "title", "laws", "facts", "lesson")


def _one(request: MemberRequest, note: int) -> TeachingNoteVersion:
    latest = TeachingNoteVersion.objects.filter(note__club=request.club, replaced=None)
    return get_object_or_404(latest, note=note if note < 2**63 else 0)


@allow(*DIRECTORS)
@require_safe
def teaching(request: MemberRequest) -> HttpResponse:
    """All notes, or those in which some words stand, or those that no lesson has used yet."""
    found = TeachingNoteVersion.objects.filter(note__club=request.club, replaced=None, retired=False)
    asked, unused = request.GET.get("q", "")[:200], "unused" in request.GET
    for word in plain_words(asked)[:MOST_WORDS]:
        found = found.filter(findable__contains=word)
    found = found.annotate(used=Count("note__uses")).order_by("-day", "-pk")
    if unused:
        found = found.filter(used=0)
    page = Paginator(found, A_PAGE).get_page(request.GET.get("page"))
    return render(request, "noticeboard/teaching.html", {"page": page, "asked": asked, "unused": unused})


@allow(*DIRECTORS)
@ask_or_send
def note(request: MemberRequest, note: int) -> HttpResponse:
    """One note, and the lessons in which it was used."""
    found = _one(request, note)
    sent = request.POST if request.method == "POST" else None
    form = TeachingUseForm(sent, initial={"day": timezone.localdate()})
    if form.is_bound and form.is_valid():
        use = form.save(commit=False)
        use.note_id, use.by = found.note_id, request.user
        use.save()
        return HttpResponseRedirect(request.path)
    shown: dict[str, Any] = {
        "note": found,
        "form": form,
        "uses": found.note.uses.select_related("by"),
        "versions": found.note.versions.select_related("by").order_by("-pk"),
    }
    return render(request, "noticeboard/teaching_note.html", shown, status=422 if form.errors else 200)


@allow(*DIRECTORS)
@ask_or_send
def new(request: MemberRequest) -> HttpResponse:
    """A new note."""
    return _edit(request, TeachingNoteVersion(day=timezone.localdate()), None)


@allow(*DIRECTORS)
@ask_or_send
def change(request: MemberRequest, note: int) -> HttpResponse:
    """Writes a note anew, or puts it away; what it said stays in the history."""
    found = _one(request, note)
    return _edit(request, TeachingNoteVersion(**{name: getattr(found, name) for name in WRITTEN}), found)


def _edit(request: MemberRequest, start: TeachingNoteVersion, before: TeachingNoteVersion | None) -> HttpResponse:
    form = TeachingNoteForm(request.POST if request.method == "POST" else None, instance=start, club=request.club)
    if before is None:
        del form.fields["why"]  # nothing is changed yet
    if form.is_bound and form.is_valid():
        new = form.save(commit=False)
        new.by, new.at = request.user, timezone.now()
        new.retired = request.POST.get("what") == "retire"
        with transaction.atomic():
            new.note = before.note if before else TeachingNote.objects.create(club=request.club)
            if (before is None or request.POST.get("version") == str(before.pk)) and written_anew(new, before):
                place = reverse("teaching") if new.retired else reverse("teaching-note", args=[new.note_id])
                return HttpResponseRedirect(place)
        form.add_error(None, _("Somebody has changed this note meanwhile; look at it again."))
    return render(
        request,
        "noticeboard/teaching_change.html",
        {"form": form, "before": before},
        status=422 if form.errors else 200,
    )
