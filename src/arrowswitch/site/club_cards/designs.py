"""The designer's page: a wish, and the best movement for it so far, better as long as somebody waits.

The page asks again and again while it is open, and each time it is looked a moment longer (`looking`). So nothing is looked for
when nobody waits, and all that was found is there after a reload. Without scripts a button does the same.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from arrowswitch.movements.model import ImpossibleWish
from arrowswitch.site.accounts.gate import DESK, EVERYONE, allow, ask_or_send
from arrowswitch.site.accounts.middleware import Allowance
from arrowswitch.site.club.models import Club
from arrowswitch.site.club_cards import drafts, kept, looking
from arrowswitch.site.club_cards.forms import DesignForm, KeepForm
from arrowswitch.site.club_cards.looking import AnyWish
from arrowswitch.site.club_cards.models import DesignRun
from arrowswitch.site.federations import taken
from arrowswitch.site.movement import shown
from arrowswitch.site.movement.built import written
from arrowswitch.site.movement.forms import COUNTED
from arrowswitch.site.requests import ClubRequest
from arrowswitch.site.rules.own import rules_for
from arrowswitch.site.serving.network import whence
from arrowswitch.site.spoken import spoken
from arrowswitch.site.work.workshop import NotMade

OF_AN_ADDRESS = Allowance(10)
"""Designs that are begun in a minute by one visitor's address."""
OF_A_CLUB = Allowance(30)
"""The same, by all visitors of a club; the desk is kept out by nobody."""
LOOKS_OF_AN_ADDRESS = Allowance(80)
KEPT_RUNS = 100
"""Of a club's desk, and as many of its visitors; the oldest goes."""
LONGEST = {True: 600.0, False: 60.0}
"""Seconds that one design is looked for, by the desk and by others."""


@allow(*EVERYONE)
@ask_or_send
def new(request: ClubRequest) -> HttpResponse:
    """The wish. What is typed on Tonight's movement is brought along."""
    if request.club is None:
        return redirect("welcome")
    rules = taken(rules_for(request.club, request.club.federation))
    sent = request.POST if request.method == "POST" else None
    form = DesignForm(sent, rules=rules, initial={"winners": "1", "kind": "pairs", **request.GET.dict()})
    problem = ""
    if sent is not None and form.is_valid():
        try:
            return redirect("design", token=_begun(request, request.club, form).token)
        except (ImpossibleWish, NotMade) as refusal:
            problem = spoken(refusal)
    status = 422 if sent is not None else 200
    return render(request, "club_cards/design_new.html", {"form": form, "problem": problem}, status=status)


def _begun(request: ClubRequest, club: Club, form: DesignForm) -> DesignRun:
    """A run with its first look; what cannot be had at all is refused before anything is kept."""
    granted(request, club)
    wish: AnyWish = form.cleaned_data["wish"]
    run = DesignRun(club=club, token=secrets.token_hex(10), wish=_sent(form), of_desk=request.actor.role in DESK)
    language = get_language() or "en"
    with suppress(NotMade):  # it is busy: the page looks again
        _take(run, looking.worked(looking.look, run.token, wish, 0, looking.FIRST, language))
    put_run(run)
    return run


def granted(request: ClubRequest, club: Club) -> None:
    """Refuses visitors who begin too much at once."""
    is_desk = request.actor.role in DESK
    if not is_desk and not (OF_AN_ADDRESS.grants(whence(request.META)) and OF_A_CLUB.grants(str(club.pk))):
        raise ImpossibleWish(_("Too many designs were begun within a minute. Wait a little, and send it again."))


def put_run(run: DesignRun) -> None:
    """Keeps a new run; the oldest of the desk goes, or of the visitors."""
    run.save()
    old = DesignRun.objects.filter(club=run.club, of_desk=run.of_desk).values_list("pk", flat=True)[
        KEPT_RUNS : KEPT_RUNS + 20
    ]
    DesignRun.objects.filter(pk__in=list(old)).delete()


def _sent(form: DesignForm) -> dict[str, str]:
    """What was typed, to make the same wish of it again."""
    return {name: form.data[name] for name in form.fields if form.data.get(name)}


def _take(run: DesignRun, made: looking.LookedFor) -> None:
    """Keeps what a look came to."""
    run.turns += 1
    run.seconds += made.seconds
    if not run.found or made.cost < run.found["cost"] - 1e-9:
        run.packed, run.found = made.packed, made.found
        if made.found["qf"] is not None:
            run.steps = [*run.steps, [round(run.seconds, 1), made.found["qf"]]][-30:]
    elif made.cost <= run.found["cost"] + 1e-9 and made.packed == bytes(
        run.packed or b""
    ):  # the same, of which more is known by now
        run.found = made.found
    if made.is_over:
        run.state = "done"


def _run(request: ClubRequest, token: str) -> DesignRun:
    found = DesignRun.objects.filter(club=request.club, token=token).first() if request.club else None
    if found is None or found.is_event:
        raise Http404
    return found


def _wish(run: DesignRun) -> AnyWish:
    form = DesignForm(run.wish, rules=taken(rules_for(run.club, run.club.federation)))
    if not form.is_valid():
        raise ImpossibleWish(_("This wish cannot be read any more. Make a new one."))
    wish: AnyWish = form.cleaned_data["wish"]
    return wish


