"""Who is erased is named nowhere any more: every text of the database is looked through, or it is said here why not."""

from __future__ import annotations

import datetime

from django.apps import apps
from django.db import models
from django.utils import timezone
from people import account, our_club
from test_calendar import a_date, player

from arrowswitch.site import outbox
from arrowswitch.site.calendar.models import DutySwap, PartnerOffer, PartnerWish, StandIn
from arrowswitch.site.club.models import Player
from arrowswitch.site.club.players.doubles import erase
from arrowswitch.site.club.players.texts import SIGNED, WRITTEN
from arrowswitch.site.members.models import EntryChange, ErasureRequest, KeptLetter
from arrowswitch.site.merits.models import HandCredit
from arrowswitch.site.money.models import MoneyEntry
from arrowswitch.site.noticeboard.models import TeachingNote, TeachingUse
from arrowswitch.site.outbox.models import Mail
from arrowswitch.site.registers.models import Psych, System

LEFT = {
    "A journal is never rewritten; what it names by the register is shown without a name.": {
        "journal.Session": {"opened", "title", "phase", "offences"},
        "journal.Entry": {"command", "role", "name", "body"},
        "events.KeptEvent": {"opened", "title", "kind"},
        "events.KeptEntry": {"command", "role", "name", "body"},
        "website.PostedVersion": {"written_changes"},
        "yearbook.PlayedSession": {"title", "kind", "method", "met"},
        "merits.AwardRun": {"scheme", "title", "unit", "ineligible", "notes"},
    },
    "The name of a visitor, as the journal of the night has it: who may want to be erased should be in the register.": {
        "yearbook.PlayedLine": {
            *("name", "partner_name", "contestant", "label", "section", "direction", "rank", "points", "maximum"),
            *("vps", "done"),
        },
        "merits.MadeAward": {"name", "contestant", "label", "list", "place", "amount", "unit"},
        "merits.RatingLine": {"key"},
        "merits.PlayerStrength": {"key"},
        "ladders.PlaceHolder": {"name"},
        "ladders.MadePlace": {"part", "direction", "rank", "value", "why", "said", "broken", "taken"},
    },
    "A club, a cup or a contest keeps the name that it bears.": {
        "club.Club": {"name", "federation"},
        "ladders.Trophy": {"title"},
        "ladders.Competition": {"title"},
        "results.Event": {"name"},
    },
    "Emptied or deleted with the person, each by the `people` of its room.": {
        "club.Player": {"number", "federation_number", "given", "family", "grade", "findable"},
        "accounts.Account": {"password", "name", "seal"},
        "members.Particulars": {"kind", "rank", "email", "telephone", "address", "birthday"},
        "members.EntryChange": {"field", "before", "after"},
        "signin.SignInLink": {"asked_as", "wanted"},
        "website.ResultsSubscriber": {"email"},
        "website.WebPage": {"slug"},
        "outbox.Mail": {"key", "to", "written_headers", "holder", "problem"},
        "noticeboard.TeachingNoteVersion": {"laws", "findable"},
    },
    "Figures, signs, and what the program writes: no person stands in it.": {
        "auth.Permission": {"name", "codename"},
        "contenttypes.ContentType": {"app_label", "model"},
        "sessions.Session": {"session_data"},
        "journal.Solved": {"tricks"},
        "journal.SolvedLeads": {"tricks"},
        "pads.TableCode": {"section"},
        "pads.PairCode": {"section"},
        "pads.NewNumber": {"section"},
        "pads.Pad": {"section", "side"},
        "pads.WrongNumber": {"section", "given", "address"},
        "deals.SealedSet": {"promise", "body"},
        "exchange.ClubReceiver": {"receiver", "written"},
        "exchange.MadeFile": {"receiver", "file", "written"},
        "registers.Psych": {"ruling", "table", "call", "hand", "contract"},
        "calendar.CalendarDate": {"series"},
        "calendar.DateChange": {"fields"},
        "ladders.CompetitionRules": {"text"},
        "ladders.MadeList": {"stamp", "notes", "problem"},
        "ladders.CountedSession": {"lacks"},
        "ladders.Winner": {"part", "result"},
        "ladders.HandicapWay": {"formula", "values"},
        "ladders.HandicapEntry": {"handicap", "working"},
        "members.MembersSettings": {"member_kinds", "other_kinds", "columns"},
        "outbox.MailServer": {"host", "name", "password", "sender"},
        "signin.SignInWays": {"address"},
        "signin.PlayerPin": {"digest"},
        "yearbook.PlayedNotable": {"kind", "what", "ns", "ew"},
        "club_cards.ClubCardVersion": {"kind", "faults", "notes"},
        "club_cards.MovementDraft": {"name"},
        "club_cards.DraftStep": {"told"},
        "club_cards.DesignRun": {"wish", "found", "steps", "catalogue"},
        "merits.AwardsWay": {"scheme", "own"},
        "merits.EligibilityDecision": {"contestant", "label"},
        "merits.SessionWorth": {"said"},
        "merits.PlayerYear": {"unit", "amount"},
        "merits.HandCredit": {"unit", "amount"},
        "money.MoneySettings": {"sign", "pieces", "bank_account"},
        "money.FeeKind": {"name", "memberships"},
        "money.FeeKindChange": {"name", "memberships"},
        "money.NightFees": {"amounts"},
        "money.MoneyEntry": {"command"},
        "money.CashReturn": {"counted"},
        "website.WebPicture": {"digest"},
        "website.SiteSettings": {"address"},
        "mybridge.CardsLine": {"unit", "done"},
        "rules.Decision": {"federation", "key", "text"},
    },
}


