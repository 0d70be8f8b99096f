"""The page on which people get their seats: table by table, from slips, by standing custom; and substitutes later on."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from arrowswitch.session import Seating, SeatPlayers, Substitute
from arrowswitch.session.desk import change_places, every_half, seated, standing
from arrowswitch.session.night import boards_by_player, credited, places
from arrowswitch.site.accounts.gate import DESK, DIRECTORS, ask_or_send
from arrowswitch.site.night.desk import Desk, Done, at_desk
from arrowswitch.site.night.names.awaited import awaited
from arrowswitch.site.night.names.offering import offers
from arrowswitch.site.night.names.seating import (
    SeatView,
    SessionSeats,
    TypedName,
    add_new,
    cannot_move,
    read_seat,
    remember_partners,
    settle_new,
)
from arrowswitch.site.night.names.slip_lines import BadSlipLine, contestants, parse
from arrowswitch.site.night.names.standing_pairs import kept_seats, last_names, to_seat
from arrowswitch.site.requests import MemberRequest


def _seats(desk: Desk) -> SessionSeats:
    return SessionSeats(desk.state, desk.names, cannot_move(desk.request.club))


@at_desk(*DESK)
@ask_or_send
def names(request: MemberRequest, desk: Desk) -> HttpResponse:
    """Everybody's seat; each table is saved by itself, and each seat as soon as somebody is chosen."""
    if request.method == "POST":
        return _save(desk)
    if request.htmx and request.GET.get("since") == str(len(desk.state.journal)):
        return HttpResponse(status=204)
    return _page(desk)


def _page(desk: Desk, typed: dict[str, SeatView] | None = None, problem: str = "", status: int = 200) -> HttpResponse:
    seats = _seats(desk)
    shown = {
        "desk": desk,
        "slips": seats.slips(typed),
        "problem": problem,
        "pairs": _pairs(seats),
        "advice": _advice(seats),
        "kept": kept_seats(desk.request.club, seats),
        "awaited": awaited(desk.request.club, seats),
        "earlier": last_names(desk),
        **_waiting(seats),
    }
    return render(desk.request, "night/names/names.html", shown, status=status)


def _waiting(seats: SessionSeats) -> dict[str, Any]:
    waiting = seats.waiting()
    return {"waiting": waiting, "all_seats": len(seats.by_key), "seen": len(seats.state.journal)}


def _pairs(seats: SessionSeats) -> list[dict[str, Any]]:
    """Every pair, or half of a team, to choose from."""
    return [
        {
            "key": seats.half_key(half),
            "label": f"{seats.names.label(half.section, half.contestant)} {''.join(half.seats)}"
            if seats.state.sections[half.section].movement.kind == "teams"
            else seats.names.label(half.section, half.contestant),
            "names": " & ".join(seats.names.player(player) for player in seated(seats.state, half)),
        }
        for half in every_half(seats.state)
    ]


def _advice(seats: SessionSeats) -> dict[str, Any]:
    """What to do for those who cannot move."""
    found = standing(seats.state, seats.cannot_move)
    pairs = {pair["key"]: pair for pair in _pairs(seats)} if found.moving else {}
    return {
        "lacking": found.lacking,
        "seats": found.seats,
        "changes": [(pairs[seats.half_key(one)], pairs[seats.half_key(other)]) for one, other in found.changes],
    }


# -- saving -----------------------------------------------------------------------------------------------------------


def _save(desk: Desk) -> HttpResponse:
    """The seats of a table that somebody has typed into; what is clear is saved, the rest is asked about."""
    post, seats = desk.request.POST, _seats(desk)
    only = post.get("only", "")
    wishes = {
        key: _read(desk, seats, key) for key in seats.by_key if f"name-{key}" in post and (not only or key == only)
    }
    done = _seat(desk, [wish for wish in wishes.values() if wish.changed])
    left = {key: wish.seat for key, wish in wishes.items() if wish.seat.problem or (not done.ok and wish.changed)}
    if not done.ok:  # said beside the first seat that was asked for
        first = next(key for key, wish in wishes.items() if wish.changed)
        left[first] = replace(left[first], problem=done.problem, may_insist=_may_insist(desk, wishes))
    status = 200 if not left else 422 if done.ok else done.status
    if only:
        return _one_seat(desk, only, left.get(only), status)
    if not left:
        return redirect(f"{reverse('night-names', args=[desk.session.pk])}#{post.get('table', '')[:20]}")
    return _page(desk, left, status=status)


def _read(desk: Desk, seats: SessionSeats, key: str) -> TypedName:
    post = desk.request.POST
    return read_seat(
        desk.request.club,
        seats.seat(seats.by_key[key]),
        post.get(f"name-{key}", ""),
        post.get(f"who-{key}", ""),
        post.get(f"was-{key}", ""),
    )


