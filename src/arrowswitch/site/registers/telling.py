"""Telling the recorder something: it is sealed at once, and who sent it cannot read it again either."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.debug import sensitive_post_parameters

from arrowswitch.session.night import Ruling
from arrowswitch.site.accounts.gate import DIRECTORS, MEMBERS, allow, ask_or_send
from arrowswitch.site.accounts.models import Account
from arrowswitch.site.club.models import Club
from arrowswitch.site.night.desk import Desk
from arrowswitch.site.registers import from_ruling
from arrowswitch.site.registers.forms import ReportForm, person
from arrowswitch.site.registers.models import Dossier, Report
from arrowswitch.site.registers.sealing import Body
from arrowswitch.site.requests import MemberRequest


def recorders(club: Club) -> list[Account]:
    """Who keeps the club's dossier now."""
    return list(Account.objects.filter(club=club, recorder=True, is_active=True))


@allow(*MEMBERS)
@sensitive_post_parameters()
@ask_or_send
def recorder(request: MemberRequest) -> HttpResponse:
    """What the recorder is for, and the form."""
    keepers = recorders(request.club)
    dossier = Dossier.objects.filter(club=request.club).first()
    director = request.actor.role in DIRECTORS
    source = from_ruling.named(request)
    form = ReportForm(
        request.POST if request.method == "POST" else None, initial=_begun(request, source), director=director
    )
    ready = bool(keepers) and dossier is not None
    if ready and form.is_bound and form.is_valid() and _sent(request.club, _body(request, form.cleaned_data)):
        return HttpResponseRedirect(f"{reverse('recorder')}?sent")
    shown = {
        "form": form,
        "ready": ready,
        "keepers": [each.name for each in keepers],
        "months": dossier.months if dossier else None,
        "sent": "sent" in request.GET,
        "has_keeper": bool(keepers),
        "source": source[1].act.title if source else "",
    }
    return render(request, "registers/recorder.html", shown, status=422 if form.errors else 200)


def _sent(club: Club, body: Body) -> bool:
    """Seals a report with the lock that the dossier has at that moment; not if there is none any more."""
    now = timezone.now()
    with transaction.atomic():
        dossier = Dossier.held(club)
        if dossier is None:
            return False
        Report.objects.create(club=club, filed=now, touched=now, body=dossier.seal(body))
        dossier.lapse(timezone.localdate(now))
    return True


def _begun(request: MemberRequest, source: tuple[Desk, Ruling] | None) -> dict[str, Any]:
    """What a ruling already knows. Whom it is about is left to who writes."""
    if not source:
        return {"date": timezone.localdate()}
    given = from_ruling.known(*source)
    place = from_ruling.where(given)
    return {
        "about": given["who"],
        "date": given["date"],
        "event": f"{given['event']}, {place}" if place else given["event"],
        "text": given["facts"],
    }


def _body(request: MemberRequest, given: dict[str, Any]) -> Body:
    """What goes under the seal. A person of the register is kept by number only, so that a name can be forgotten."""
    about = " ".join(given["about"].split())
    known = person(request.club, about)
    behalf = " ".join(given.get("on_behalf", "").split())
    whom = person(request.club, behalf) if behalf else None
    return {
        "about": {"player": known.pk if known else None, "name": "" if known else about},
        "by": request.user.pk,
        "on_behalf": {"player": whom.pk if whom else None, "name": "" if whom else behalf},
        "date": given["date"].isoformat() if given["date"] else "",
        "event": given["event"].strip(),
        "text": given["text"].strip(),
    }