def test_every_text_of_the_database_is_looked_through_or_it_is_said_why_not() -> None:
    looked = {(model._meta.label, field) for model, _club, fields in WRITTEN for field in fields}
    looked |= {(model._meta.label, field) for model, _club, field in SIGNED}
    left = {(label, field) for group in LEFT.values() for label, fields in group.items() for field in fields}
    texts = {
        (model._meta.label, field.name)
        for model in apps.get_models()
        for field in model._meta.fields
        if isinstance(field, models.CharField | models.TextField) and not field.choices and not field.unique
    }
    assert texts - looked - left == set()
    assert (looked | left) - texts == set()
    assert looked & left == set()


def found(name: str) -> set[str]:
    """Where a name stands in the database."""
    return {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.fields
        if isinstance(field, models.CharField | models.TextField)
        if model._default_manager.filter(**{f"{field.name}__icontains": name}).exists()
    }


def test_who_is_erased_is_named_in_nobodys_remarks_books_letters_or_waiting_mail(desk_club: dict[str, str]) -> None:
    club, now = our_club(), timezone.now()
    ann, bob = player("Ann", "O'Hara"), player("Bob", "Beech")
    hers = account("director", club, name="Ann O'Hara")
    hers.change_role("director", ann)
    owner, one = account("owner"), a_date(director=bob)
    DutySwap.objects.create(date=one, duty="director", asked_by=bob, note="Ann O'Hara said she would")
    wish = PartnerWish.objects.create(club=club, player=bob, note="not with Ann O'Hara", contact="via Ann O'Hara")
    PartnerOffer.objects.create(wish=wish, player=player("Cat", "Cedar"), note="I drive with Ann O'Hara")
    StandIn.objects.create(club=club, player=bob, note="with Ann O'Hara", contact="ask O'Hara, Ann")
    KeptLetter.objects.create(club=club, title="To Ann O'Hara", text="Dear {given}", by_name="Ann O'Hara")
    KeptLetter.objects.create(club=club, title="To O'Hara, Ann", text="Dear {given}")
    EntryChange.objects.create(
        club=club, player=bob, way="desk", field="grade", by=hers, by_name="Ann O'Hara", why="told by Ann O'Hara"
    )
    ErasureRequest.objects.create(
        club=club, player=bob, state="declined", answered_by="Ann O'Hara", answer="Ann O'Hara rang you"
    )
    note = TeachingNote.objects.create(club=club)
    TeachingUse.objects.create(note=note, day=one.day, where="lesson of Ann O'Hara", by=owner)
    MoneyEntry.objects.create(
        club=club,
        day=one.day,
        by=owner,
        what="fee",
        way="cash",
        visitor="Ann O'Hara",
        text="for Ann O'Hara",
        command="1",
    )
    Psych.objects.create(
        club=club, player=bob, date=one.day, call="1S", facts="against Ann O'Hara", reported_by="Ann O'Hara", at=now
    )
    System.objects.create(
        club=club,
        first=bob,
        second=player("Di", "Dale"),
        title="Acol",
        note="ask Ann O'Hara",
        filed=datetime.date.today(),
    )
    HandCredit.objects.create(
        club=club, player=bob, day=one.day, unit="C", amount="1", why="won with Ann O'Hara", by="Ann O'Hara"
    )
    outbox.send(club, "bo@example.org", "Results of Ann O'Hara", "Ann O'Hara has won", html="<p>Ann O&#x27;Hara</p>")
    hers.remove()
    assert len(found("O'Hara")) > 20
    erase(ann, owner)
    assert found("O'Hara") == set()
    assert Mail.objects.get().html == "<p>(name withheld)</p>"
    assert DutySwap.objects.get().note == ""  # the register of duties is only added to: what names her is emptied
    assert Player.objects.get(pk=ann.pk).erased
