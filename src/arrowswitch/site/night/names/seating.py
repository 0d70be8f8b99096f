"""Seats as they stand on the page, and what somebody typed into one as a wish for the session."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from django.db import IntegrityError
from django.db.models import Q
from django.utils.translation import gettext as _

from arrowswitch.session import Place, SeatedPlayer, State
from arrowswitch.session.desk import Slip, SlipHalf, half_of, slips
from arrowswitch.session.night import places, player_at, unnamed
from arrowswitch.site.accounts.models import Account
from arrowswitch.site.club.models import Club
from arrowswitch.site.club.models import Player as Registered
from arrowswitch.site.club.players.file import problem_of, split_name
from arrowswitch.site.club.players.search import called, known
from arrowswitch.site.club.understanding import Unclear, understood
from arrowswitch.site.members.changes import Author, write_new
from arrowswitch.site.night.naming import Names

REGISTERED, VISITOR, NEW = "p", "v", "n"
LONGEST = 120


@dataclass(frozen=True)
class SeatView:
    """One seat on the page."""

    place: Place
    key: str
    label: str
    """What it is called beside its table: "NS 3 N"."""
    name: str
    """Who sits there, or what was typed."""
    was: str
    """Who sat there when the page was made."""
    who: str = ""
    visitor: bool = False
    cannot_move: bool = False
    stints: tuple[tuple[int, str], ...] = ()
    """Where a substitute came in: from which round on, and who."""
    problem: str = ""
    candidates: tuple[Registered, ...] = ()
    unknown: bool = False
    """Whether what was typed is nobody of the register, so that it may be a visitor."""
    may_insist: bool = False


@dataclass
class SessionSeats:
    """All seats of a session as they are now."""

    state: State
    names: Names
    cannot_move: frozenset[str] = frozenset()

    @cached_property
    def order(self) -> Mapping[str, int]:
        """The sections by their place: a form names them so, whatever they are called."""
        return {name: at for at, name in enumerate(self.state.sections)}

    def key(self, place: Place) -> str:
        """What a seat is called in a form."""
        return f"{self.order[place.section]}-{place.contestant}-{place.seat}"

    @cached_property
    def by_key(self) -> Mapping[str, Place]:
        """The seats by what forms call them."""
        return {self.key(place): place for place in places(self.state)}

    def called(self, place: Place) -> str:
        """What a seat is called on paper."""
        return f"{self.names.label(place.section, place.contestant)} {place.seat}"

    def half_key(self, half: SlipHalf) -> str:
        """What two seats are called in a form."""
        return self.key(half.places[0])

    def half(self, key: str) -> SlipHalf | None:
        """The two seats of a form's field."""
        place = self.by_key.get(key)
        return half_of(self.state, place) if place else None

    def seat(self, place: Place) -> SeatView:
        """A seat as it is."""
        player = player_at(self.state, place)
        stints = self.state.seats.get(place, ())
        name = self.names.player(player) if player else ""
        return SeatView(
            place,
            self.key(place),
            self.called(place),
            name,
            name,
            "" if not player else f"{REGISTERED}:{player.id}" if player.id else VISITOR,
            visitor=bool(player and not player.id),
            cannot_move=bool(player and player.id in self.cannot_move),
            stints=tuple((s.from_round, self.names.player(s.player)) for s in stints) if len(stints) > 1 else (),
        )

    def slips(self, typed: Mapping[str, SeatView] | None = None) -> tuple[dict[str, Any], ...]:
        """The tables as they are, but for the seats that somebody is typing into."""
        return tuple(self._slip(at, slip, typed or {}) for at, slip in enumerate(slips(self.state)))

    def _slip(self, at: int, slip: Slip, typed: Mapping[str, SeatView]) -> dict[str, Any]:
        teams = self.state.sections[slip.section].movement.kind == "teams"
        table = self.names.table(slip.section, slip.table) if slip.table is not None else ""
        title = _("Table %(table)s") % {"table": table} if table else _("No table")
        if teams:
            number = slip.halves[0].contestant
            called = f"{self.names.label(slip.section, number)} {self.state.team(slip.section, number).name}".strip()
            title = f"{called} · {title}"
        halves = tuple(
            (
                _side(half, self.names.label(half.section, half.contestant), teams=teams),
                tuple(typed.get(self.key(place)) or self.seat(place) for place in half.places),
            )
            for half in slip.halves
        )
        team = slip.halves[0].contestant if teams else None
        return {"slip": slip, "key": str(at), "title": title, "halves": halves, "team": team}

    def waiting(self) -> tuple[SeatView, ...]:
        """The seats that have no name yet, in the order of the slips."""
        empty = set(unnamed(self.state))
        return tuple(self.seat(place) for slip in slips(self.state) for place in slip.places if place in empty)


