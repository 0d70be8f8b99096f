"""The page of an event of several sections and sessions: a wish, then who sits where, worked out in one wait of some seconds.

What was found is kept as a run like a design, so that its address can be given to others, its movements become cards of the
club, and the sessions that are not over yet can be seated anew.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from arrowswitch import press
from arrowswitch.movements import Movement, from_dict
from arrowswitch.movements.design import SeatedSession
from arrowswitch.movements.model import ImpossibleWish
from arrowswitch.site.accounts.gate import DESK, EVERYONE, allow, ask_or_send
from arrowswitch.site.club.models import Club
from arrowswitch.site.club_cards import kept, looking
from arrowswitch.site.club_cards.designs import granted, put_run
from arrowswitch.site.club_cards.forms import KeepForm, SeatingForm
from arrowswitch.site.club_cards.models import DesignRun
from arrowswitch.site.movement import shown
from arrowswitch.site.movement.views import printed
from arrowswitch.site.requests import ClubRequest
from arrowswitch.site.spoken import spoken
from arrowswitch.site.work.dear import dear
from arrowswitch.site.work.paper import pdf
from arrowswitch.site.work.workshop import PRINTED, NotMade


@dataclass(frozen=True)
class EventSection:
    """A movement of an event, and where in it it is played."""

    number: int
    """From 1, as its address names it."""
    movement: Movement
    places: tuple[tuple[int, str], ...]
    """Session and letter."""

    @property
    def told(self) -> str:
        """Where it is played."""
        return ", ".join(
            (_("session %(number)s %(letter)s") if letter else _("session %(number)s"))
            % {"number": number, "letter": letter}
            for number, letter in self.places
        )

    @property
    def detail(self) -> dict[str, Any]:
        """Its grid."""
        return {"grid": shown.grid(self.movement), "rounds": range(1, self.movement.rounds + 1)}


@allow(*EVERYONE)
@ask_or_send
def new(request: ClubRequest) -> HttpResponse:
    """The wish. With `held` it is for an event of which sessions are over."""
    if request.club is None:
        return redirect("welcome")
    is_sent = request.method == "POST"
    token = (request.POST if is_sent else request.GET).get("held", "")
    past = sessions_of(event_run(request, token)) if token else ()
    first = {"winners": "1", "sections": "2", "sessions": "2", "seconds": "5", "over": "1", **request.GET.dict()}
    form = SeatingForm(request.POST if is_sent else None, past=past, initial=first)
    problem = ""
    if is_sent and form.is_valid():
        try:
            return redirect("design-event", token=_begun(request, request.club, form).token)
        except (ImpossibleWish, NotMade) as refusal:
            problem = spoken(refusal)
    context = {"form": form, "problem": problem, "held": token}
    return render(request, "club_cards/event_new.html", context, status=422 if is_sent else 200)


def _begun(request: ClubRequest, club: Club, form: SeatingForm) -> DesignRun:
    """An event with its seats; nothing is kept of one that cannot be had."""
    granted(request, club)
    found = looking.worked(looking.seated_event, form.cleaned_data["wish"], get_language() or "en")
    wish = {name: form.data[name] for name in form.fields if form.data.get(name)}
    run = DesignRun(club=club, token=secrets.token_hex(10), wish=wish, of_desk=request.actor.role in DESK)
    run.state, run.seconds = "done", found["seconds"]
    run.found = found
    put_run(run)
    return run


def event_run(request: ClubRequest, token: str) -> DesignRun:
    """An event of the club, by its address."""
    found = DesignRun.objects.filter(club=request.club, token=token).first() if request.club else None
    if found is None or not found.is_event:
        raise Http404
    return found


def sessions_of(run: DesignRun) -> tuple[SeatedSession, ...]:
    """Who sits where; each movement is read once, however often it is played."""
    played = [from_dict(each) for each in run.found["movements"]]
    return tuple(
        SeatedSession(
            tuple(played[number] for number in session["sections"]),
            {int(pair): (section, number) for pair, (section, number) in session["seats"].items()},
        )
        for session in run.found["sessions"]
    )


def sections_of(sessions: tuple[SeatedSession, ...]) -> list[EventSection]:
    """The movements of an event, each once however often it is played."""
    found: list[EventSection] = []
    for number, session in enumerate(sessions, 1):
        for section, movement in enumerate(session.sections):
            place = (number, _letter(session, section))
            for at, each in enumerate(found):
                if each.movement == movement:
                    found[at] = EventSection(each.number, movement, (*each.places, place))
                    break
            else:
                found.append(EventSection(len(found) + 1, movement, (place,)))
    return found


@allow(*EVERYONE)
@ask_or_send
def one(request: ClubRequest, token: str) -> HttpResponse:
    """Who sits where. Sent: keep the movement of a section as a card."""
    run = event_run(request, token)
    sessions = sessions_of(run)
    sections = sections_of(sessions)
    problem = ""
    if request.method == "POST":
        try:
            return _kept(request, run, sections)
        except (ImpossibleWish, kept.NotKept) as refusal:
            problem = spoken(refusal)
    cards: dict[str, int] = run.catalogue
    context = {
        "run": run,
        "found": run.found,
        "problem": problem,
        "sessions": range(1, len(sessions) + 1),
        "has_letters": any(len(session.sections) > 1 for session in sessions),
        "pairs": [
            (pair, [(_place(session, pair), session.seats[pair][1]) for session in sessions])
            for pair in sorted(sessions[0].seats)
        ],
        "sections": [
            (each, cards.get(str(each.number)), KeepForm(initial={"name": _usual_name(each)}, prefix=f"s{each.number}"))
            for each in sections
        ],
        "again": _address({name: value for name, value in run.wish.items() if name not in ("held", "over")}),
        "onward": _address({**run.wish, "held": run.token, "over": "1"}),
    }
    return render(request, "club_cards/event.html", context, status=422 if problem else 200)


def _place(session: SeatedSession, pair: int) -> str:
    """Section, table and side in round 1."""
    section, table, side = session.where(pair)
    letter = _letter(session, section)
    if table:
        return f"{letter}{table} {_(side)}"
    return _("%(section)s, sits out") % {"section": letter} if letter else _("sits out")


def _letter(session: SeatedSession, section: int) -> str:
    """What a section is called; a lone one is not called anything."""
    return ascii_uppercase[section] if len(session.sections) > 1 else ""


def _address(wish: dict[str, str]) -> str:
    return f"{reverse('design-event-new')}?{urlencode(wish)}"


def _usual_name(section: EventSection) -> str:
    return _("%(n)s tables, %(course)s, of an event") % {"n": section.movement.entry, "course": section.movement.course}


def _named(sections: list[EventSection], number: str | int) -> EventSection:
    """The movement of that number; there is no page of another."""
    for each in sections:
        if str(each.number) == str(number):
            return each
    raise Http404


def _kept(request: ClubRequest, run: DesignRun, sections: list[EventSection]) -> HttpResponse:
    """One movement as a card of the club, by the desk; a second time it is the same card."""
    account = request.user
    if request.POST.get("do") != "keep" or request.actor.role not in DESK or not account.is_authenticated:
        raise ImpossibleWish(_("The form was not complete. Open the page again and send it once more."))
    section = _named(sections, request.POST.get("section", ""))
    key = str(section.number)
    if key not in run.catalogue:
        form = KeepForm(request.POST, prefix=f"s{key}")
        name = (form.cleaned_data["name"] if form.is_valid() else "") or _usual_name(section)
        why = form.cleaned_data.get("why", "") if form.is_valid() else ""
        version = kept.keep(account, section.movement, name, origin="design", notes=[section.told], why=why)
        run.catalogue = {**run.catalogue, key: version.card_id}
        run.save(update_fields=["catalogue"])
    return redirect(f"{reverse('design-event', args=[run.token])}#section-{key}")


@allow(*EVERYONE)
@require_safe
def paper(request: ClubRequest, token: str, section: int) -> HttpResponse:
    """The table cards of one movement of an event."""
    movement = _named(sections_of(sessions_of(event_run(request, token))), section).movement
    size = request.GET.get("paper", "a4")
    club, language = (request.club or Club()).name, get_language() or "en"
    key = ("cards", size, club, language, token, section)
    try:
        made = dear(request, PRINTED, key, printed, "cards", movement, size, club, language)
    except (ImpossibleWish, press.UnknownPrint) as problem:
        sorry = {"title": _("That cannot be printed"), "text": spoken(problem)}
        return render(request, "sorry.html", sorry, status=400)
    return pdf(made, f"event-cards-{section}")
