"""The recorder's dossier: set up once, opened with words that only the recorder knows, every look written down."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django import forms
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_safe

from arrowswitch.site.accounts import tries
from arrowswitch.site.accounts.gate import ask_or_send, for_recorder
from arrowswitch.site.accounts.models import Account
from arrowswitch.site.club.models import Player
from arrowswitch.site.forms import Sent
from arrowswitch.site.registers import sealing
from arrowswitch.site.registers.forms import NoteForm, OpenForm, RegisterForm, SetUpForm
from arrowswitch.site.registers.models import Dossier, Reading, Report, called
from arrowswitch.site.registers.opening import carried, carry, drop
from arrowswitch.site.registers.paper import printed
from arrowswitch.site.requests import MemberRequest
from arrowswitch.site.rules.own import regulations_of

LOG = 30
"""Looks that the list of the dossier shows."""


@dataclass
class OpenReport:
    """A report with its seal open."""

    report: Report
    about: str
    subject: object
    """What two reports about the same person have in common."""
    forgotten: bool
    by: str
    teller: object
    date: date | None
    event: str
    text: str
    notes: list[tuple[Any, str, str]] = field(default_factory=list)


# -- the whole --------------------------------------------------------------------------------------------------------


@for_recorder
@sensitive_post_parameters()
@ask_or_send
def dossier(request: MemberRequest) -> HttpResponse:
    """Set it up, open it, or see what is in it."""
    kept, secret = _kept(request)
    if kept is None:
        return _set_up(request)
    kept.lapse(timezone.localdate())
    what = request.POST.get("what", "")
    if what == "lock":
        return drop(redirect("dossier"))
    if what == "anew":
        return _anew(request, kept)
    if what == "change":
        return _change(request, kept, secret)
    if secret is None or what == "open":
        return _open(request, kept)
    return carry(request, _listed(request, kept, secret, _change_form(kept)), secret)


def _kept(request: MemberRequest) -> tuple[Dossier | None, bytes | None]:
    """The club's dossier, and the secret that opens it if this browser carries it."""
    kept = Dossier.objects.filter(club=request.club).first()
    if kept is None:
        return None, None
    secret = carried(request)
    return kept, secret if secret and sealing.fits(secret, bytes(kept.lock)) else None


def _anew(request: MemberRequest, kept: Dossier) -> HttpResponse:
    """When the words are lost nobody can read the reports any more; they go, and a new dossier can be set up."""
    if request.POST.get("sure") != "on":
        return _open(request, kept, _("Tick that the reports are to be removed."))
    with transaction.atomic():
        request.club.reports.all().delete()
        kept.delete()
        _note_reading(request, "anew")
    return drop(redirect("dossier"))


def _set_up(request: MemberRequest) -> HttpResponse:
    usual = {"months": regulations_of(request.club).registers.dossier_months}
    form = SetUpForm(request.POST if request.method == "POST" else None, initial=usual)
    if form.is_bound and form.is_valid() and _not_the_password(request, form):
        lock, secret = sealing.new_lock()
        with transaction.atomic():
            Dossier.objects.create(
                club=request.club,
                lock=lock,
                key=sealing.under_words(secret, form.cleaned_data["words"]),
                months=form.cleaned_data["months"],
            )
            _note_reading(request, "set-up")
        return carry(request, redirect("dossier"), secret)
    return render(request, "registers/dossier_set_up.html", {"form": form}, status=422 if form.errors else 200)


def _open(request: MemberRequest, kept: Dossier, problem: str = "") -> HttpResponse:
    """Asks for the words; wrong ones are counted as wrong passwords are, and written down."""
    form = OpenForm(request.POST if request.POST.get("what") == "open" else None)
    status = 200
    if form.is_bound and form.is_valid():
        secret, status = _secret(request, kept, form, "words")
        if secret is not None:
            _note_reading(request, "opened")
            response = redirect("dossier")
            tries.remember_device(request, response, _counted(request))
            return carry(request, response, secret)
    shown = {
        "form": form,
        "problem": problem,
        "count": request.club.reports.filter(closed=None).count(),
        "log": _log(request),
    }
    wrong = bool(form.errors or problem)
    return render(request, "registers/dossier_locked.html", shown, status=422 if wrong and status == 200 else status)


def _secret(request: MemberRequest, kept: Dossier, form: forms.Form, field: str) -> tuple[bytes | None, int]:
    """The secret, if the words are right; if not the form says so."""
    secret, wait = tries.tried(request, _counted(request), lambda: _found(kept, form.cleaned_data[field]))
    if secret is not None and sealing.fits(secret, bytes(kept.lock)):
        return secret, 200
    if wait:
        form.add_error(field, tries.too_many(wait))
        return None, 429
    if secret is not None:
        form.add_error(
            field, _("The words are right, but somebody has put another lock on the dossier. Tell the committee.")
        )
        return None, 422
    _note_reading(request, "wrong")
    form.add_error(field, _("These words do not open it."))
    return None, 422


