"""The director's report and the form of an appeal, as data for the templates.

The report has every ruling with its facts, answers, laws and appeal. What a poll found is told, who was asked never; the
form, which players hold in their hands, leaves the poll out. Its parts are those of the NZ manual (FRM-01).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from arrowswitch.press.known import Sheet, dots, facts_of
from arrowswitch.press.printed_session import day_told
from arrowswitch.press.records import paragraphs as lines_of
from arrowswitch.session import State
from arrowswitch.session.acts import (
    SEAT_WORDS,
    SEATS,
    SIDE_WORDS,
    BoardHands,
    Rule,
    SeatedPlayer,
    appeal_until,
    appeals_of,
    applied,
    conclusion_of,
    deposit_due,
    ruling_standing,
    text_shown,
)
from arrowswitch.session.night import Appeal, Ruling, around, record_told
from arrowswitch.words import Sentence, say, say_count

RULINGS_WHAT: tuple[tuple[str, Sentence], ...] = (
    ("report", say("Director’s report")),
    ("appeal-form", say("Appeal form")),
)
"""What can be printed of the log of rulings."""
STANDINGS = {
    "under-appeal": say("under appeal"),
    "deferred": say("deferred"),
    "interim": say("interim"),
    "closed": say("closed"),
}
OUTCOMES = {
    "stands": say("The ruling stands."),
    "changed": say("The ruling is changed."),
    "withdrawn": say("The appeal was withdrawn."),
}
DEPOSITS = {"held": say("paid"), "returned": say("given back"), "forfeited": say("lost"), "": say("not paid")}
Pair = tuple[Sentence | str, Sentence | str]


@dataclass(frozen=True)
class Log:
    """The log of rulings with the names and the clock of whoever prints it."""

    state: State
    club: str
    player: Callable[[SeatedPlayer], str]
    local: Callable[[datetime], datetime]

    def time(self, at: datetime) -> str:
        """A time of the evening, with its day where that is another."""
        here = self.local(at)
        same = self.state.date is None or here.date() == self.state.date
        return f"{here:%H:%M}" if same else f"{here:%Y-%m-%d %H:%M}"

    def names(self, act: Rule) -> dict[str, str]:
        """Who sat where."""
        there = around(self.state, act.section, act.round, act.table)
        return {seat: self.player(there[seat]) for seat in SEAT_WORDS if seat in there}

    def table(self, act: Rule) -> str:
        """A table, with its section where there are several."""
        return self.state.table(act.section, act.table)

    def where(self, act: Rule) -> Sentence:
        """The table, the round and the board."""
        values = {"table": self.table(act), "round": act.round}
        if act.board is None:
            return say("Table {table}, round {round}", **values)
        return say("Table {table}, round {round}, board {board}", board=act.board, **values)

    @property
    def heads(self) -> dict[str, Sentence | str]:
        """What stands at the head of the sheets."""
        day = day_told(self.state.date) if self.state.date else ""
        return {
            "heading": self.state.title,
            "club": self.club,
            "day": day,
            "foot": dots([self.club, self.state.title, day]),
        }


def laws_told(act: Rule) -> Sentence | str:
    """The laws of a ruling, with their edition.

    >>> laws_told(Rule("revoke", "A", 1, 1, laws=("64A1", "64C"), edition="2017"))
    'Law 64A1, 64C (2017)'
    """
    return say("Law {laws} ({edition})", laws=", ".join(act.laws), edition=act.edition) if act.laws else ""


# -------------------------------------------------------------------------------------------------------------- report


def report_sheet(log: Log, rulings: Sequence[Ruling]) -> Sheet:
    """All rulings that are asked for, in the order of the evening, numbered as in the whole log."""
    order = list(log.state.rulings)
    return {
        "kind": "report",
        "heads": {
            **log.heads,
            "title": say("Director’s report"),
            "confidential": say("For the director and the organiser."),
            "facts": say("What happened"),
            "answers": say("What was asked and answered"),
            "ruling": say("Ruling"),
            "poll": say("Poll"),
            "score": say("Score"),
            "appeal": say("Appeal"),
        },
        "rulings": [_entry(log, each, order.index(each.id) + 1) for each in rulings],
    }


def _entry(log: Log, ruling: Ruling, number: int) -> dict[str, Any]:
    act = ruling.act
    board = facts_of(act.board) if act.board else None
    return {
        "number": str(number),
        "title": Sentence(act.title, {}),
        "standing": STANDINGS[ruling_standing(log.state, ruling)],
        "where": dots(
            [log.where(act), say("dealer {dealer}, vul {vul}", dealer=board["dealer"], vul=board["vul"])]
            if board
            else [log.where(act)]
        ),
        "players": [(SEAT_WORDS[seat], name) for seat, name in log.names(act).items()],  # type: ignore[index]
        "times": _times(log, ruling),
        "facts": lines_of(act.facts),
        "answers": [(text_shown(each.question), text_shown(each.answer)) for each in conclusion_of(act).answers],
        "text": act.text or say("Not ruled yet."),
        "laws": laws_told(act),
        "told": _told_of_appeal(act),
        "poll": [
            say("{would}: {count}", would=would, count=count)
            for would, count in Counter(each.would for each in act.poll).items()
        ],
        "score": _score(log, ruling),
        "appeals": [_appeal(log, ruling, each) for each in appeals_of(log.state, ruling.id)],
    }


def _told_of_appeal(act: Rule) -> Sentence | str:
    if not act.told_of_appeal:
        return ""
    if len(act.told_of_appeal) > 1:
        return say("Both sides were told that they may appeal.")
    return say("{side} were told that they may appeal.", side=SIDE_WORDS[act.told_of_appeal[0]])


def _times(log: Log, ruling: Ruling) -> Sentence:
    call = log.state.calls.get(ruling.call)
    parts: list[str] = []
    if call is not None:
        parts.append(say("called {time}", time=log.time(call.at)))
        if call.answered is not None and call.answered < ruling.at:
            parts.append(say("answered {time}", time=log.time(call.answered)))
    if ruling.ruled is None:
        parts.append(say("left open {time}", time=log.time(ruling.at)))
    else:
        parts.append(say("ruled {time}", time=log.time(ruling.ruled)))
    if ruling.closed and ruling.closed != ruling.ruled:
        parts.append(say("closed {time}", time=log.time(ruling.closed)))
    return dots([*parts, say("director {name}", name=ruling.by)])


def _score(log: Log, ruling: Ruling) -> list[Sentence]:
    """What stands on the board's line, and what the ruling and its appeals did to it."""
    line = ruling.line
    if line is None or line not in log.state.lines:
        return []
    done = [applied(log.state, ruling, name) for name in ("", *(each.id for each in appeals_of(log.state, ruling.id)))]
    told = [say("{time}: {what}.", time=log.time(entry.at), what=entry.act.told(log.state)) for entry in done if entry]
    return [*told, say("Now: {record}.", record=record_told(log.state.lines.get(line), line.board))]


