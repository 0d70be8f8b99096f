"""Sending the results of a session: who wants what, what is missing, and the files, each made from what was posted last."""

from __future__ import annotations

import json
from dataclasses import replace

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from arrowswitch.formats import BadFile
from arrowswitch.site.accounts.gate import DESK, DIRECTORS, ask_or_send
from arrowswitch.site.exchange.models import MadeFile, wanted
from arrowswitch.site.exchange.sending import WRITERS, facts_for, file_name, outgoing, parcels
from arrowswitch.site.night.desk import Desk, Done, at_desk
from arrowswitch.site.night.results.opening import at_the_desk as reader_of
from arrowswitch.site.night.results.seeing import pending
from arrowswitch.site.requests import MemberRequest
from arrowswitch.site.spoken import spoken

MOST_FACT = 60


@at_desk(*DESK)
@ask_or_send
def send(request: MemberRequest, desk: Desk) -> HttpResponse:
    """The page; and a file, when one is asked for."""
    answer = _made(request, desk) if request.method == "POST" else Done()
    if isinstance(answer, HttpResponse):
        return answer
    out = outgoing(desk.session, request.club, desk.state)
    context = reader_of(desk).context(
        "send",
        done=answer,
        posted=out is not None,
        version=out.state.publications[-1] if out else None,
        parcels=parcels(out) if out else [],
        pending=pending(desk.session.pk, desk.state),
        director=request.actor.role in DIRECTORS,
    )
    return render(request, "night/results/send.html", context, status=answer.status)


def _made(request: MemberRequest, desk: Desk) -> HttpResponse | Done:
    """A file for a receiver, made now; that it was is written down."""
    receiver, _space, file = request.POST.get("make", "").partition(" ")
    found = next(((each, choice) for each, choice in wanted(request.club) if each.id == receiver), None)
    out = outgoing(desk.session, request.club, desk.state)
    if found is None or file not in found[0].files:
        return Done(_("The form was not complete. Open the page again and send it once more."))
    if out is None:
        return Done(_("The results are not posted yet; only posted results leave the club."))
    known = facts_for(*found, list(MadeFile.objects.filter(session=desk.session)))
    typed = {name: _fact(request.POST[key]) for name in known if (key := f"{receiver} {name}") in request.POST}
    facts = known | typed
    if any(len(value) > MOST_FACT for value in typed.values()):
        return Done(_("That is too long: %(most)s letters at most.") % {"most": MOST_FACT})
    try:
        data = WRITERS[file].write(replace(out, facts=facts)).data
    except BadFile as problem:
        return Done(spoken(problem))
    version = out.state.publications[-1].version
    kept = {"version": version, "written": json.dumps(facts), "by": request.actor.name}
    MadeFile.objects.create(session=desk.session, receiver=receiver, file=file, **kept)
    response = HttpResponse(data, content_type=WRITERS[file].media)
    response["Content-Disposition"] = f'attachment; filename="{file_name(out.state, file)}"'
    return response


def _fact(text: str) -> str:
    """What was typed, as it can be kept and written."""
    return " ".join("".join(each if each.isprintable() else " " for each in text).split())
