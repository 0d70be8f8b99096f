"""Tricks after opening leads, worked out while nobody waits for them, in the way of `solving`.

Whoever looks at a night gets what is known or in the database, and the rest is asked for; a thread has it worked out by another
process. Until then a lead is a part of the play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress

from arrowswitch.bridge import Card, NotBridge, Result, Seat
from arrowswitch.deals import BoardHands, can_solve
from arrowswitch.deals.leads import lead_question, read_lead_answer
from arrowswitch.session import Contracted, State
from arrowswitch.session.night import line_hands
from arrowswitch.site.journal.models import SolvedLeads
from arrowswitch.site.journal.solving import other_process
from arrowswitch.site.work.errands import Errands
from arrowswitch.site.work.memory import Memory

PROGRAM = "arrowswitch.deals.leads"
TOGETHER = 200
"""Questions that are looked up in the database in one go."""
WRITTEN = 20
"""Answers that are written to it in one go, so that whoever enters a score seldom waits."""
AfterLead = Callable[[BoardHands, Seat, Result, Card], int | None]

_known: Memory[str, Mapping[Card, int]] = Memory(5000)
"""Tricks by question."""
_given_up: set[str] = set()
"""Questions that had no answer; they are not tried again until the next start."""


def after_lead(state: State) -> tuple[AfterLead, int]:
    """What is known of the leads of a session, and of how many contracts; what is not is asked for."""
    questions = dict.fromkeys(_questions(state))
    found = _looked_up(list(questions))
    _errands.ask(each for each in questions if each not in found and each not in _given_up)

    def known(hands: BoardHands, declarer: Seat, result: Result, lead: Card) -> int | None:
        if result.contract.bid is None:
            return None
        tricks = found.get(lead_question(hands, declarer, result.contract.bid.denomination))
        return tricks.get(lead) if tricks else None

    return known, len(found)


def is_working_on(state: State) -> bool:
    """Whether leads of a session are still to come; ask `after_lead` first."""
    return _errands.working and any(each not in _known and each not in _given_up for each in _questions(state))


def _questions(state: State) -> Iterable[str]:
    """For each contract that was played and whose lead is known."""
    for key, record in state.lines.items():
        entry = record.entry
        if not isinstance(entry, Contracted) or not entry.lead:
            continue
        hands, result = line_hands(state, key), entry.result
        if hands is not None and result.contract.bid is not None and result.declarer is not None:
            yield lead_question(hands, result.declarer, result.contract.bid.denomination)


def start() -> None:
    """From now on they are worked out, in a thread of their own."""
    if can_solve():
        _errands.start()


def work_off() -> None:
    """Works out what was asked for, and comes back when it is done; from now on whoever looks asks."""
    _errands.work_off()


def forget() -> None:
    """Empties the memory; nobody works anything out any more."""
    _errands.forget()
    _known.clear()
    _given_up.clear()


def _looked_up(questions: list[str]) -> dict[str, Mapping[Card, int]]:
    """The answers that are known, here or in the database."""
    new = [each for each in questions if each not in _known]
    for first in range(0, len(new), TOGETHER):
        rows = SolvedLeads.objects.filter(question__in=new[first : first + TOGETHER])
        for question, tricks in rows.values_list("question", "tricks"):
            with suppress(NotBridge):
                _known.put(question, read_lead_answer(tricks))
    return {each: found for each in questions if (found := _known.get(each)) is not None}


def _settle(questions: list[str]) -> None:
    found = _looked_up(questions)
    left = [each for each in questions if each not in found]
    batch: list[SolvedLeads] = []
    with suppress(OSError, NotBridge):
        for question, line in other_process(PROGRAM, left) if left else ():
            _known.put(question, read_lead_answer(line))
            batch.append(SolvedLeads(question=question, tricks=line))
            if len(batch) == WRITTEN:
                SolvedLeads.objects.bulk_create(batch, ignore_conflicts=True)
                batch = []
    SolvedLeads.objects.bulk_create(batch, ignore_conflicts=True)
    _given_up.update(each for each in left if each not in _known)


_errands = Errands("opening leads", _settle)