def _appeal(log: Log, ruling: Ruling, appeal: Appeal) -> list[Pair]:
    rows: list[Pair] = [(say("Lodged"), _lodged(log, ruling, appeal))]
    if appeal.act.grounds:
        rows.append((say("Grounds"), " ".join(lines_of(appeal.act.grounds))))
    due = deposit_due(log.state, ruling.act.section)
    if due:
        rows.append((say("Deposit"), say("{amount}, {what}", amount=due, what=DEPOSITS[appeal.deposit])))
    if appeal.review:
        rows.append((say("The law"), " ".join(lines_of(appeal.review.comment))))
    decision = appeal.decision
    if decision is None:
        return [*rows, (say("Decision"), say("still to come"))]
    text = " ".join(lines_of(decision.text))
    rows.append((say("Decision"), say("{outcome} {text}", outcome=OUTCOMES[decision.outcome], text=text)))
    rows.append((say("Decided by"), _deciders(log, appeal)))
    if not decision.merit:
        rows.append((say("Merit"), say("The appeal was without merit.")))
    if decision.notes:
        rows.append((say("Notes"), " ".join(lines_of(decision.notes))))
    return rows


def _lodged(log: Log, ruling: Ruling, appeal: Appeal) -> Sentence:
    names = log.names(ruling.act)
    here = " & ".join(names[seat] for seat in SEATS[appeal.act.side] if seat in names)
    return dots(
        [
            say("{side}: {names}", side=SIDE_WORDS[appeal.act.side], names=here)
            if here
            else SIDE_WORDS[appeal.act.side],
            log.time(appeal.at),
            say("late") if appeal.late else "",
        ]
    )


