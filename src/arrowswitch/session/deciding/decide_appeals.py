"""Appeals: who may lodge one and until when, the director in charge on the law, the committee on the rest.

Laws 92 and 93, with what the regulations add: the time, the deposit, the committee, the price of an appeal without merit.
"""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.session import acts
from arrowswitch.session.acts.appeals import SEAT_WORDS, SEATS, SIDE_WORDS, appeal_until, appeals_of, deposit_due
from arrowswitch.session.acts.consequences import judgement
from arrowswitch.session.deciding.decide_rulings import MOST_FACTS
from arrowswitch.session.deciding.granting import Granted, check_scorable, check_text, insist
from arrowswitch.session.journal.events import Command, Refused
from arrowswitch.session.night.seats import around
from arrowswitch.session.night.state import Appeal, Ruling, State
from arrowswitch.words import Sentence, counted, say

MOST_MEMBERS = 30


def lodge(state: State, command: Command, act: acts.LodgeAppeal) -> Granted:
    """An appeal of a side against a ruling at its table."""
    ruling = state.rulings.get(act.ruling)
    if ruling is None:
        raise Refused(say("There is no such ruling."))
    if not ruling.act.outcome:
        raise Refused(say("There is no ruling yet that could be appealed."))
    for each in appeals_of(state, ruling.id):
        if each.open and each.act.side == act.side:
            raise Refused(say("{side} have appealed against this ruling already.", side=SIDE_WORDS[act.side]))
        if each.decision is not None and each.decision.outcome != "withdrawn":
            raise Refused(
                say("An appeal against this ruling has been decided; another goes to the federation (Law 93C).")
            )
    _check_long(act.grounds, say("The grounds"))
    _check_consent(state, ruling, act)
    granted = Granted(act, insist(command, _objections(state, command, ruling, act)))
    check_scorable(state, command, granted)
    return granted


def _check_consent(state: State, ruling: Ruling, act: acts.LodgeAppeal) -> None:
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


def _objections(state: State, command: Command, ruling: Ruling, act: acts.LodgeAppeal) -> Iterator[Sentence]:
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


def review(state: State, command: Command, act: acts.ReviewAppeal) -> Granted:
    """The director in charge on the law."""
    _open_appeal(state, act.appeal)
    if not act.comment.strip():
        raise Refused(say("Write down what you say of the law."))
    _check_long(act.comment, say("The comment"))
    return Granted(act)


def decide_appeal(state: State, command: Command, act: acts.DecideAppeal) -> Granted:
    """What came of an appeal."""
    appeal = _open_appeal(state, act.appeal)
    ruling = state.rulings[appeal.act.ruling]
    _check_long(act.text, say("The decision"))
    _check_long(act.notes, say("The notes"))
    if act.outcome == "withdrawn":
        if not act.merit:
            raise Refused(say("An appeal that was withdrawn is not judged: it cannot be without merit."))
        return _scored(state, command, act)
    if not act.text.strip():
        raise Refused(say("Write down what was decided, and why."))
    if act.members and not act.chair:
        raise Refused(say("Say who chairs the committee."))
    if len(act.members) > MOST_MEMBERS:
        raise Refused(say("The committee is too large: {most} are the most.", most=MOST_MEMBERS))
    for name in (act.chair, *act.members):
        check_text(name, say("The name"))
    if act.chair and appeal.review is None:
        raise Refused(say("First the director in charge says what the law is; the committee hears the rest (Law 93B)."))
    return _scored(state, command, act, insist(command, _doubts(state, ruling, act)))


def _scored(state: State, command: Command, act: acts.DecideAppeal, notes: tuple[Sentence, ...] = ()) -> Granted:
    granted = Granted(act, notes)
    check_scorable(state, command, granted)
    return granted


def _doubts(state: State, ruling: Ruling, act: acts.DecideAppeal) -> Iterator[Sentence]:
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
        if act.outcome == "changed" and not judgement(place):
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
