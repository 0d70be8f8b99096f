"""What goes to whom: the files that a receiver wants of a session, their names, and what is missing for them.

Only what was posted is sent, as it was posted last, with the names of the register; who asked to be forgotten has none.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from arrowswitch.formats import BadFile, Record, WrittenFile, write_file
from arrowswitch.formats.results.table import write_ranking, write_results
from arrowswitch.session import State
from arrowswitch.session.night import Contestant, contestants, players_of
from arrowswitch.site.club.models import Club
from arrowswitch.site.exchange.exporting import awarded, club_record
from arrowswitch.site.exchange.models import ClubReceiver, MadeFile, wanted
from arrowswitch.site.exchange.pages import write_pages
from arrowswitch.site.exchange.receivers import Receiver
from arrowswitch.site.journal.models import Session
from arrowswitch.site.night.naming import Names, is_withheld
from arrowswitch.site.night.results.seeing import posted
from arrowswitch.words import Sentence, spans

LISTED = 12
"""Players without a number who are named; the rest is counted."""
FACTS: Mapping[str, Any] = {
    "club number": gettext_lazy("Number of the club"),
    "charge code": gettext_lazy("Charge code"),
    "session number": gettext_lazy("Session number"),
}
HINTS: Mapping[str, Any] = {
    "club number": gettext_lazy("As the receiver knows the club; it is set once, under “Who is sent results”."),
    "charge code": gettext_lazy("By which the federation charges for the session."),
    "session number": gettext_lazy("Which the organiser gave for the event."),
}


@dataclass(frozen=True)
class Outgoing:
    """A session as it goes out."""

    session: Session
    club: Club
    now: State
    state: State
    """As it was posted last."""
    facts: Mapping[str, str] = field(default_factory=dict)

    def record(self) -> Record:
        """As a value for files, with what somebody has written down for the receiver."""
        known = {key: value for key, value in self.facts.items() if value}
        number = known.pop("club number", "")
        session = known.pop("session number", "")
        made = club_record(self.state, self.club, known, awarded(self.session, self.now))
        return replace(made, club_number=number, event_id=session or made.event_id)


@dataclass(frozen=True)
class FileWriter:
    """A file that a receiver may want."""

    title: Any
    suffix: str
    media: str
    write: Callable[[Outgoing], WrittenFile]


def _in_format(name: str) -> Callable[[Outgoing], WrittenFile]:
    return lambda out: write_file(out.record(), name)


WRITERS: Mapping[str, FileWriter] = {
    "usebio": FileWriter(gettext_lazy("Results (USEBIO)"), ".xml", "application/xml", _in_format("usebio")),
    "pbn": FileWriter(gettext_lazy("Hands and results (PBN)"), ".pbn", "application/x-pbn", _in_format("pbn")),
    "acbl": FileWriter(gettext_lazy("Results (JSON)"), ".json", "application/json", _in_format("acbl")),
    "ranking": FileWriter(
        gettext_lazy("Ranking (CSV)"), "-ranking.csv", "text/csv", lambda out: write_ranking(out.record())
    ),
    "results": FileWriter(
        gettext_lazy("All results (CSV)"), "-results.csv", "text/csv", lambda out: write_results(out.record())
    ),
    "pages": FileWriter(
        gettext_lazy("Pages (zip)"),
        "-pages.zip",
        "application/zip",
        lambda out: WrittenFile(write_pages(out.session.pk, out.club)),
    ),
}


def outgoing(session: Session, club: Club, now: State) -> Outgoing | None:
    """A session as it goes out; nothing if it was never posted."""
    found = posted(session.pk, now)
    return Outgoing(session, club, now, found) if found is not None else None


def file_name(state: State, file: str) -> str:
    """The name of a file, by which it is found again among many.

    >>> from datetime import date
    >>> file_name(State(title="Tuesday pairs: Été!", date=date(2026, 1, 6)), "usebio")
    '2026-01-06-tuesday-pairs-ete.xml'
    """
    plain = unicodedata.normalize("NFKD", state.title).encode("ascii", "ignore").decode().lower()
    words = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:60]
    return "-".join(filter(None, (str(state.date or ""), words or "session"))) + WRITERS[file].suffix


# -- what is missing --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Lack:
    """Something that a receiver wants and the session does not have, and where it can be mended."""

    text: str
    ways: tuple[tuple[str, str], ...] = ()
    """Address and words."""


def lacks(out: Outgoing, receiver: Receiver) -> Iterator[Lack]:
    """What is missing for a receiver."""
    if "numbers" in receiver.needs:
        yield from _numbers(out)
    if "hands" in receiver.needs:
        yield from _hands(out)


def _numbers(out: Outgoing) -> Iterator[Lack]:
    names = Names(out.state, out.club, "files")
    ways: list[tuple[str, str]] = []
    forgotten = withheld = visitors = 0
    seated = dict.fromkeys(
        player for place in contestants(out.state).values() for player in players_of(out.state, *Contestant(*place))
    )
    for player in seated:
        known = names.register.get(player.id) if player.id else None
        if known is None:
            visitors += 1
        elif known.erased:
            forgotten += 1
        elif is_withheld(known, names.eyes):
            withheld += 1
        elif not known.known_to_federation:
            ways.append((reverse("player", args=[known.pk]), str(known)))
    if ways:
        text = ngettext("%(n)s player has no number:", "%(n)s players have no number:", len(ways))
        more = len(ways) - LISTED
        shown = [*ways[:LISTED], *([(reverse("players"), _("and %(n)s more") % {"n": more})] if more > 0 else [])]
        yield Lack(text % {"n": len(ways)}, tuple(shown))
    if visitors:
        text = ngettext("%(n)s player is not in the register:", "%(n)s players are not in the register:", visitors)
        address = reverse("night-names", args=[out.session.pk])
        yield Lack(text % {"n": visitors}, ((address, _("Names and seats")),))
    if forgotten:
        text = ngettext(
            "%(n)s player asked to be forgotten, and goes out without name and number.",
            "%(n)s players asked to be forgotten, and go out without names and numbers.",
            forgotten,
        )
        yield Lack(text % {"n": forgotten})
    if withheld:
        text = ngettext(
            "%(n)s player has asked to be left out of files, and goes out without name and number.",
            "%(n)s players have asked to be left out of files, and go out without names and numbers.",
            withheld,
        )
        yield Lack(text % {"n": withheld})


def _hands(out: Outgoing) -> Iterator[Lack]:
    boards = [board for board in out.state.on_board if board not in out.state.hands]
    if boards:
        text = ngettext("Board %(boards)s has no hands:", "Boards %(boards)s have no hands:", len(boards))
        yield Lack(
            text % {"boards": spans(boards)}, ((reverse("night-deals", args=[out.session.pk]), _("Attach the deals")),)
        )


# -- for the page -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class FileToSend:
    """A file on the page: its name, what it cannot hold, when it was last made."""

    id: str
    title: str
    name: str
    left_out: tuple[Sentence, ...] = ()
    problem: Exception | None = None
    made: MadeFile | None = None
    stale: bool = False
    """Whether results were posted since that it does not have."""


@dataclass(frozen=True)
class Parcel:
    """All that is to be known of a receiver and a session."""

    receiver: Receiver
    files: tuple[FileToSend, ...]
    lacks: tuple[Lack, ...]
    facts: tuple[tuple[str, str, str, str], ...]
    """Name, title, hint and value of what somebody must write down."""

    @property
    def ready(self) -> bool:
        """Whether nothing is missing."""
        return not self.lacks and all(value for _name, _title, _hint, value in self.facts)

    @property
    def stale(self) -> bool:
        """Whether a file is out of date."""
        return any(each.stale for each in self.files)

    @property
    def done(self) -> bool:
        """Whether every file was made from the results as they are posted."""
        return all(each.made and not each.stale for each in self.files)


def parcels(out: Outgoing) -> list[Parcel]:
    """What goes to whom."""
    made = list(MadeFile.objects.filter(session=out.session))
    return [_parcel(out, receiver, choice, made) for receiver, choice in wanted(out.club)]


def facts_for(receiver: Receiver, choice: ClubReceiver | None, made: list[MadeFile]) -> dict[str, str]:
    """What was written down for a receiver: for this session last time, else for the club."""
    usual = choice.facts if choice else {}
    last = next((each.facts for each in reversed(made) if each.receiver == receiver.id), {})
    return {name: str(last.get(name) or usual.get(name) or "") for name in receiver.facts}


def _parcel(out: Outgoing, receiver: Receiver, choice: ClubReceiver | None, made: list[MadeFile]) -> Parcel:
    facts = facts_for(receiver, choice, made)
    filled = replace(out, facts=facts)
    return Parcel(
        receiver,
        tuple(_file(filled, receiver, file, made) for file in receiver.files),
        tuple(lacks(out, receiver)),
        tuple((name, str(FACTS[name]), str(HINTS[name]), value) for name, value in facts.items()),
    )


def _file(out: Outgoing, receiver: Receiver, file: str, made: list[MadeFile]) -> FileToSend:
    last = next((each for each in reversed(made) if (each.receiver, each.file) == (receiver.id, file)), None)
    shown = FileToSend(
        file,
        str(WRITERS[file].title),
        file_name(out.state, file),
        made=last,
        stale=last is not None and last.version < out.state.publications[-1].version,
    )
    if file == "pages":  # holds all that may be seen, and takes longer
        return shown
    try:
        return replace(shown, left_out=WRITERS[file].write(out).left_out)
    except BadFile as problem:
        return replace(shown, problem=problem)
