"""Results by mail: what stands in one, and the links by which somebody begins and ends it."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from typing import Any

from django.core import signing
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from arrowswitch.session import Actor, State
from arrowswitch.session.night import Contestant, contestants, players_of
from arrowswitch.session.story import Version
from arrowswitch.site import outbox
from arrowswitch.site.club.models import Club
from arrowswitch.site.journal.models import Session
from arrowswitch.site.night.naming import Names
from arrowswitch.site.night.results.cards import moved
from arrowswitch.site.night.results.models import Link
from arrowswitch.site.night.results.seeing import Viewer
from arrowswitch.site.night.results.shown import rank_lists
from arrowswitch.site.outbox.models import Mail, MailServer
from arrowswitch.site.spoken import spoken
from arrowswitch.site.website.models import ResultsSubscriber, SiteSettings

BEST = 3
"""Places of each list that a mail tells."""
CONFIRMED_WITHIN = 7 * 24 * 3600
AN_HOUR = 60
"""Mails to confirm an address that a club sends in an hour at most."""
RESULTS = "results/"
"""How the keys of mails with results begin."""
ASKED_AT_MOST = 3
"""Times that one address is asked in a week: whoever gives a stranger's address fills nobody's box."""


def may_mail(club: Club) -> bool:
    """Whether results can be mailed: there is a mail server, and links lead somewhere."""
    has_server = MailServer.objects.filter(club=club).exists()
    return has_server and not club.is_demonstration and bool(SiteSettings.of(club).address)


# -- links --------------------------------------------------------------------------------------------------------------

_ENDS = signing.Signer(salt="results by mail, no more")
_BEGINS = signing.TimestampSigner(salt="results by mail, from now on")


def ending(subscriber: ResultsSubscriber) -> str:
    """What the link to want no more has in it."""
    return _ENDS.sign(str(subscriber.pk))


def ended_by(token: str) -> int | None:
    """Which subscription a link ends; none if it was made up."""
    try:
        return int(_ENDS.unsign(token))
    except (signing.BadSignature, ValueError):
        return None


def beginning(subscriber: ResultsSubscriber) -> str:
    """What the link to say yes has in it; it is good for a week."""
    return _BEGINS.sign(str(subscriber.pk))


def begun_by(token: str) -> int | None:
    """Which subscription a link begins; none if it was made up, or is too old."""
    try:
        return int(_BEGINS.unsign(token, max_age=CONFIRMED_WITHIN))
    except (signing.BadSignature, ValueError):
        return None


def ask(subscriber: ResultsSubscriber) -> bool:
    """Asks at the address whether results are wanted, once in an hour and three times in a week; whether there was room for the mail."""
    club, now = subscriber.club, timezone.now()
    hour = now.replace(minute=0, second=0, microsecond=0)
    asked = Mail.objects.filter(club=club, key__startswith="confirm/")
    week = now - datetime.timedelta(seconds=CONFIRMED_WITHIN)
    if asked.filter(to__iexact=subscriber.email, made__gte=week).count() >= ASKED_AT_MOST:
        return True  # who asked is told the same as ever
    if asked.filter(made__gte=hour).count() >= AN_HOUR:
        return False
    address = SiteSettings.of(club).address
    text = _(
        "Somebody, probably you, has asked %(club)s to send results to this address.\n\n"
        "If you want that, open this page within a week and say yes:\n%(link)s\n\n"
        "If not, do nothing. You will hear no more."
    ) % {"club": club.name, "link": address + reverse("website-confirm", args=[beginning(subscriber)])}
    outbox.send(
        club,
        subscriber.email,
        _("%(club)s: results by mail?") % {"club": club.name},
        text,
        key=f"confirm/{subscriber.pk}/{hour:%Y%m%d%H}",
    )
    return True


def no_more(subscriber: ResultsSubscriber) -> None:
    """The address is forgotten, and what waits for it is not sent."""
    outbox.take_back(subscriber.club, subscriber.email, RESULTS)
    subscriber.delete()


# -- results ------------------------------------------------------------------------------------------------------------


def tell(session: Session, state: State, new: Sequence[Version]) -> None:
    """Writes a mail to everybody who wants this session's results: one for all versions that are new."""
    club, link = session.club, Link.of(session)
    subscribers = list(ResultsSubscriber.objects.filter(club=club).exclude(confirmed=None).select_related("player"))
    if not subscribers or link is None or not may_mail(club):
        return
    letter = ResultsLetter(session, state, new, SiteSettings.of(club).address)
    for each in subscribers:
        own = letter.played.get(each.player.now.pk) if each.player else None
        if each.wants == "all" or own:
            letter.send(each, own, reverse("results", args=[link.token]))


