"""The desk's JSON: commands in the form of the journal, and how a session stands.

Whoever asks is signed in as for the pages, and sends the token against forged forms along (`X-CSRFToken`). A command is
`{"id", "act"}` and where they apply `"why"`, `"force"`, `"seen"`; who gave it is always who is signed in, and when it was done is this
computer's time. `"at"`, the time by the sender's own clock, stands beside it in the journal. The answer is
`{"ok", "problem", "notes", "version", "session"}`: `version` counts the entries of the journal. Several commands at once, as
`{"commands": [...]}`, are on disk together when they are answered, with `{"answers": [...]}`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404, JsonResponse
from django.http.request import RawPostDataException
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from arrowswitch.scoring.files.answer import answer as scoring_answer
from arrowswitch.session import Command, JournalFault, Open, Outdated, Publish, Refused, State
from arrowswitch.session.journal import command_from_json, encode
from arrowswitch.site.accounts.gate import DESK, DIRECTORS, allow
from arrowswitch.site.journal import store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.night.desk import Desk, at_desk, told
from arrowswitch.site.night.results.models import Link
from arrowswitch.site.requests import MemberRequest
from arrowswitch.site.serving.bodies import as_json

MOST = 500
"""Commands that are taken at once."""


class UnreadableCommand(Exception):  # noqa: N818 - said to whoever sent it
    """What was sent is not what is taken here."""


@allow(*DESK)
@require_POST
def opened(request: MemberRequest) -> JsonResponse:
    """Opens a session by its first command."""
    try:
        command = _command(request, _body(request))
    except UnreadableCommand as fault:
        return _refused(str(fault), 400)
    if not isinstance(command.act, Open) or request.club is None:
        return _refused(_("A session begins with its opening."), 422)
    try:
        kept = store.begin(command, club=request.club)
    except (Refused, store.StoreFault) as problem:
        return JsonResponse(_said(problem), status=_status(problem))
    return JsonResponse(_said(kept))


@allow(*DESK)
@require_POST
def commands(request: MemberRequest, session: int) -> JsonResponse:
    """Gives a session a command, or several."""
    if not store.is_of(session, request.club):
        raise Http404
    try:
        body = _body(request)
        if "commands" not in body:
            answer = _kept(session, _command(request, body))
            _share([answer])
            return JsonResponse(_said(answer), status=_status(answer))
        given = body["commands"]
        if not isinstance(given, list) or len(given) > MOST:
            raise UnreadableCommand(_("“commands” is a list of at most {most}.").format(most=MOST))
        answers = store.append_each(session, [_command(request, each) for each in given])
        _share(answers)
    except UnreadableCommand as fault:
        return _refused(str(fault), 400)
    except store.StoreFault as fault:
        return JsonResponse(_said(fault), status=503)
    return JsonResponse({"answers": [_said(each) for each in answers]})


@at_desk(*DESK)
@require_safe
def ranking(request: MemberRequest, desk: Desk) -> JsonResponse:
    """How a session stands: the ranking as `arrowswitch score` gives it, with names."""
    state = desk.state
    listed = scoring_answer(desk.results.scored)["ranking"] if state.lines else []
    called = {
        state.name(section.name, number): {
            "label": desk.names.label(section.name, number),
            "names": desk.names.contestant(section.name, number),
        }
        for section in state.sections.values()
        for number in section.movement.contestants
    }
    return JsonResponse(
        {
            "title": state.title,
            "phase": state.phase,
            "version": len(state.journal),
            "ranking": [each | called.get(each["contestant"], {}) for each in listed],
        }
    )


# -- reading ----------------------------------------------------------------------------------------------------------


def _body(request: MemberRequest) -> dict[str, Any]:
    try:
        body = as_json(request.body)
    except (ValueError, RawPostDataException):  # the last: a form was sent, and has been read as one
        raise UnreadableCommand(_("This is not JSON.")) from None
    if not isinstance(body, dict):
        raise UnreadableCommand(_("A JSON object is wanted."))
    return body


def _command(request: MemberRequest, data: Any) -> Command:
    """A command of who is signed in, done now by this computer's clock; directors may say when it was by theirs."""
    if not isinstance(data, dict):
        raise UnreadableCommand(_("A command is a JSON object."))
    given = {**data, "by": encode(request.actor), "at": encode(timezone.now()), "claimed": None}
    if request.actor.role in DIRECTORS:
        given["claimed"] = data.get("at")
    try:
        return command_from_json(given)
    except JournalFault as fault:
        raise UnreadableCommand(told(fault)) from None
    except RecursionError:
        raise UnreadableCommand(_("This is not JSON.")) from None


# -- answering --------------------------------------------------------------------------------------------------------

Outcome = store.Acknowledged | Refused | store.StoreFault


def _kept(session: int, command: Command) -> Outcome:
    try:
        return store.append(session, command)
    except (Refused, store.StoreFault) as problem:
        return problem


def _share(outcomes: Sequence[Outcome]) -> None:
    """Makes the link to results that were posted, as the button of the pages does."""
    for outcome in outcomes:
        if isinstance(outcome, store.Acknowledged) and any(isinstance(entry.act, Publish) for entry in outcome.entries):
            Link.make(Session.objects.get(pk=outcome.session))


def _said(outcome: Outcome) -> dict[str, Any]:
    if isinstance(outcome, store.Acknowledged):
        notes = [told(Refused(note)) for entry in outcome.entries for note in entry.notes]
        return _answer(notes=notes, state=outcome.state, session=outcome.session)
    return _answer(told(outcome))


def _status(outcome: Outcome) -> int:
    if isinstance(outcome, store.Acknowledged):
        return 200
    if isinstance(outcome, store.StoreFault):
        return 503
    return 409 if isinstance(outcome, Outdated) else 422


def _answer(
    problem: str = "", *, notes: list[str] | None = None, state: State | None = None, session: int | None = None
) -> dict[str, Any]:
    return {
        "ok": not problem,
        "problem": problem,
        "notes": notes or [],
        "version": len(state.journal) if state else None,
        "session": session,
    }


def _refused(problem: str, status: int) -> JsonResponse:
    return JsonResponse(_answer(problem), status=status)