@allow(*EVERYONE)
@ask_or_send
def one(request: ClubRequest, token: str) -> HttpResponse:
    """The best so far. Sent: look further, stop, keep it as a card, or open it in the editor."""
    run = _run(request, token)
    problem, status = "", 200
    do = request.POST.get("do", "") if request.method == "POST" else ""
    is_desk = request.actor.role in DESK
    try:
        if do in ("keep", "use", "edit") and is_desk and run.movement is not None:
            return _kept(request, run, do)
        if do == "stop":
            _set_state(run, "stopped", only="looking")
        elif do == "further":
            _look(request, run, is_desk=is_desk)
        elif do:
            problem, status = _("The form was not complete. Open the page again and send it once more."), 422
    except (ImpossibleWish, NotMade, kept.NotKept) as refusal:
        problem, status = spoken(refusal), 422
    context = _context(request, run, problem)
    if request.htmx and request.htmx.target == "found":
        return render(request, "club_cards/_found_answer.html", context)
    if do in ("stop", "further") and not problem:
        return redirect("design", token=token)
    return render(request, "club_cards/design.html", context, status=status)


def _set_state(run: DesignRun, state: str, *, only: str) -> None:
    if DesignRun.objects.filter(pk=run.pk, state=only).update(state=state):
        run.state = state


def _look(request: ClubRequest, run: DesignRun, *, is_desk: bool) -> None:
    """A moment longer, unless it was stopped meanwhile or has been looked for long enough."""
    again = bool(request.POST.get("again")) and (is_desk or run.seconds < LONGEST[is_desk])
    if again:
        _set_state(run, "looking", only="stopped")
    if run.state != "looking" and run.catalogue:
        return
    if not is_desk and not LOOKS_OF_AN_ADDRESS.grants(whence(request.META)):
        _set_state(run, "stopped", only="looking")
        raise ImpossibleWish(_("Too much was asked for from this address. Wait a minute and look further."))
    wish, language = _wish(run), get_language() or "en"
    if not run.catalogue:
        run.catalogue = looking.worked(looking.best_card, wish, language) or {"name": ""}
        run.save(update_fields=["catalogue"])
    if run.seconds >= LONGEST[is_desk] and not again:
        _set_state(run, "stopped", only="looking")
    if run.state != "looking":
        return
    made = looking.worked(looking.look, run.token, wish, run.turns, looking.LOOK, language)
    with transaction.atomic(), suppress(DesignRun.DoesNotExist):  # it may have had to go, being the oldest
        run.refresh_from_db()  # another page may have found a better one meanwhile, or somebody stopped it
        stopped = run.state
        _take(run, made)
        run.save(update_fields=["turns", "seconds", "packed", "found", "steps"])
        if run.state == "done":
            run.state = stopped
            _set_state(run, "done", only=stopped)


def _kept(request: ClubRequest, run: DesignRun, do: str) -> HttpResponse:
    movement, account = run.movement, request.user
    if movement is None or not account.is_authenticated:
        raise Http404
    form = KeepForm(request.POST)
    name = (form.cleaned_data["name"] if form.is_valid() else "") or _usual_name(run)
    if do == "edit":
        draft = drafts.begin(account, movement, name, origin="design", told=_("the design"))
        return redirect("draft", draft=draft.pk)
    notes = [
        each
        for each in (run.found.get("limit", ""), *run.found.get("given_up", ()), run.found.get("why_given_up"))
        if each
    ]
    why = form.cleaned_data["why"] if form.is_valid() else ""
    version = kept.keep(account, movement, name, origin="design", notes=notes, why=why)
    if do == "use":
        plan = written(kept.CLUB_CARD, {"card": version.pk})
        size = {"kind": version.kind, COUNTED[version.kind]: version.entry, "plan": plan}
        return redirect(f"{reverse('night-new')}?{urlencode(size)}")
    return redirect("club-card", card=version.card_id)


def _usual_name(run: DesignRun) -> str:
    size = {
        "pairs": _("%(n)s tables, %(course)s"),
        "teams": _("%(n)s teams, %(course)s"),
        "individual": _("%(n)s players, %(course)s"),
    }
    movement = run.movement
    if movement is None:
        return ""
    return size[movement.kind] % {"n": movement.entry, "course": movement.course}


def _context(request: ClubRequest, run: DesignRun, problem: str) -> dict[str, Any]:
    movement = run.movement
    card = run.catalogue if run.catalogue.get("name") else None
    return {
        "run": run,
        "asks": not problem and (run.state == "looking" or not run.catalogue),
        "problem": problem,
        "found": run.found,
        "movement": movement,
        "card": card,
        "card_address": shown.address(card["family"], card["options"]) if card else "",
        "scale": scale(run.found, card) if run.found.get("qf") is not None else None,
        "detail": {"grid": shown.grid(movement), "rounds": range(1, movement.rounds + 1)} if movement else None,
        "seconds": round(run.seconds),
        "keep_form": KeepForm(initial={"name": _usual_name(run)}),
        "again": f"{reverse('design-new')}?{urlencode(run.wish)}",
        "has_more": run.seconds < LONGEST[request.actor.role in DESK] or request.actor.role in DESK,
    }


def scale(found: dict[str, Any], card: dict[str, Any] | None) -> dict[str, Any]:
    """The line on which balance is drawn: where this one, the best card and the bound stand on it.

    >>> scale({"qf": 92.0, "bound": 100.0}, {"qf": 84.02})["first"]
    70
    """
    marks = {"found": found["qf"], "card": card and card["qf"], "bound": found.get("bound")}
    known = [value for value in marks.values() if value is not None]
    first = max(0, int(min(known) // 10 * 10) - 10)
    width = 100 - first

    def place(value: float) -> str:
        return f"{4 + 92 * (value - first) / width:.1f}"

    return {
        "first": first,
        "marks": {name: place(value) for name, value in marks.items() if value is not None},
        "ticks": [(place(value), value) for value in range(first, 101, 10)],
    }
