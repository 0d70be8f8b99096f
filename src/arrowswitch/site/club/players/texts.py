"""Every text that people write in their own words, and taking somebody's name out of all of them.

Who is erased is looked for by the name of now and by every earlier one, in both orders; one word alone may mean anybody. Journals of
nights and of events are never rewritten: their pages show no name that was erased. What else is not looked through, and why, is
listed in the test of this module.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from itertools import product

from django.db.models import Model, Q
from django.utils.translation import gettext as _

from arrowswitch.site.calendar.dates import WORDS
from arrowswitch.site.calendar.models import (
    Attendance,
    CalendarDate,
    DateChange,
    DutySwap,
    PartnerOffer,
    PartnerWish,
    SessionGuide,
    StandIn,
)
from arrowswitch.site.club.models import Player
from arrowswitch.site.club_cards.models import ClubCardVersion
from arrowswitch.site.exchange.models import MadeFile
from arrowswitch.site.ladders.models import (
    CompetitionRules,
    CompetitionStep,
    HandicapEntry,
    HandicapWay,
    Winner,
    WinnerName,
)
from arrowswitch.site.members.models import EntryChange, ErasureRequest, KeptLetter, MembersSettings
from arrowswitch.site.merits.models import AwardsWay, EligibilityDecision, HandCredit, HiddenRating, SessionWorth
from arrowswitch.site.money.models import (
    Banking,
    CashReturn,
    Fee,
    FeeKindChange,
    MoneyEntry,
    MoneySettings,
    MonthMark,
    NightFees,
)
from arrowswitch.site.noticeboard.models import (
    ChecklistRemark,
    ChecklistVersion,
    NoticeVersion,
    TeachingNoteVersion,
    TeachingUse,
)
from arrowswitch.site.outbox.models import Mail
from arrowswitch.site.registers.models import Psych, System
from arrowswitch.site.rules.models import Decision
from arrowswitch.site.signin.models import PlayerPin, SignInWays
from arrowswitch.site.website.models import SITE_WORDS, SiteSettings, WebPageVersion, WebPicture
from arrowswitch.site.website.unnamed import both_orders, named_in, without

WRITTEN: tuple[tuple[type[Model], str, tuple[str, ...]], ...] = (
    (CalendarDate, "club", WORDS),
    (DateChange, "date__club", ("reason",)),
    (SessionGuide, "club", ("title", "text")),
    (DutySwap, "date__club", ("note",)),
    (PartnerWish, "club", ("note", "contact")),
    (PartnerOffer, "wish__club", ("note", "contact")),
    (StandIn, "club", ("note", "contact")),
    (WebPageVersion, "page__club", ("title", "summary", "text", "why")),
    (WebPicture, "club", ("alt",)),
    (SiteSettings, "club", SITE_WORDS),
    (NoticeVersion, "notice__club", ("title", "text", "why")),
    (TeachingNoteVersion, "note__club", ("title", "facts", "lesson", "why")),
    (TeachingUse, "note__club", ("where",)),
    (ChecklistVersion, "checklist__club", ("title", "who", "text", "why", "source")),
    (ChecklistRemark, "run__checklist__club", ("text", "outcome")),
    (MembersSettings, "club", ("keeper", "notice", "address")),
    (EntryChange, "club", ("why",)),
    (ErasureRequest, "club", ("note", "answer")),
    (KeptLetter, "club", ("title", "text")),
    (Mail, "club", ("subject", "text", "html")),
    (MoneySettings, "club", ("why",)),
    (Fee, "kind__club", ("why",)),
    (FeeKindChange, "kind__club", ("why",)),
    (NightFees, "session__club", ("why",)),
    (MoneyEntry, "club", ("visitor", "text")),
    (CashReturn, "session__club", ("director", "trainee", "note", "why")),
    (Banking, "club", ("text",)),
    (MonthMark, "club", ("why",)),
    (Psych, "club", ("name", "partner_name", "event", "facts")),
    (System, "club", ("title", "note", "card_name")),
    (CompetitionRules, "competition__club", ("reason",)),
    (CompetitionStep, "competition__club", ("reason",)),
    (Winner, "trophy__club", ("reason",)),
    (WinnerName, "winner__trophy__club", ("name",)),
    (HandicapWay, "club", ("reason",)),
    (HandicapEntry, "player__club", ("reason",)),
    (AwardsWay, "club", ("why",)),
    (EligibilityDecision, "session__club", ("why",)),
    (SessionWorth, "session__club", ("why",)),
    (HandCredit, "club", ("why",)),
    (ClubCardVersion, "card__club", ("name", "why")),
    (Decision, "club", ("source",)),
)
"""What people write, each with the way to its club."""
ONLY_ADDED_TO = {
    *(MoneySettings, Fee, FeeKindChange, NightFees, MoneyEntry, CashReturn, Banking, MonthMark),
    *(AwardsWay, SessionWorth, EligibilityDecision, HandCredit, DateChange, DutySwap, EntryChange),
    *(CompetitionRules, CompetitionStep, Winner, WinnerName, HandicapWay, HandicapEntry),
}
"""Registers of which the database lets nothing be written anew: a text that names the person is emptied."""
SIGNED: tuple[tuple[type[Model], str, str], ...] = (
    (Attendance, "date__club", "by"),
    (EntryChange, "club", "by_name"),
    (ErasureRequest, "club", "answered_by"),
    (KeptLetter, "club", "by_name"),
    (MadeFile, "session__club", "by"),
    (AwardsWay, "club", "by"),
    (EligibilityDecision, "session__club", "by"),
    (SessionWorth, "session__club", "by"),
    (HandCredit, "club", "by"),
    (HiddenRating, "player__club", "by"),
    (PlayerPin, "player__club", "by"),
    (SignInWays, "club", "by"),
    (Psych, "club", "reported_by"),
    (Decision, "club", "by"),
)
"""Where the name of an account is written down beside what was done, as it was then."""


def names_of(player: Player) -> list[Player]:
    """The person by the name of now and by every earlier one: to be asked before the changes are forgotten."""
    parts = {name: {getattr(player, name)} for name in ("given", "family")}
    for change in EntryChange.objects.filter(player=player, field__in=parts):
        parts[change.field].add(change.before)
    return [Player(given=given, family=family) for given, family in product(*parts.values()) if given and family]


def take_out(player: Player, called: Iterable[Player]) -> None:
    """Takes the names out of every text, also out of older versions, and from under what the person did."""
    called = tuple(called)
    names = [name for each in called for name in both_orders(each)]
    names += [mangled for name in names if (mangled := escape(name)) != name]
    for model, club, fields in WRITTEN:
        _take_out(model, club, fields, player, names)
    signed = {str(player), *map(str, called), *player.accounts.values_list("name", flat=True)}
    for model, club, field in SIGNED:
        model._default_manager.filter(**{club: player.club_id, f"{field}__in": signed}).update(**{field: ""})


def _take_out(model: type[Model], club: str, fields: Iterable[str], player: Player, names: Iterable[str]) -> None:
    """Takes names out of some fields of one kind of text; of two texts that must not be alike the later gets its number."""
    something = Q(pk=None)
    for field in fields:
        something |= ~Q(**{field: ""})
    rows = model._default_manager.filter(something, **{club: player.club_id}).only("pk", *fields)
    for each in rows.iterator():
        changed = [field for field in fields if named_in(getattr(each, field), names)]
        if not changed:
            continue
        for field in changed:
            told = getattr(each, field)
            text = "" if model in ONLY_ADDED_TO else without(told, names, _("(name withheld)"))
            if isinstance(each, KeptLetter) and field == "title":
                text = f"{text[:70]} {each.pk}"
            setattr(each, field, text[: getattr(model._meta.get_field(field), "max_length", None)])
        found_by = ["findable"] if isinstance(each, TeachingNoteVersion) else []
        each.save(update_fields=[*changed, *found_by])
