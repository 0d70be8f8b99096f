"""Bridgemates in a running session: the event goes to the Data Connector, and what the pads send comes into the journal.

A result is written at its table as a phone of the table would write it, by “Bridgemate”. Nothing is taken off the queue of the
connector before it is in the journal: what comes again is known there by its name, so it counts once. What a table may not write itself
(another result than the desk's, an artificial score, pairs the other way round) becomes a call for the director, who hears what the pad
says.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext

from arrowswitch.bridge import Side
from arrowswitch.formats.bridgemate.connector import (
    Connector,
    ConnectorCommand,
    ConnectorFault,
    NotReached,
    PadArtificial,
    PadBatch,
    PadCall,
    PadResult,
    read_calls,
    read_results,
)
from arrowswitch.formats.bridgemate.event import (
    CannotSend,
    KnownPlayer,
    changes,
    continue_message,
    digests,
    event_parts,
    init_message,
    letters_of,
    pad_number,
    session_guid,
)
from arrowswitch.session import (
    Act,
    Actor,
    CallDirector,
    Command,
    Confirm,
    Contracted,
    Correct,
    Enter,
    Entry,
    LatePlay,
    LineKey,
    NotNow,
    NotPlayed,
    Outdated,
    PassedOut,
    Refused,
    State,
)
from arrowswitch.session.night import entry_told
from arrowswitch.site.journal import store
from arrowswitch.words import Sentence, say, say_count

NAME = "Bridgemate"
"""Who writes, as the journal tells it."""
MARK = "bridgemate"
"""How the names of our commands begin."""
SHORT = 12
MOST_ABOUT = 200
SIGNS = {"+": say("average plus"), "=": say("average"), "-": say("average minus")}

Say = Callable[[Sentence], None]


@dataclass
class Bridgemates:
    """The line between a session and a Data Connector."""

    session: int
    connector: Connector
    folder: Path
    """Where it is kept what was sent."""
    say: Say
    pin: str = "0000"
    hands: bool | None = None
    _told: set[str] = field(default_factory=set)

    # -- sending --------------------------------------------------------------------------------------------------------

    def begin(self, *, again: bool = False) -> None:
        """Sends the event, or goes on with it if it was sent before."""
        state = store.state(self.session)
        parts = self._parts(state)
        if (self._sent() is not None or _has_come(state)) and not again:
            self.connector.ask(ConnectorCommand.CONTINUE, continue_message(state))
            self.say(say("The event goes on where it was."))
            if self._sent() is None:
                self._keep(digests(parts))
            return
        self.connector.ask(ConnectorCommand.INITIALIZE, init_message(state, parts, self.connector.club))
        self._keep(digests(parts))
        self.say(say("The event was sent: movement, names and settings. The pads are ready."))

    def turn(self) -> int:
        """Sends what has changed, and takes what has come; how many results and calls are new in the journal."""
        try:
            self._send_changes()
        except NotReached:
            raise
        except (CannotSend, ConnectorFault) as fault:  # results come all the same
            self._say_once(fault.args[0])
        return self._take_results() + self._take_calls()

    def _send_changes(self) -> None:
        state = store.state(self.session)
        sent = self._sent() or {}
        for name, command, data in changes(sent, state, self._parts(state)):
            self.connector.ask(command, data, session_guid(state))
            sent = {**sent, name: digests({name: self._parts(state)[name]})[name]}
            self._keep(sent)
            self.say(say("Sent again, because it has changed: {what}.", what=name))

    def _parts(self, state: State) -> dict[str, object]:
        return event_parts(state, _known(self.session), pin=self.pin, hands=self.hands)

    @property
    def _file(self) -> Path:
        guid = session_guid(store.last_known(self.session))  # its number may be another session's in another back-up
        return self.folder / f"bridgemate-{guid[:SHORT].lower()}.json"

    def _sent(self) -> dict[str, str] | None:
        with suppress(OSError, ValueError):
            found = json.loads(self._file.read_text("utf-8"))
            return found if isinstance(found, dict) else None
        return None

    def _keep(self, sent: Mapping[str, str]) -> None:
        beside = self._file.with_suffix(".new")
        beside.write_text(json.dumps(sent), "utf-8")
        beside.replace(self._file)

    # -- taking ---------------------------------------------------------------------------------------------------------

    def _take_results(self) -> int:
        guid = session_guid(store.state(self.session))
        batch = read_results(self.connector.ask(ConnectorCommand.NEW_RESULTS, session=guid))
        last = {(each.letters, each.round, each.table, each.board): each for each in batch.items}
        return self._taken(batch, map(self._take_result, last.values()), ConnectorCommand.ACCEPT_RESULTS, guid)

    def _take_calls(self) -> int:
        guid = session_guid(store.state(self.session))
        batch = read_calls(self.connector.ask(ConnectorCommand.NEW_CALLS, session=guid))
        return self._taken(batch, map(self._take_call, batch.items), ConnectorCommand.ACCEPT_CALLS, guid)

    def _taken(self, batch: PadBatch, became: Iterable[int | None], accept: ConnectorCommand, guid: str) -> int:
        """How many were new; the queue forgets a batch when all of it is in the journal."""
        found = list(became)
        if batch.items and None not in found:
            self.connector.ask(accept, batch.last, guid)
        return sum(each or 0 for each in found)

    def _take_result(self, result: PadResult) -> int | None:
        """1 for a result that is in the journal now, 0 for one that was, nothing for one that has to wait."""
        state = store.state(self.session)
        key = _key(state, result)
        if key is None:
            return self._held(
                say("There is no table {table} in section {section}.", table=result.table, section=result.letters)
            )
        name = command_name(state, key, result)
        if not name:
            return 0
        return self._written(_wishes(name, key, result), lambda refusal: _call(name, key, result, refusal))

    def _take_call(self, call: PadCall) -> int | None:
        state = store.state(self.session)
        sections = {letters: name for name, letters in letters_of(state).items()}
        if not call.made or call.letters not in sections:
            return 0
        section = sections[call.letters]
        name = f"{MARK}-call-{_short(call.letters, call.table, call.round, call.hour, call.minute)}"
        if name in state.ids or _is_called(state, section, call.table):
            return 0
        return self._written(
            [lambda state: _command(name, section, call.table, CallDirector(section, call.table))], None
        )

    def _written(self, wishes: list[store.Wish], otherwise: Callable[[Refused], store.Wish] | None) -> int | None:
        """Gives wishes to the session; what it does not grant at all is told to the director instead."""
        try:
            first, *_ = store.append_each(self.session, wishes)
        except (Refused, store.StoreFault) as fault:
            return self._held(fault.args[0])
        if isinstance(first, store.Acknowledged):
            return 1
        if otherwise is None or isinstance(first, NotNow | Outdated):
            return self._held(first.args[0])
        return self._written([otherwise(first)], None)

    def _held(self, why: Sentence) -> int | None:
        """Something stays in the queue; it is said once why."""
        self._say_once(say("Something waits on the Bridgemates: {why}", why=why))
        return None

    def _say_once(self, sentence: Sentence) -> None:
        if sentence not in self._told:
            self._told.add(sentence)
            self.say(sentence)


# -- what a result becomes ------------------------------------------------------------------------------------------------


def command_name(state: State, key: LineKey, result: PadResult) -> str:
    """The name of the command for a result; empty for one that is in the journal, as the last that the pads said of this line."""
    begins = f"{MARK}-{_short(*key)}-"
    before = [entry.id for entry in state.journal if entry.id.startswith(begins)]
    digest = _short(
        *(str(each) for each in (result.ns, result.ew, result.result, result.lead, result.turned, result.deleted))
    )
    if before and before[-1].split("-")[2] == digest:
        return ""
    record = state.lines.get(key)
    if record and _same(record.entry, _entry(result)) and _problem(state, key, result) is None:
        return ""
    return f"{begins}{digest}-{len(before)}"


def _wishes(name: str, key: LineKey, result: PadResult) -> list[store.Wish]:
    """A result, and that both sides agree to it: they did so on the pad."""
    entry = _entry(result)

    def written(state: State) -> Command:
        problem = _problem(state, key, result)
        if problem or entry is None:
            raise Refused(problem or say("This cannot be read."))
        record = state.lines.get(key)
        if record is None or record.entry is None or isinstance(record.entry, LatePlay):
            return _command(name, key.section, key.table, Enter(key, entry, "NS"), force=True)
        if not _is_ours(state, key):
            raise Refused(
                say("Here it is {now} already.", now=entry_told(record.entry, key.board)),
            )
        act = Correct(key, entry, "NS", consent=("NS", "EW"))
        return _command(name, key.section, key.table, act, seen=state.version(key))

    def agreed(state: State) -> Command:
        record = state.lines.get(key)
        if not state.settings.confirm or record is None or record.confirmed or record.entry != entry:
            raise NotNow(say("Nothing is to be confirmed."))
        return _command(f"{name}-agree", key.section, key.table, Confirm(key, "EW"), seen=state.version(key))

    return [written, agreed]


def _problem(state: State, key: LineKey, result: PadResult) -> Sentence | None:
    """Why a result is not for the table to write."""
    meeting = state.sections[key.section].meeting(key.round, key.table)
    if result.fault:
        return say("This cannot be read.")
    if result.deleted:
        return say("It was deleted on the pad.")
    if isinstance(result.result, PadArtificial):
        return say("Only the desk awards a score.")
    if result.turned:
        return say("North-South and East-West sat the other way round.")
    if meeting and result.ns and result.ew:
        section = state.sections[key.section]
        due = (pad_number(state, section, meeting.ns, Side.NS), pad_number(state, section, meeting.ew, Side.EW))
        if (result.ns, result.ew) != due:
            return say("Other pairs are due there: {ns} and {ew}.", ns=due[0], ew=due[1])
    return None


def _entry(result: PadResult) -> Entry | None:
    match result.result:
        case None:
            return None if result.deleted or result.fault else NotPlayed()
        case PadArtificial():
            return None
        case played if played.passed_out or played.declarer is None:
            return PassedOut()
        case played:
            lead = result.lead.plain if result.lead else ""
            return Contracted(played.contract.plain, played.declarer.value, played.tricks, lead)


def _same(one: Entry | None, other: Entry | None) -> bool:
    """Whether two say the same of a board; who has not noted the lead does not contradict."""
    if isinstance(one, Contracted) and isinstance(other, Contracted) and "" in (one.lead, other.lead):
        one, other = replace(one, lead=""), replace(other, lead="")
    return one is not None and one == other


def _call(name: str, key: LineKey, result: PadResult, refusal: Refused) -> store.Wish:
    """The director is told what a pad says that could not be written."""
    about = say(
        "Board {board} of round {round}: the Bridgemate says {said}. {why}",
        board=key.board,
        round=key.round,
        said=_said(result, key.board),
        why=refusal.args[0],
    )
    act = CallDirector(key.section, key.table, str(about)[:MOST_ABOUT])
    return lambda state: _command(name, key.section, key.table, act)


def _said(result: PadResult, board: int) -> Sentence | str:
    if isinstance(result.result, PadArtificial):
        return say("{ns} for North-South, {ew} for East-West", ns=SIGNS[result.result.ns], ew=SIGNS[result.result.ew])
    if result.deleted:
        return say("nothing any more")
    entry = _entry(result)
    return entry_told(entry, board) if entry else result.fault


def _command(name: str, section: str, table: int, act: Act, *, seen: int | None = None, force: bool = False) -> Command:
    return Command(name, Actor("table", NAME, section, table), timezone.now(), act, "", force, seen)


# -- what is known --------------------------------------------------------------------------------------------------------


def _key(state: State, result: PadResult) -> LineKey | None:
    section = next((name for name, letters in letters_of(state).items() if letters == result.letters), None)
    if section is None or result.table not in {each.table for each in state.sections[section].movement.meetings}:
        return None
    return LineKey(section, result.round, result.table, result.board)


def _is_ours(state: State, key: LineKey) -> bool:
    """Whether the pads wrote what stands there."""
    last = state.version(key)
    return bool(last) and state.journal[last - 1].by.name == NAME


def _is_called(state: State, section: str, table: int) -> bool:
    return any(
        call.answered is None and (call.section, call.table) == (section, table) for call in state.calls.values()
    )


def _has_come(state: State) -> bool:
    """Whether anything of the pads is in the journal."""
    return any(entry.id.startswith(f"{MARK}-") for entry in state.journal)


def _short(*parts: object) -> str:
    return hashlib.sha256("|".join(map(str, parts)).encode()).hexdigest()[:SHORT]


def _known(session: int) -> dict[str, KnownPlayer]:
    """The players of the club’s register who have a number, by the id that seats have for them; the forgotten have no name."""
    from arrowswitch.site.club.models import Player
    from arrowswitch.site.journal.models import Session

    club = Session.objects.values_list("club", flat=True).get(pk=session)
    players = Player.objects.filter(club=club, active=True, erased=None, merged_into=None).exclude(number="")
    gone = Player.objects.filter(~Q(erased=None) | ~Q(merged_into__erased=None), club=club)
    withheld = KnownPlayer("", "", gettext("(name withheld)"))
    return {str(each.pk): KnownPlayer(each.number, each.given, each.family) for each in players} | {
        str(number): withheld for number in gone.values_list("pk", flat=True)
    }


def told(count: int) -> Sentence:
    """How much has come."""
    return say_count("{n} result or call has come in.", "{n} results or calls have come in.", count)