def _counted(request: MemberRequest) -> str:
    """What wrong words are counted under."""
    return f"dossier/{request.club.pk}"


def _found(kept: Dossier, words: str) -> bytes | None:
    try:
        return sealing.from_words(bytes(kept.key), words)
    except sealing.WrongWords:
        return None


def _not_the_password(request: MemberRequest, form: SetUpForm) -> bool:
    """Whether the words are others than the password, which an owner may have given."""
    if request.user.check_password(form.cleaned_data["words"]):
        form.add_error("words", _("This is your password. Take words that nobody else has ever had."))
    return form.is_valid()


def _change_form(kept: Dossier, data: Sent = None) -> RegisterForm:
    return RegisterForm(data, initial={"months": kept.months})


def _change(request: MemberRequest, kept: Dossier, carried_one: bytes | None) -> HttpResponse:
    """Other words and another lock, for the same reports: when the recorder changes, or somebody may have overheard the
    words. Who has the old ones, and an old back-up, reads nothing that comes later."""
    form = _change_form(kept, request.POST)
    status = 422
    if form.is_valid() and _not_the_password(request, form):
        secret, status = _secret(request, kept, form, "old")
        if secret is not None:
            with transaction.atomic():
                held = Dossier.held(request.club)
                if held is None or not sealing.fits(secret, bytes(held.lock)):  # another recorder was quicker
                    return drop(redirect("dossier"))
                new = held.change_lock(secret, form.cleaned_data["words"])
                held.months = form.cleaned_data["months"]
                held.save(update_fields=["months"])
                _note_reading(request, "words")
            return carry(request, HttpResponseRedirect(f"{reverse('dossier')}?changed"), new)
    if carried_one is None:
        return _open(request, kept)
    return carry(request, _listed(request, kept, carried_one, form, status), carried_one)


def _listed(
    request: MemberRequest, kept: Dossier, secret: bytes, form: RegisterForm, status: int = 200
) -> HttpResponse:
    told = _read(request, secret, request.club.reports.all())
    enough = regulations_of(request.club).registers.recorder_reports
    tellers = {each.subject: _tellers(each, told) for each in told}
    shown = {
        "open": [each for each in told if each.report.closed is None],
        "closed": [each for each in told if each.report.closed],
        "often": [
            (next(each.about for each in told if each.subject == subject), count)
            for subject, count in sorted(tellers.items(), key=lambda item: -item[1])
            if count >= enough
        ],
        "enough": enough,
        "log": _log(request),
        "form": form,
        "months": kept.months,
        "changed": "changed" in request.GET,
        "removed": "removed" in request.GET,
    }
    return render(request, "registers/dossier.html", shown, status=status)


def _tellers(one: OpenReport, told: Iterable[OpenReport]) -> int:
    """How many different people have told something about the same person."""
    return len({each.teller for each in told if each.subject == one.subject})


# -- one report -------------------------------------------------------------------------------------------------------


@for_recorder
@sensitive_post_parameters()
@ask_or_send
def report(request: MemberRequest, report: int) -> HttpResponse:
    """A report, what was done about it, and who has looked at it."""
    kept, secret = _kept(request)
    if kept is None or secret is None:
        return redirect("dossier")
    one = _one(request, report)
    what = request.POST.get("what", "")
    form = NoteForm(request.POST if what in ("note", "close") else None)
    if request.method == "POST" and (answer := _done(request, kept, one, what, form)):
        return carry(request, answer, secret)
    (told,) = _read(request, secret, [one], notes=True)
    if request.method != "HEAD":
        _note_reading(request, "read", one)
    same = _read(request, secret, request.club.reports.exclude(pk=one.pk))
    shown = {
        "told": told,
        "form": form,
        "others": [each for each in same if each.subject == told.subject],
        "tellers": _tellers(told, (told, *same)),
        "enough": regulations_of(request.club).registers.recorder_reports,
        "log": one.readings.select_related("account"),
    }
    response = render(request, "registers/dossier_report.html", shown, status=422 if form.errors else 200)
    return carry(request, response, secret)


def _done(request: MemberRequest, kept: Dossier, one: Report, what: str, form: NoteForm) -> HttpResponse | None:
    """Does what a button of the page asks for; nothing if its form must be filled in first."""
    now = timezone.now()
    here = redirect("dossier-report", report=one.pk)
    if what in ("note", "close"):
        if not form.is_valid():
            return None
        body = {"text": form.cleaned_data["text"], "by": request.user.pk}
        with transaction.atomic():
            one.notes.create(at=now, body=(Dossier.held(request.club) or kept).seal(body))
        one.touched, one.closed = now, now if what == "close" else one.closed
        one.save(update_fields=["touched", "closed"])
        _note_reading(request, "closed" if what == "close" else "noted", one)
        return here
    if what == "reopen":
        one.touched, one.closed = now, None
        one.save(update_fields=["touched", "closed"])
        _note_reading(request, "reopened", one)
        return here
    if what == "remove":
        one.delete()
        _note_reading(request, "removed")
        return HttpResponseRedirect(f"{reverse('dossier')}?removed")
    raise Http404