def _side(half: SlipHalf, label: str, *, teams: bool) -> str:
    """Whose seats these are, as it stands on the cards: "NS 3", or "Pair 7 · NS" where pairs change sides."""
    side = "".join(half.seats)
    if teams:
        return side
    called = _("Player %(number)s · %(side)s") if len(half.seats) == 1 else _("Pair %(number)s · %(side)s")
    return label if side in label else called % {"number": label, "side": side}


def cannot_move(club: Club) -> frozenset[str]:
    """The ids of those who need a seat that stays, also of entries that were merged into theirs."""
    flagged = Registered.objects.filter(Q(must_sit=True) | Q(merged_into__must_sit=True), club=club)
    return frozenset(str(pk) for pk in flagged.values_list("pk", flat=True))


# -- what was typed ---------------------------------------------------------------------------------------------------


@dataclass
class TypedName:
    """What somebody typed into a seat."""

    seat: SeatView
    player: SeatedPlayer | None = None
    changed: bool = False
    new: Registered | None = field(default=None)
    """Somebody who is to be added to the register first."""


def read_seat(club: Club, seat: SeatView, text: str, who: str, was: str) -> TypedName:
    """What a seat's field means; a wish whose seat has a problem is not to be done."""
    text = " ".join(text.split())
    untouched = text == was and who in ("", seat.who)
    done_before = bool(text) and text == seat.name and who in ("", seat.who, NEW)
    seat = replace(seat, name=text, was=was)
    if seat.stints or untouched or done_before:
        return TypedName(seat)
    if not text:
        return TypedName(seat, None, changed=True)
    if len(text) > LONGEST or "\0" in text:
        return TypedName(replace(seat, problem=_("A name has at most %(most)s letters.") % {"most": LONGEST}))
    try:
        player, new = _player(club, text, who)
    except Unclear as unclear:
        return TypedName(
            replace(
                seat, problem=str(unclear), candidates=unclear.candidates, unknown=unclear.nobody, who="", visitor=False
            )
        )
    return TypedName(seat, player, changed=True, new=new)


def _player(club: Club, text: str, who: str) -> tuple[SeatedPlayer, Registered | None]:
    kind, _colon, number = who.partition(":")
    if kind == REGISTERED and number.isdecimal() and len(number) < 19:
        chosen = known(club).filter(pk=int(number)).first()
        if chosen:
            return SeatedPlayer(str(chosen), str(chosen.pk)), None
    if kind == VISITOR:
        return visitor(text), None
    if kind == NEW:
        given, family = split_name(text)
        problem = problem_of({"given": given, "family": family})
        if problem:
            raise Unclear(problem)
        same = called(known(club), text)
        if same:
            raise Unclear(
                _("There is a %(name)s in the register already.") % {"name": same[0].with_number}, tuple(same)
            )
        return SeatedPlayer(text), Registered(club=club, given=given, family=family)
    found = understood(club, text)
    return SeatedPlayer(str(found), str(found.pk)), None


def player_typed(club: Club, text: str) -> SeatedPlayer:
    """Who is meant by a name or number that was typed without choosing: of the register, or a visitor if nobody is called so."""
    try:
        return _player(club, text, "")[0]
    except Unclear as unclear:
        if unclear.nobody:
            return visitor(text)
        raise


def visitor(text: str) -> SeatedPlayer:
    """Somebody who is not in the register."""
    if not any(letter.isalpha() for letter in text):
        raise Unclear(_("“%(text)s” is not a name.") % {"text": text}, nobody=False)
    return SeatedPlayer(text)


def add_new(wish: TypedName) -> None:
    """Adds who is new to the register, so that the seat knows the person by it."""
    if wish.new is not None:
        try:
            wish.new.save()
        except IntegrityError:
            return
        wish.player = SeatedPlayer(str(wish.new), str(wish.new.pk))


def settle_new(wishes: Iterable[TypedName], by: Account, *, kept: bool) -> None:
    """Who was added is written down in the register's history, or taken out again: nobody is added for a seat that was not given."""
    added = [wish.new for wish in wishes if wish.new is not None and wish.new.pk]
    if kept:
        write_new(added, Author(by, "desk"))
    for each in () if kept else added:
        each.delete()


def remember_partners(club: Club, state: State, changed: tuple[Place, ...]) -> None:
    """Keeps who played with whom last, to be offered next time."""
    for half in dict.fromkeys(half_of(state, place) for place in changed):
        pair = [player_at(state, place) for place in half.places]
        numbers = [int(player.id) for player in pair if player and player.id.isdecimal()]
        if len(numbers) == 2:
            for one, other in (numbers, reversed(numbers)):
                Registered.objects.filter(club=club, pk=one, erased=None).exclude(last_partner=other).update(
                    last_partner=other
                )