def _seat(desk: Desk, wishes: list[TypedName]) -> Done:
    """Seats people in one act."""
    if not wishes:
        return Done()
    for wish in wishes:
        add_new(wish)
    act = SeatPlayers(tuple(Seating(wish.seat.place, wish.player) for wish in wishes))
    force = desk.request.POST.get("insist") == "on"
    done = desk.do(act, _("two people of the same name") if force else "", force=force, seen=_seen(desk))
    if done.ok:
        remember_partners(desk.request.club, desk.state, tuple(wish.seat.place for wish in wishes))
    settle_new(wishes, desk.request.user, kept=done.ok)
    return done


def _seen(desk: Desk) -> int | None:
    """How much of the journal the page knew: a name that came later is not written over."""
    seen = desk.request.POST.get("seen", "")
    return int(seen) if seen.isdecimal() and len(seen) < 10 else None


def _may_insist(desk: Desk, wishes: dict[str, TypedName]) -> bool:
    """Whether the director could say that it is somebody else of the same name."""
    if desk.request.actor.role not in DIRECTORS:
        return False
    act = SeatPlayers(tuple(Seating(wish.seat.place, wish.player) for wish in wishes.values() if wish.changed))
    _state, problem = desk.tried(act, _("two people of the same name"), force=True)
    return not problem


def _one_seat(desk: Desk, key: str, left: SeatView | None, status: int) -> HttpResponse:
    """A seat by itself, for the page that is open, and who is still without a name."""
    seats = _seats(desk)
    if key not in seats.by_key:
        return HttpResponse(status=404)
    seat = left or seats.seat(seats.by_key[key])
    shown = {"desk": desk, "seat": seat, "saved": not left, **_waiting(seats)}
    return render(desk.request, "night/names/_saved.html", shown, status=status)


# -- offering ---------------------------------------------------------------------------------------------------------


@at_desk(*DESK)
@require_safe
def find(request: MemberRequest, desk: Desk) -> HttpResponse:
    """Who may be meant by what has been typed so far."""
    seats = SessionSeats(desk.state, desk.names)
    place = seats.by_key.get(request.GET.get("seat", ""))
    return JsonResponse({"offers": offers(request.club, seats, request.GET.get("q", "")[:200], place)})


# -- changing places, standing pairs ----------------------------------------------------------------------------------


@at_desk(*DESK)
@require_POST
def swap(request: MemberRequest, desk: Desk) -> HttpResponse:
    """Two pairs change places."""
    seats = _seats(desk)
    one, other = seats.half(request.POST.get("one", "")), seats.half(request.POST.get("other", ""))
    if one is None or other is None or one == other:
        return _page(desk, problem=_("Choose two that change places."), status=422)
    done = desk.do(change_places(desk.state, one, other), seen=_seen(desk))
    return (
        redirect("night-names", desk.session.pk) if done.ok else _page(desk, problem=done.problem, status=done.status)
    )


@at_desk(*DESK)
@require_POST
def seat_standing(request: MemberRequest, desk: Desk) -> HttpResponse:
    """Seats every standing pair whose seats are free."""
    seatings = to_seat(request.club, _seats(desk))
    done = desk.do(SeatPlayers(seatings)) if seatings else Done()
    return (
        redirect("night-names", desk.session.pk) if done.ok else _page(desk, problem=done.problem, status=done.status)
    )


@at_desk(*DESK)
@require_POST
def take_over(request: MemberRequest, desk: Desk) -> HttpResponse:
    """Seats whoever sat there in the session before, where the seat is free."""
    earlier = last_names(desk)
    done = desk.do(SeatPlayers(earlier.seatings)) if earlier else Done()
    return (
        redirect("night-names", desk.session.pk) if done.ok else _page(desk, problem=done.problem, status=done.status)
    )


# -- slips ------------------------------------------------------------------------------------------------------------


@at_desk(*DESK)
@ask_or_send
def typed_slips(request: MemberRequest, desk: Desk) -> HttpResponse:
    """A list of pairs with their names: what is understood is saved, the rest stays to be put right."""
    text, visitors = request.POST.get("slips", "")[:20_000], request.POST.get("visitors") == "on"
    left: list[tuple[str, str]] = []
    saved = 0
    for line in text.splitlines()[:400]:
        if line.strip():
            problem = _save_slip(desk, line, visitors=visitors)
            saved += not problem
            left += [(line, problem)] if problem else []
    if saved and not left:
        return redirect("night-names", desk.session.pk)
    seats = _seats(desk)
    shown = {
        "desk": desk,
        "text": "\n".join(line for line, _problem in left),
        "left": left,
        "saved": saved,
        "visitors": visitors,
        "example": [pair["label"] for pair in _pairs(seats)[:2]],
        "individual": desk.state.individual,
        "teams": any(section.movement.kind == "teams" for section in desk.state.sections.values()),
        **_waiting(seats),
    }
    return render(request, "night/names/slips.html", shown, status=422 if left else 200)


