"""Appeals: who may lodge one and until when, the director in charge on the law, the committee on the rest.

Laws 92 and 93, with what the regulations add: the time, the deposit, the committee, the price of an appeal without merit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from arrowswitch.session.acts.conclusions import conclusion_of
from arrowswitch.session.acts.rulings import MOST_FACTS
from arrowswitch.session.deciding.granting import check_text, insist, scorable
from arrowswitch.session.journal import Act, Command, GrantedAct, JournalEntry, Refused, Thing, act
from arrowswitch.session.night import Appeal, Ruling, SeatLetter, SideName, State, around
from arrowswitch.words import Sentence, counted, say

MOST_MEMBERS = 30
SIDE_WORDS: Mapping[SideName, Sentence] = {"NS": say("North-South"), "EW": say("East-West")}
SEAT_WORDS: Mapping[SeatLetter, Sentence] = {"N": say("North"), "E": say("East"), "S": say("South"), "W": say("West")}
SEATS: Mapping[SideName, tuple[SeatLetter, SeatLetter]] = {"NS": ("N", "S"), "EW": ("E", "W")}
Standing = Literal["under-appeal", "deferred", "interim", "closed"]
AppealOutcome = Literal["stands", "changed", "withdrawn"]
"""What became of the ruling; withdrawn is the appeal."""


class AppealAct(Act):
    """An act in an appeal; it is told where the ruling is."""

    __slots__ = ()
    changes_results = False

    def ruling_of(self, state: State) -> Ruling | None:
        """The ruling that the appeal is about; None for one that is not there (any more)."""
        raise NotImplementedError

    def title_of(self, state: State) -> Sentence | str:
        """What that ruling is about."""
        ruling = self.ruling_of(state)
        return ruling.act.title if ruling else say("a ruling")

    def concerns(self, state: State) -> Iterable[Thing]:
        ruling = self.ruling_of(state)
        if ruling:
            yield ("table", ruling.act.section, ruling.act.table)
            if ruling.line:
                yield ("line", ruling.line)


@dataclass(frozen=True, slots=True)
class LodgedAppealAct(AppealAct):
    """An act upon an appeal that was lodged."""

    changes = ("appeal appeal",)

    appeal: str

    def ruling_of(self, state: State) -> Ruling | None:
        appeal = state.appeals.get(self.appeal)
        return state.rulings.get(appeal.act.ruling) if appeal else None


@act("lodge-appeal")
class LodgeAppeal(AppealAct):
    """A side appeals against a ruling at its table, through the director (Law 92)."""

    changes = ("appeal command",)
    needs = ("ruling ruling",)

    ruling: str
    side: SideName
    agree: tuple[SeatLetter, ...] = ()
    """Those of the pair who want it."""
    absent: tuple[SeatLetter, ...] = ()
    """Those who are not there; they count as agreed (Law 92D)."""
    team: Literal["", "captain", "majority"] = ""
    """Who spoke for a team."""
    grounds: str = ""
    deposit: bool = False
    """Whether the deposit was paid."""

    def decide(self, state: State, command: Command) -> GrantedAct:
        ruling = state.rulings.get(self.ruling)
        if ruling is None:
            raise Refused(say("There is no such ruling."))
        if not ruling.act.outcome:
            raise Refused(say("There is no ruling yet that could be appealed."))
        for each in appeals_of(state, ruling.id):
            if each.open and each.act.side == self.side:
                raise Refused(say("{side} have appealed against this ruling already.", side=SIDE_WORDS[self.side]))
            if each.decision is not None and each.decision.outcome != "withdrawn":
                raise Refused(
                    say("An appeal against this ruling has been decided; another goes to the federation (Law 93C).")
                )
        _check_long(self.grounds, say("The grounds"))
        _check_consent(state, ruling, self)
        return scorable(state, command, GrantedAct(self, insist(command, _objections(state, command, ruling, self))))

    def evolve(self, state: State, entry: JournalEntry) -> State:
        until = appeal_until(state, state.rulings[self.ruling])
        late = until is not None and entry.at > until
        appeal = Appeal(entry.id, self, entry.at, entry.by.called, late)
        return replace(state, appeals={**state.appeals, entry.id: appeal})

    def ruling_of(self, state: State) -> Ruling | None:
        return state.rulings.get(self.ruling)

    def told(self, state: State) -> Sentence:
        return say("lodged an appeal of {side} against {title}", side=SIDE_WORDS[self.side], title=self.title_of(state))


@act("review-appeal")
class ReviewAppeal(LodgedAppealAct):
    """What the director in charge says of the law in an appeal, before a committee hears the rest (Law 93B)."""

    comment: str

    def decide(self, state: State, command: Command) -> None:
        _open_appeal(state, self.appeal)
        if not self.comment.strip():
            raise Refused(say("Write down what you say of the law."))
        _check_long(self.comment, say("The comment"))

    def evolve(self, state: State, entry: JournalEntry) -> State:
        appeal = replace(state.appeals[self.appeal], review=self, reviewed=entry.at, reviewed_by=entry.by.called)
        return replace(state, appeals={**state.appeals, self.appeal: appeal})

    def told(self, state: State) -> Sentence:
        return say("looked at the law in the appeal against {title}", title=self.title_of(state))


@act("decide-appeal")
class DecideAppeal(LodgedAppealAct):
    """What came of an appeal. Without a chair the director in charge heard it, where there is no committee (Law 93A)."""

    outcome: AppealOutcome
    text: str = ""
    chair: str = ""
    members: tuple[str, ...] = ()
    """The others of the committee."""
    merit: bool = True
    notes: str = ""
    """Dissent, and what the committee recommends to the director."""

    def decide(self, state: State, command: Command) -> GrantedAct:
        appeal = _open_appeal(state, self.appeal)
        ruling = state.rulings[appeal.act.ruling]
        _check_long(self.text, say("The decision"))
        _check_long(self.notes, say("The notes"))
        if self.outcome == "withdrawn":
            if not self.merit:
                raise Refused(say("An appeal that was withdrawn is not judged: it cannot be without merit."))
            return scorable(state, command, GrantedAct(self))
        if not self.text.strip():
            raise Refused(say("Write down what was decided, and why."))
        if self.members and not self.chair:
            raise Refused(say("Say who chairs the committee."))
        if len(self.members) > MOST_MEMBERS:
            raise Refused(say("The committee is too large: {most} are the most.", most=MOST_MEMBERS))
        for name in (self.chair, *self.members):
            check_text(name, say("The name"))
        if self.chair and appeal.review is None:
            raise Refused(
                say("First the director in charge says what the law is; the committee hears the rest (Law 93B).")
            )
        return scorable(state, command, GrantedAct(self, insist(command, _doubts(state, ruling, self))))

    def evolve(self, state: State, entry: JournalEntry) -> State:
        appeal = replace(state.appeals[self.appeal], decision=self, decided=entry.at)
        return replace(state, appeals={**state.appeals, self.appeal: appeal})

    def told(self, state: State) -> Sentence:
        title = self.title_of(state)
        match self.outcome:
            case "withdrawn":
                return say("noted that the appeal against {title} was withdrawn", title=title)
            case "changed":
                return say("closed the appeal against {title}: the ruling is changed", title=title)
            case _:
                return say("closed the appeal against {title}: the ruling stands", title=title)


# -- what is asked of an appeal ----------------------------------------------------------------------------------------


def appeals_of(state: State, ruling: str) -> tuple[Appeal, ...]:
    """The appeals against a ruling, the oldest first.

    >>> appeals_of(State(), "c1")
    ()
    """
    return tuple(each for each in state.appeals.values() if each.act.ruling == ruling)


def appeal_until(state: State, ruling: Ruling) -> datetime | None:
    """When the right to appeal ends; None while nothing is posted.

    It counts from the posting (Law 92B), and for a ruling that was made later from that ruling.
    """
    if state.posted is None:
        return None
    return max(state.posted, ruling.changed) + timedelta(minutes=state.regulations.appeals.minutes)


def deposit_due(state: State, section: str) -> str:
    """What is deposited with an appeal; empty for nothing."""
    teams = state.sections[section].movement.kind == "teams"
    return state.regulations.appeals.deposit_teams if teams else state.regulations.appeals.deposit


def ruling_standing(state: State, ruling: Ruling) -> Standing:
    """How a ruling stands on the list."""
    if any(each.open for each in appeals_of(state, ruling.id)):
        return "under-appeal"
    return ruling.act.status


def _check_consent(state: State, ruling: Ruling, act: LodgeAppeal) -> None:
    """Both of the pair, or who speaks for the team (Law 92D)."""
    kind = state.sections[ruling.act.section].movement.kind
    if kind == "teams":
        majority = state.regulations.appeals.team_consent == "captain-or-majority"
        if not act.team or (act.team == "majority" and not majority):
            raise Refused(
                say("A team appeals through its captain, or with most of the team (Law 92D).")
                if majority
                else say("A team appeals through its captain (Law 92D).")
            )
        return
    seats = SEATS[act.side]
    for seat in (*act.agree, *act.absent):
        if seat not in seats:
            raise Refused(
                say(
                    "{seat} does not sit {side}: only a side at the table appeals.",
                    seat=SEAT_WORDS[seat],
                    side=act.side,
                )
            )
    if not act.agree:
        raise Refused(say("Say which of the pair appeals."))
    lacking = [seat for seat in seats if seat not in act.agree and seat not in act.absent]
    if lacking and kind != "individual":
        raise Refused(
            say("Both of the pair must agree to appeal, and {seat} has not (Law 92D).", seat=SEAT_WORDS[lacking[0]])
        )


def _objections(state: State, command: Command, ruling: Ruling, act: LodgeAppeal) -> Iterator[Sentence]:
    until = appeal_until(state, ruling)
    if until is not None and command.at > until:
        late = say(
            "The time to appeal ended at {time}, {minutes} after the results or the ruling were known (Law 92B).",
            time=f"{until:%Y-%m-%d %H:%M %Z}",
            minutes=counted("minutes", state.regulations.appeals.minutes),
        )
        if not state.regulations.appeals.late:
            raise Refused(late)
        yield late
    due = deposit_due(state, ruling.act.section)
    if due and not act.deposit:
        yield say("A deposit of {amount} is due with an appeal.", amount=due)


def _doubts(state: State, ruling: Ruling, act: DecideAppeal) -> Iterator[Sentence]:
    rules = state.regulations.appeals
    if act.chair:
        everybody = [act.chair, *act.members]
        if rules.committee_most and len(everybody) > rules.committee_most:
            yield say("A committee has at most {most}.", most=counted("members", rules.committee_most))
        if rules.committee_odd and len(everybody) % 2 == 0:
            yield say("A committee has an odd number of members.")
        if len({_plain(name) for name in everybody}) < len(everybody):
            yield say("The committee names somebody twice.")
        place = ruling.act
        at_table = {_plain(each.name) for each in around(state, place.section, place.round, place.table).values()}
        for name in everybody:
            if _plain(name) in at_table:
                yield say("{name} sat at the table, and cannot be on the committee.", name=name)
            if _plain(name) == _plain(ruling.by):
                yield say("{name} made the ruling, and has no vote on it.", name=name)
        if act.outcome == "changed" and not conclusion_of(place).judgement:
            yield say(
                "This ruling is one of law: a committee may recommend, but not overrule the director on it (Law 93B)."
            )
    if act.outcome == "changed" and not act.merit:
        yield say("The appeal changed the ruling, and yet it is to be without merit.")


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()


def _open_appeal(state: State, name: str) -> Appeal:
    appeal = state.appeals.get(name)
    if appeal is None:
        raise Refused(say("There is no such appeal."))
    if not appeal.open:
        raise Refused(say("This appeal has been decided; undo that first."))
    return appeal


def _check_long(text: str, what: Sentence) -> None:
    if len(text) > MOST_FACTS:
        raise Refused(say("{what} may have {most} letters, not more.", what=what, most=MOST_FACTS))
