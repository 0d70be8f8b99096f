"""What is kept about a person and who sees it: one table, from which the pages for each person and for everybody are made.

It follows the settings of the club, so it cannot promise what the program does not do.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Q
from django.utils.translation import gettext as _

from arrowswitch.scoring.figures import fixed
from arrowswitch.site.calendar.models import Attendance, PartnerOffer, PartnerWish, Qualification, StandIn
from arrowswitch.site.club.models import Player, StandingPair
from arrowswitch.site.members.models import MembersSettings, Particulars
from arrowswitch.site.merits.award_reading import totals_of
from arrowswitch.site.merits.deciding import way_of
from arrowswitch.site.merits.models import HiddenRating, PlayerStrength
from arrowswitch.site.money.reading import balance_of, entries_of
from arrowswitch.site.signin.pins import pin_of
from arrowswitch.site.website.models import ResultsSubscriber


@dataclass(frozen=True)
class KeptFact:
    """Something that is kept, what it is for this person, and who sees it."""

    what: str
    value: str
    seen_by: str


def facts_about(player: Player, settings: MembersSettings) -> list[KeptFact]:
    """What is kept about one person, also what is empty."""
    more = Particulars.of(player)
    desk, directors = _("the desk"), _("directors")
    public = {
        "": _("everybody who opens results"),
        "pages": _("the desk and the tables; whoever is sent result files"),
        "files": _("the desk and the tables"),
    }[player.withheld]
    members = _("members")
    dates = " – ".join(f"{day:%Y-%m-%d}" if day else "…" for day in (more.since, more.until))
    found = [
        KeptFact(_("Name"), str(player), public),
        KeptFact(_("Number"), player.number, _("the desk; whoever is sent result files")),
        KeptFact(_("Federation’s number"), player.federation_number, _("the desk; whoever is sent result files")),
        KeptFact(_("Grade"), player.grade, desk),
        *_merits(player),
        KeptFact(_("Rank"), more.rank, directors),
        KeptFact(_("Membership"), more.kind, directors),
        KeptFact(_("Member since and until"), dates if more.since or more.until else "", directors),
        KeptFact(_("Cannot move"), _("yes") if player.must_sit else "", desk),
        KeptFact(_("E-mail"), more.email, members if more.list_email and settings.contact_list else directors),
        KeptFact(
            _("Telephone"), more.telephone, members if more.list_telephone and settings.contact_list else directors
        ),
        KeptFact(_("Address"), more.address, directors),
        KeptFact(
            _("Results by mail to"),
            ", ".join(ResultsSubscriber.objects.filter(player=player).values_list("email", flat=True)),
            _("the owner, among the mail that leaves"),
        ),
        KeptFact(_("Fees and vouchers"), _fees(player), _("the treasurer; the desk on a night")),
        KeptFact(_("PIN"), _("as a digest") if pin_of(player) else "", _("nobody, not even the club")),
    ]
    found += _calendar(player)
    if settings.birthdays:
        shared = more.list_birthday and settings.contact_list
        found.append(KeptFact(_("Birthday"), more.birthday_told, members if shared else directors))
    return found


def _calendar(player: Player) -> list[KeptFact]:
    """Partners, and what the person said for the calendar."""
    pairs = StandingPair.objects.filter(Q(first=player) | Q(second=player)).select_related("first", "second")
    last = player.last_partner.now if player.last_partner else None
    fills_in = StandIn.objects.filter(player=player).first()
    wishes = PartnerWish.objects.filter(player=player).count() + PartnerOffer.objects.filter(player=player).count()
    passed = [each.get_level_display() for each in Qualification.objects.filter(player=player)]
    return [
        KeptFact(_("Standing pairs"), ", ".join(map(str, pairs)), _("the desk; members, among who is expected")),
        KeptFact(_("Last partner"), str(last) if last and not last.erased else "", _("the desk")),
        KeptFact(
            _("Said about coming, dates"), _number(Attendance.objects.filter(player=player).count()), _("members")
        ),
        KeptFact(
            _("Wishes for a partner, and answers to such"), _number(wishes), _("members; the answers the two alone")
        ),
        KeptFact(_("Fills in"), fills_in.note or _("yes") if fills_in else "", _("members")),
        KeptFact(_("Fills in, how to reach"), fills_in.contact if fills_in else "", _("the desk")),
        KeptFact(_("Examinations as director"), ", ".join(passed), _("directors")),
    ]


def _number(count: int) -> str:
    return str(count or "")


def _merits(player: Player) -> list[KeptFact]:
    """Awards and rating, with whom the club shows them to."""
    way, totals = way_of(player.club), totals_of(player)
    had = ", ".join(f"{amount} {unit}" for unit, amount in zip(totals.units, totals.all, strict=True) if amount)
    strength = PlayerStrength.objects.filter(player=player).first()
    hidden = HiddenRating.objects.filter(player=player).exists()
    return [
        KeptFact(_("Awards"), had, way.get_seen_by_display()),
        KeptFact(
            _("Rating"),
            fixed(Fraction(strength.value)) if strength else "",
            _("only this person") if hidden else way.get_ratings_seen_by_display(),
        ),
    ]


def _fees(player: Player) -> str:
    """What a person has with the club, if there is anything of the person in the books."""
    return balance_of(player).told if entries_of(player).exists() else ""


def kept_by_the_club(settings: MembersSettings) -> list[tuple[str, str]]:
    """What the club keeps about people, and who sees it: for the page that everybody can read."""
    list_of = _("directors; other members, if the person has agreed") if settings.contact_list else _("directors")
    found = [
        (_("Name"), _("everybody who opens results, unless the person has it withheld")),
        (_("Results of the sessions that were played"), _("everybody who has the link, as far as the club shows them")),
        (
            _("Places in ladders, and trophies won"),
            _("everybody, or whom the club shows them to; names may be withheld"),
        ),
        (_("Handicap"), _("members who are signed in; every change: the desk, and the person")),
        (_("Number of the federation and of the club"), _("the desk; the federation and others who are sent results")),
        (_("Awards for places"), way_of(settings.club).get_seen_by_display()),
        (_("Ratings, unless the person hides the own one"), way_of(settings.club).get_ratings_seen_by_display()),
        (
            _("Form, and what was made of the cards"),
            _("the person; form also the desk, and partners unless the name is withheld"),
        ),
        (_("Grade; whether somebody cannot move; last partner; standing table"), _("the desk")),
        (_("Membership and rank, since when"), _("directors")),
        (_("A PIN to sign in with, as a digest that takes long to guess at"), _("nobody, not even the club")),
        (_("E-mail and telephone, if they were given"), list_of),
        (_("Postal address, if it was given"), _("directors")),
        (_("Who comes to which date, wishes for a partner, who fills in"), _("members who are signed in")),
        (_("How to reach who fills in, if it was given"), _("the desk")),
        (_("Who directs when"), _("members who are signed in; examinations that were passed: directors")),
        (_("The address of who asked for results by mail"), _("the owner, among the mail that leaves")),
        (_("Fees that were paid or are owed, vouchers"), _("the treasurer; the desk on a night; the person")),
        (_("Psychs and registered systems"), _("directors; systems also members")),
        (_("What was told to the recorder"), _("the recorder alone; it is kept sealed")),
        (_("Every change of an entry: who, when and why"), _("directors, and the person")),
    ]
    if settings.birthdays:
        found.insert(11, (_("Birthday without the year, if it was given"), list_of))
    return found
