"""What is offered while a name is being typed: the partner of tonight and of last time, people of the register, a visitor, a new entry."""

from __future__ import annotations

from django.utils.translation import gettext as _

from arrowswitch.session import Place
from arrowswitch.session.desk import half_of
from arrowswitch.session.night import player_at
from arrowswitch.site.club.models import Club
from arrowswitch.site.club.models import Player as Registered
from arrowswitch.site.club.players.search import best, called, known
from arrowswitch.site.club.words import plain_words
from arrowswitch.site.night.names.awaited import partner_tonight
from arrowswitch.site.night.names.seating import NEW, REGISTERED, VISITOR, SessionSeats

LETTERS = 3


def offers(club: Club, seats: SessionSeats, text: str, place: Place | None) -> list[dict[str, str]]:
    """What to offer for a text on a seat."""
    text = " ".join(text.split())
    if not text:
        return _partner(club, seats, place)
    sitting = {
        player.id: there
        for there in seats.state.seats
        if there != place and (player := player_at(seats.state, there)) and player.id
    }
    active = known(club).filter(active=True)
    found = [player for player in best(active, text, 12) if _enough(player, text)]
    found.sort(key=lambda player: str(player.pk) in sitting)
    made = [
        {
            "who": f"{REGISTERED}:{player.pk}",
            "name": str(player),
            "note": " · ".join(
                part
                for part in (
                    player.number,
                    _("sits at %(seat)s") % {"seat": seats.called(sitting[str(player.pk)])}
                    if str(player.pk) in sitting
                    else "",
                )
                if part
            ),
        }
        for player in found[:8]
    ]
    if any(letter.isalpha() for letter in text) and len(text) >= LETTERS:
        made.append({"who": VISITOR, "name": text, "note": _("visitor")})
        if not called(known(club), text):
            made.append({"who": NEW, "name": text, "note": _("add to the register")})
    return made


def _enough(player: Registered, text: str) -> bool:
    """Three letters or a number are asked for; of short names, all of the name."""
    words = plain_words(text)
    if any(letter.isdigit() for letter in text) or sum(map(len, words)) >= LETTERS:
        return True
    return any(word in plain_words(str(player)) for word in words)


def _partner(club: Club, seats: SessionSeats, place: Place | None) -> list[dict[str, str]]:
    """With whom the other person of the pair comes tonight, and who played with that person last."""
    if place is None:
        return []
    half = half_of(seats.state, place)
    other = next(each for each in half.places if each != place)
    partner = player_at(seats.state, other)
    if partner is None or not partner.id.isdecimal():
        return []
    seated = {player.id for each in seats.state.seats if (player := player_at(seats.state, each))}
    agreed = partner_tonight(club, seats, partner.id)
    last = known(club).filter(active=True, partner_of__pk=int(partner.id)).first()
    offered = [
        (agreed, _("expected with this partner")),
        *([(last, _("last time’s partner"))] if last != agreed else []),
    ]
    return [
        {"who": f"{REGISTERED}:{each.pk}", "name": str(each), "note": note}
        for each, note in offered
        if each and str(each.pk) not in seated
    ]