class ResultsLetter:
    """What is told of a session that was posted, the same for everybody but for the own line."""

    def __init__(self, session: Session, state: State, new: Sequence[Version], address: str) -> None:
        self.session, self.new, self.address = session, new, address
        self.club = session.club
        self.viewer = Viewer(session.pk, state, Actor("public"))
        self.names = Names(self.viewer.state, self.club)
        self.lists = rank_lists(self.viewer.state, self.viewer.standings, self.names)
        self.played = dict(self._played())

    def _played(self) -> Iterator[tuple[int, str]]:
        """Who played, by the number in the register, and as what."""
        state, register = self.viewer.state, self.names.register
        for who, place in contestants(state).items():
            for player in players_of(state, *Contestant(*place)):
                if player.id in register:
                    yield register[player.id].pk, who

    @property
    def subject(self) -> str:
        """What it is about."""
        text = (
            _("%(title)s, %(day)s: results") if self.new[0].number == 1 else _("%(title)s, %(day)s: corrected results")
        )
        return text % {"title": self.session.title, "day": self._day()}

    def _day(self) -> str:
        return date_format(self.session.date, "j F Y") if self.session.date else ""

    def send(self, to: ResultsSubscriber, own: str | None, results: str) -> None:
        """Writes it to one address, once for each version."""
        end = self.address + reverse("website-unsubscribe", args=[ending(to)])
        parts = [
            f"{self.club.name}: {self.session.title}, {self._day()}",
            self._own(own) if own else "",
            *self._changes(),
            *self._best(),
            _("All results: %(link)s") % {"link": self.address + results},
            _("You get this because you asked for it. If you want no more: %(link)s") % {"link": end},
        ]
        outbox.send(
            self.club,
            to.email,
            self.subject,
            "\n\n".join(part for part in parts if part) + "\n",
            key=f"{RESULTS}{self.session.pk}/{self.new[-1].number}",
            headers={"List-Unsubscribe": f"<{end}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"},
        )

    def _own(self, own: str) -> str:
        for each in self.lists:
            for row in each["rows"]:
                if row["who"] == own:
                    return _("You: place %(rank)s of %(of)s, %(result)s.") % {
                        "rank": row["rank"],
                        "of": len(each["rows"]),
                        "result": _result(each, row),
                    }
        return ""

    def _best(self) -> Iterator[str]:
        for each in self.lists:
            lines = [each["title"]] if each["title"] else []
            lines += [f"{row['rank']:>3}  {row['names']}  {_result(each, row)}" for row in each["rows"][:BEST]]
            yield "\n".join(lines)

    def _changes(self) -> Iterator[str]:
        """What corrections changed, as everybody may see it."""
        for version in self.new:
            if version.number == 1:
                continue
            lines = [spoken(each.told) for each in version.changes.lines if self.viewer.line(each.line)]
            if self.viewer.ranking:
                lines += [spoken(text) for _entry, text in version.changes.other]
                lines += map(_moved, moved(self.viewer.state, version.changes, self.names))
            if lines:
                yield "\n".join([_("What changed:"), *(f"- {line}" for line in lines)])


def _result(listed: dict[str, Any], row: dict[str, Any]) -> str:
    if row["vps"]:
        return _("%(points)s VP") % {"points": row["vps"]}
    return f"{row['percent']}%" if row["percent"] else f"{row['points']} {listed['unit'].short}"


def _moved(move: dict[str, Any]) -> str:
    if move["old_rank"] == move["new_rank"]:
        return f"{move['name']}: {move['new_rank']}, {move['old']} → {move['new']}"
    return f"{move['name']}: {move['old_rank']} → {move['new_rank']}, {move['old']} → {move['new']}"
