"""Everything that is kept about one person, in one readable file: as data, and as a page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from arrowswitch.scoring.figures import percentage, signed, written
from arrowswitch.session import State
from arrowswitch.session.night import Contestant, contestants, players_of
from arrowswitch.site.calendar.models import Attendance, CalendarDate, PartnerOffer, PartnerWish, Qualification, StandIn
from arrowswitch.site.club.models import Player, StandingPair
from arrowswitch.site.journal import store
from arrowswitch.site.journal.models import Session
from arrowswitch.site.ladders.models import HandicapEntry, PlaceHolder
from arrowswitch.site.ladders.reading import result_of, trophies_of
from arrowswitch.site.members.changes import FIELDS, entry_of
from arrowswitch.site.members.models import EntryChange, ErasureRequest
from arrowswitch.site.merits.people import awards_kept, credits_kept, ratings_kept
from arrowswitch.site.money.models import MoneySettings
from arrowswitch.site.money.reading import entries_of
from arrowswitch.site.night.naming import Names, name_for
from arrowswitch.site.night.results.seeing import posted
from arrowswitch.site.registers.models import Psych, System
from arrowswitch.site.signin.models import PlayerPin
from arrowswitch.site.website.models import ResultsSubscriber
from arrowswitch.site.website.people import mail_to
from arrowswitch.site.yearbook.models import PlayedLine

Row = dict[str, str]
AT_ONCE = 200
"""Sessions whose lines are read together."""


@dataclass(frozen=True)
class TakenPart:
    """One part of what is kept: its name in the data, its title, and its lines."""

    key: str
    title: str
    rows: tuple[Row, ...]


def everything_about(player: Player) -> list[TakenPart]:
    """All parts that have something in them."""
    parts = (
        ("entry", _("Entry in the register"), _entry(player)),
        ("changes", _("Changes of the entry"), _changes(player)),
        ("accounts", _("Accounts to sign in with"), _accounts(player)),
        ("pins", _("PINs to sign in with"), _pins(player)),
        ("sessions", _("Sessions and results"), _sessions(player)),
        ("awards", _("Awards"), awards_kept(player)),
        ("points_by_hand", _("Points written in by hand"), credits_kept(player)),
        ("ratings", _("Ratings"), ratings_kept(player)),
        ("ladders", _("Places in ladders and trophies"), _ladders(player)),
        ("trophies", _("Won"), _trophies(player)),
        ("handicaps", _("Handicaps"), _handicaps(player)),
        ("standing_pairs", _("Standing pairs"), _standing(player)),
        ("attendances", _("Said about coming"), _attendances(player)),
        ("partner_wishes", _("Wishes for a partner"), _wishes(player)),
        ("partner_offers", _("Offers to be a partner"), _offers(player)),
        ("duties", _("Duties as director"), _duties(player)),
        ("qualifications", _("Examinations as director"), _qualifications(player)),
        ("stand_in", _("Fills in"), _stand_in(player)),
        ("money", _("Fees and vouchers"), _money(player)),
        ("systems", _("Registered systems"), _systems(player)),
        ("psychs", _("Psych book"), _psychs(player)),
        ("results_by_mail", _("Results by mail"), _results_by_mail(player)),
        ("mail", _("Mail to this person"), _mail(player)),
        ("erasure", _("Asked to be erased"), _erasure(player)),
    )
    found = (TakenPart(key, title, tuple(rows)) for key, title, rows in parts)
    return [part for part in found if part.rows]


def as_data(player: Player) -> dict[str, Any]:
    """The same as plain data, to be written as JSON."""
    parts = everything_about(player)
    return {
        "club": player.club.name,
        "person": str(player),
        "made": timezone.localtime().isoformat(timespec="seconds"),
        **{part.key: list(part.rows) for part in parts},
        "not_in_here": _("What was told to the recorder is sealed: ask the recorder. Back-ups hold what they held."),
    }


def _day(value: Any) -> str:
    return value.isoformat() if value else ""


def _time(value: Any) -> str:
    return timezone.localtime(value).isoformat(sep=" ", timespec="minutes") if value else ""


def _name(player: Player | None) -> str:
    return "" if player is None or player.now.erased else str(player.now)


def _entry(player: Player) -> Iterator[Row]:
    told = {str(FIELDS[name]): value for name, value in entry_of(player).items() if value}
    partner = _name(player.last_partner)
    yield told | ({_("last partner"): partner} if partner else {})


def _changes(player: Player) -> Iterator[Row]:
    for each in EntryChange.objects.filter(player=player):
        yield {
            _("when"): _time(each.at),
            _("what"): str(FIELDS.get(each.field, each.field)),
            _("before"): each.before,
            _("after"): each.after,
            _("by"): each.by_name,
            _("how"): each.get_way_display(),
            _("why"): each.why,
        }


def _accounts(player: Player) -> Iterator[Row]:
    for each in player.accounts.all():
        yield {_("name"): each.name, _("role"): each.get_role_display(), _("last signed in"): _time(each.last_login)}


def _pins(player: Player) -> Iterator[Row]:
    for each in PlayerPin.objects.filter(player=player):
        yield {
            _("given"): _time(each.given),
            _("by"): each.by or _("the person"),
            _("state"): each.get_why_display(),
            _("when"): _time(each.ended),
        }


def _sessions(player: Player) -> Iterator[Row]:
    """What the yearbook has of it; where it has nothing, the journals in which the person is named are read."""
    entries = [player.pk, *player.merged.values_list("pk", flat=True)]
    mine = PlayedLine.objects.filter(player__in=entries, played__posted=True, played__last=F("played__session__last"))
    lines = {line.played_id: line for line in mine.select_related("played").defer("played__met")}
    named = Q()
    for pk in entries:
        named |= Q(entries__body__contains=f'"{pk}"')  # who is named anywhere in the journal; who sat is seen below
    others = store.sessions(player.club).exclude(pk__in=lines).filter(named).distinct()
    found = [(line.day, number, iter(rows)) for number, line, rows in _of_yearbook(lines)]
    found += [(session.date, session.pk, _session(session, {str(pk) for pk in entries})) for session in others]
    for _date, _number, rows in sorted(found, key=lambda each: (each[0] or date.max, each[1])):
        yield from rows


def _of_yearbook(lines: Mapping[int, PlayedLine]) -> Iterator[tuple[int, PlayedLine, list[Row]]]:
    """Posted sessions as rows, with whoever else played for the same contestant."""
    numbers = list(lines)
    for first in range(0, len(numbers), AT_ONCE):
        some = numbers[first : first + AT_ONCE]
        together: defaultdict[int, list[str]] = defaultdict(list)
        for each in PlayedLine.objects.filter(played__in=some).select_related("player__merged_into").order_by("pk"):
            line = lines[each.played_id]
            if each.contestant == line.contestant and each.pk != line.pk:
                together[each.played_id].append(name_for(each.player, "desk") if each.player else each.name)
        for number in some:
            yield number, lines[number], [_line(lines[number], together[number])]


def _line(line: PlayedLine, others: list[str]) -> Row:
    value = written(Fraction(line.points)) if line.exact_percent is None else f"{percentage(line.exact_percent)}%"
    return {
        _("date"): _day(line.day),
        _("session"): line.played.title,
        _("number"): line.label,
        _("with"): ", ".join(others),
        _("place"): line.rank,
        _("result"): value,
        _("boards"): str(line.boards),
    }


def _session(session: Session, entries: set[str]) -> Iterator[Row]:
    now = store.state(session.pk)
    state = posted(session.pk, now) or now
    names = Names(state, session.club, "desk")
    for who, place in contestants(state).items():
        sat = players_of(state, *Contestant(*place))
        if any(each.id in entries for each in sat):
            others = (names.player(each) for each in sat if each.id not in entries)
            yield {
                _("date"): _day(session.date),
                _("session"): session.title,
                _("number"): names.label(*place),
                _("with"): ", ".join(others),
                **_result(session, state, who),
            }


def _result(session: Session, state: State, who: str) -> Row:
    from arrowswitch.session import Actor
    from arrowswitch.site.night.results.seeing import Viewer

    if not state.publications:
        return {_("result"): _("not posted")}
    standing = next(
        (each for each in Viewer(session.pk, state, Actor("director")).standings if each.contestant == who), None
    )
    if standing is None:
        return {}
    value = f"{percentage(standing.percent)}%" if standing.percent is not None else written(standing.points)
    return {_("place"): standing.rank, _("result"): value, _("boards"): str(standing.boards)}


def _ladders(player: Player) -> Iterator[Row]:
    for each in PlaceHolder.objects.filter(player=player).select_related(
        "place__made__rules", "place__made__competition"
    ):
        line = each.place
        yield {
            _("competition"): f"{line.made.competition} {line.made.competition.year}",
            _("place"): line.rank,
            _("result"): result_of(line, line.made.rules.value.plan),
            _("as of"): _time(line.made.made_at),
        }


def _trophies(player: Player) -> Iterator[Row]:
    for each in trophies_of(player):
        yield {_("trophy"): str(each.trophy), _("year"): str(each.year), _("list"): each.part, _("result"): each.result}


def _handicaps(player: Player) -> Iterator[Row]:
    for each in HandicapEntry.objects.filter(player=player):
        yield {
            _("handicap"): signed(each.exact),
            _("from"): _day(each.since),
            _("written down"): _time(each.at),
            _("why"): each.reason or str(each.get_way_display()),
        }


def _standing(player: Player) -> Iterator[Row]:
    for each in StandingPair.objects.filter(Q(first=player) | Q(second=player)).select_related("first", "second"):
        yield {_("pair"): str(each), _("day"): each.day, _("table"): str(each.table or ""), _("side"): each.side}


def _attendances(player: Player) -> Iterator[Row]:
    for each in Attendance.objects.filter(player=player).select_related("date", "partner"):
        yield {
            _("date"): str(each.date),
            _("comes"): _("no") if each.away else _("yes"),
            _("with"): _name(each.partner),
            _("by"): each.by,
            _("when"): _time(each.at),
        }


def _wishes(player: Player) -> Iterator[Row]:
    for each in PartnerWish.objects.filter(player=player).select_related("date"):
        yield {
            _("date"): str(each.date or _("in general")),
            _("note"): each.note,
            _("contact"): each.contact,
            _("state"): each.get_state_display(),
            _("when"): _time(each.at),
        }


def _offers(player: Player) -> Iterator[Row]:
    for each in PartnerOffer.objects.filter(player=player).select_related("wish__player"):
        yield {
            _("to"): _name(each.wish.player),
            _("note"): each.note,
            _("contact"): each.contact,
            _("state"): each.get_state_display(),
            _("when"): _time(each.at),
        }


def _duties(player: Player) -> Iterator[Row]:
    for each in CalendarDate.objects.filter(Q(director=player) | Q(reserve=player)):
        duty = _("director") if each.director_id == player.pk else _("reserve director")
        yield {_("date"): str(each), _("duty"): duty}


def _qualifications(player: Player) -> Iterator[Row]:
    for each in Qualification.objects.filter(player=player):
        yield {
            _("level"): each.get_level_display(),
            _("passed"): _day(each.passed),
            _("mark"): str(each.mark or ""),
        }


def _stand_in(player: Player) -> Iterator[Row]:
    for each in StandIn.objects.filter(player=player):
        yield {_("note"): each.note, _("contact"): each.contact}


def _money(player: Player) -> Iterator[Row]:
    number = MoneySettings.of(player.club).currency.number
    for each in entries_of(player):
        yield {
            _("date"): _day(each.day),
            _("what"): each.get_what_display() + (f" ({_('reversed')})" if each.reverses_id else ""),
            _("how"): each.get_way_display(),
            _("amount"): number(each.amount),
            _("vouchers"): f"{each.vouchers:+}" if each.vouchers else "",
            _("free nights"): f"{each.free_nights:+}" if each.free_nights else "",
            _("session"): each.session.title if each.session else "",
            _("remark"): each.text,
        }


def _systems(player: Player) -> Iterator[Row]:
    for each in System.objects.filter(Q(first=player) | Q(second=player)):
        yield {_("system"): each.title, _("pair"): str(each.pair), _("filed"): _day(each.filed)}


def _psychs(player: Player) -> Iterator[Row]:
    for each in Psych.objects.filter(player=player):
        yield {_("date"): _day(each.date), _("event"): each.event, _("call"): each.call, _("what happened"): each.facts}


def _results_by_mail(player: Player) -> Iterator[Row]:
    for each in ResultsSubscriber.objects.filter(player=player):
        yield {_("e-mail"): each.email, _("results of"): each.get_wants_display(), _("when"): _time(each.made)}


def _mail(player: Player) -> Iterator[Row]:
    for each in mail_to(player):
        yield {
            _("e-mail"): each.to,
            _("subject"): each.subject,
            _("state"): each.get_state_display(),
            _("when"): _time(each.ended or each.made),
        }


def _erasure(player: Player) -> Iterator[Row]:
    for each in ErasureRequest.objects.filter(player=player):
        yield {
            _("when"): _time(each.at),
            _("note"): each.note,
            _("state"): each.get_state_display(),
            _("answer"): each.answer,
        }