def _save_slip(desk: Desk, line: str, *, visitors: bool) -> str:
    """Saves one slip; why it could not be saved, if it could not."""
    seats = _seats(desk)
    try:
        slip = parse(line, contestants(desk.state, desk.names), desk.state)
    except BadSlipLine as bad:
        return str(bad)
    wishes = []
    here = [
        place for place in seats.by_key.values() if (place.section, place.contestant) == (slip.section, slip.contestant)
    ]
    for place, name in zip(here, slip.names, strict=True):
        seat = seats.seat(place)
        wish = read_seat(desk.request.club, seat, name, "", seat.name)
        if wish.seat.unknown and visitors:
            wish = read_seat(desk.request.club, seat, name, "v", seat.name)
        if wish.seat.problem:
            return wish.seat.problem
        wishes.append(wish)
    command = desk.command(SeatPlayers(tuple(Seating(wish.seat.place, wish.player) for wish in wishes if wish.changed)))
    if not any(wish.changed for wish in wishes):
        return ""
    own = f"{command.id}-{slip.section}-{slip.contestant}"[:100]  # a line of a list that is sent twice is saved once
    done = desk.give(replace(command, id=own))
    if done.ok:
        remember_partners(desk.request.club, desk.state, tuple(here))
    return done.problem


# -- substitutes ------------------------------------------------------------------------------------------------------


@at_desk(*DESK)
@ask_or_send
def substitutes(request: MemberRequest, desk: Desk) -> HttpResponse:
    """Somebody takes a seat from a round on; who has played how much, and who has the points."""
    typed = {"seat": "", "round": "", "name": "", "who": ""}
    candidates: tuple[Any, ...] = ()
    problem, unknown = "", False
    if request.method == "POST":
        typed = {name: request.POST.get(name, "")[:200] for name in typed}
        wish = _substitute_wish(desk, typed)
        if isinstance(wish, str):
            problem = wish
        elif wish.player is None:
            problem, candidates, unknown = wish.seat.problem, wish.seat.candidates, wish.seat.unknown
        else:
            add_new(wish)
            done = desk.do(Substitute(wish.seat.place, wish.player, int(typed["round"])))
            settle_new([wish], request.user, kept=done.ok)
            if done.ok:
                return redirect("night-names-substitutes", desk.session.pk)
            problem = done.problem
    seats = _seats(desk)
    shown = {
        "desk": desk,
        "typed": typed,
        "problem": problem,
        "candidates": candidates,
        "unknown": unknown,
        "named": [
            (seats.key(place), seats.called(place), seats.seat(place).name)
            for place in places(desk.state)
            if place in desk.state.seats
        ],
        "rounds": range(2, max(section.movement.rounds for section in desk.state.sections.values()) + 1),
        "round": typed["round"] or str(max(2, max(section.round for section in desk.state.sections.values()))),
        "changes": _changes(desk, seats),
    }
    return render(request, "night/names/substitutes.html", shown, status=422 if problem else 200)


def _substitute_wish(desk: Desk, typed: dict[str, str]) -> TypedName | str:
    """What the form asks for; a sentence if it is not complete."""
    seats = _seats(desk)
    place = seats.by_key.get(typed["seat"])
    if place is None:
        return _("Say whose seat it is.")
    if not typed["round"].isdecimal() or len(typed["round"]) > 4:
        return _("Say from which round on.")
    if not typed["name"].strip():
        return _("Say who comes in.")
    return read_seat(
        desk.request.club, replace(seats.seat(place), name="", who="", stints=()), typed["name"], typed["who"], ""
    )


def _changes(desk: Desk, seats: SessionSeats) -> list[dict[str, Any]]:
    """Every seat on which people have changed."""
    found = []
    for place, stints in desk.state.seats.items():
        if len(stints) > 1 and seats.key(place) in seats.by_key:
            boards = boards_by_player(desk.state, place)
            points = credited(desk.state, place)
            found.append(
                {
                    "seat": seats.called(place),
                    "people": [
                        (desk.names.player(stint.player), stint.from_round, boards.get(stint.player, 0))
                        for stint in stints
                    ],
                    "points": desk.names.player(points) if points else "",
                    "now": desk.names.player(stints[-1].player),
                }
            )
    return found