@for_recorder
@require_safe
def report_pdf(request: MemberRequest, report: int) -> HttpResponse:
    """A report on paper, for a committee that has asked for it."""
    _dossier, secret = _kept(request)
    if secret is None:
        return redirect("dossier")
    one = _one(request, report)
    (told,) = _read(request, secret, [one], notes=True)
    _note_reading(request, "printed", one)
    when = date_format(timezone.localtime(one.filed), "DATETIME_FORMAT")
    facts = (
        (_("About"), told.about),
        (_("Told by"), told.by),
        (_("Day"), date_format(told.date, "DATE_FORMAT") if told.date else ""),
        (_("Where"), told.event),
        (_("Sent"), when),
        (_("Closed"), date_format(timezone.localtime(one.closed), "DATETIME_FORMAT") if one.closed else ""),
    )
    parts = [(_("What happened"), told.text)]
    parts += [
        (f"{date_format(timezone.localtime(at), 'DATETIME_FORMAT')} · {who}", text) for at, who, text in told.notes
    ]
    made = printed(
        request,
        _("Report to the recorder"),
        facts,
        parts,
        name=f"report-{one.pk}",
        note=_("Confidential: for the recorder alone"),
    )
    return carry(request, made, secret)


def _one(request: MemberRequest, number: int) -> Report:
    return get_object_or_404(request.club.reports, pk=number if number < 2**63 else 0)


# -- reading ----------------------------------------------------------------------------------------------------------


def _read(request: MemberRequest, secret: bytes, reports: Iterable[Report], *, notes: bool = False) -> list[OpenReport]:
    """Reports with their seals open, in their order."""
    people = _People(request)
    told = []
    for each in reports:
        one = _told(each, _opened(secret, each.body), people)
        for note in each.notes.all() if notes else ():
            body = _opened(secret, note.body)
            one.notes.append((note.at, people.account(body["by"]), body["text"]))
        told.append(one)
    return told


def _opened(secret: bytes, kept: bytes | memoryview) -> sealing.Body:
    """What is under a seal; if that is broken, something that says so, because the other reports can be read."""
    try:
        return sealing.opened(secret, bytes(kept))
    except sealing.BrokenSeal:
        nobody = {"player": None, "name": ""}
        text = _("The seal is broken: somebody has changed this in the club’s file, and nobody can read it any more.")
        about = {"player": None, "name": _("(cannot be read)")}
        return {"about": about, "by": 0, "on_behalf": nobody, "date": "", "event": "", "text": text}


class _People:
    """Who is who in the club's reports, as the register has them now."""

    def __init__(self, request: MemberRequest) -> None:
        accounts = Account.objects.filter(club=request.club).select_related("player__merged_into")
        players = Player.objects.filter(club=request.club).select_related("merged_into")
        self.accounts = {each.pk: each for each in accounts}
        self.players = {each.pk: each for each in players}

    def account(self, number: int) -> str:
        """Who did something; nobody's name if that person is forgotten."""
        account = self.accounts.get(number)
        if account is None or (account.player and account.player.now.erased):
            return _("(name withheld)")
        return account.name

    def key(self, given: dict[str, Any]) -> object:
        """What two mentions of one person have in common."""
        player = self.players.get(given["player"])
        return player.now.pk if player else given["name"].casefold()

    def teller(self, body: sealing.Body) -> object:
        """Whose report it is: a director's for a player is the player's."""
        if body["on_behalf"]["player"] or body["on_behalf"]["name"]:
            return self.key(body["on_behalf"])
        account = self.accounts.get(body["by"])
        return account.player.now.pk if account and account.player else f"account {body['by']}"


def _told(report: Report, body: sealing.Body, people: _People) -> OpenReport:
    about, behalf = body["about"], body["on_behalf"]
    player = people.players.get(about["player"])
    teller = people.account(body["by"])
    for_whom = called(people.players.get(behalf["player"]), behalf["name"])
    return OpenReport(
        report,
        called(player, about["name"]) or _("(name withheld)"),
        people.key(about),
        bool(player and player.now.erased),
        _("%(teller)s, for %(player)s") % {"teller": teller, "player": for_whom} if for_whom else teller,
        people.teller(body),
        date.fromisoformat(body["date"]) if body["date"] else None,
        body["event"],
        body["text"],
    )


def _note_reading(request: MemberRequest, what: str, report: Report | None = None) -> None:
    Reading.objects.create(club=request.club, report=report, account=request.user, at=timezone.now(), what=what)


def _log(request: MemberRequest) -> QuerySet[Reading]:
    return Reading.objects.filter(club=request.club).select_related("account")[:LOG]