def _deciders(log: Log, appeal: Appeal) -> Sentence:
    decision = appeal.decision
    when = log.time(appeal.decided) if appeal.decided else ""
    if decision is None or not decision.chair:
        return dots([say("the director in charge"), when])
    return dots([", ".join([str(say("{name} (chair)", name=decision.chair)), *decision.members]), when])


# ---------------------------------------------------------------------------------------------------------- appeal form


def appeal_form(log: Log, ruling: Ruling) -> Sheet:
    """The form, filled in with what is known; the rest is written by hand."""
    act = ruling.act
    appeal = next(iter(reversed(appeals_of(log.state, ruling.id))), None)
    decision = appeal.decision if appeal else None
    side = appeal.act.side if appeal else None
    others = SIDE_WORDS["EW" if side == "NS" else "NS"] if side else say("respondents")
    names = log.names(act)
    until = appeal_until(log.state, ruling)
    due = deposit_due(log.state, act.section)
    line = ruling.line
    record = log.state.lines.get(line) if line else None
    return {
        "kind": "appeal-form",
        "where": log.where(act),
        "heads": {**log.heads, **_form_words(), "respondents": others},
        "place": [
            (say("Table"), log.table(act)),
            (say("Round"), str(act.round)),
            (say("Board"), str(act.board or "")),
            *(
                [(say("Dealer"), facts_of(act.board)["dealer"]), (say("Vulnerable"), facts_of(act.board)["vul"])]
                if act.board
                else []
            ),
        ],
        "seats": {seat: {"word": SEAT_WORDS[seat], "name": names.get(seat, "")} for seat in SEAT_WORDS},
        "hands": _hands(log.state.hands.get(act.board or 0)),
        "result": record_told(record, act.board or 0) if record else "",
        "facts": lines_of(act.facts),
        "ruling": act.text,
        "laws": laws_told(act),
        "by": dots([ruling.by, log.time(ruling.ruled or ruling.at)]),
        "lodged": _lodged(log, ruling, appeal) if appeal else "",
        "until": log.time(until)
        if until
        else say_count("{n} minute after posting", "{n} minutes after posting", log.state.regulations.appeals.minutes),
        "deposit": due or say("none"),
        "deposit_now": DEPOSITS[appeal.deposit] if appeal and due else "",
        "grounds": lines_of(appeal.act.grounds) if appeal else [],
        "review": lines_of(appeal.review.comment) if appeal and appeal.review else [],
        "reviewer": appeal.reviewed_by if appeal else "",
        "outcome": decision.outcome if decision else "",
        "merit": "" if decision is None or decision.outcome == "withdrawn" else "yes" if decision.merit else "no",
        "decision": lines_of(decision.text) if decision else [],
        "chair": decision.chair if decision else "",
        "members": list(decision.members) if decision else [],
        "notes": lines_of(decision.notes) if decision else [],
    }


def _form_words() -> dict[str, Sentence]:
    return {
        "title": say("Appeal"),
        "auction": say("Auction"),
        "result": say("Result"),
        "facts": say("What happened: hesitations, explanations, play"),
        "ruling": say("The director’s ruling"),
        "lodging": say("The appeal"),
        "appellants": say("Appellants"),
        "until": say("May be lodged until"),
        "deposit": say("Deposit"),
        "grounds": say("Grounds for the appeal"),
        "both": say("Both of the pair sign, or the captain of a team (Law 92D)."),
        "answer": say("What the other side says"),
        "review": say("The director in charge on the law (Law 93B)"),
        "decision": say("Decision"),
        "stands": say("the ruling stands"),
        "changed": say("the ruling is changed"),
        "withdrawn": say("the appeal is withdrawn"),
        "merit": say("with merit"),
        "meritless": say("without merit"),
        "back": say("deposit given back"),
        "lost": say("deposit lost"),
        "chair": say("Chair"),
        "members": say("Members"),
        "notes": say("Notes and dissent"),
        "signature": say("Signature"),
        "director": say("Director"),
        "time": say("Time"),
    }


def _hands(hands: BoardHands | None) -> dict[str, list[Pair]]:
    """The suits of each seat; empty where the deal is not known."""
    known = (
        {"N": hands.north, "E": hands.east, "S": hands.south, "W": hands.west}
        if hands
        else dict.fromkeys("NESW", "...")
    )
    return {
        seat: [
            (suit, cards.replace("T", "10") if cards != "-" else "–")
            for suit, cards in zip("♠♥♦♣", held.split("."), strict=True)
        ]
        for seat, held in known.items()
    }
