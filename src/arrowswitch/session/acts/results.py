"""Results: they are posted and opened again; and what lists there are besides the ranking."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field, replace
from fractions import Fraction

from arrowswitch.scoring import METHODS, Handicaps
from arrowswitch.scoring.ranking.handicaps import KINDS
from arrowswitch.session.acts.tasks import open_tasks
from arrowswitch.session.deciding.granting import insist, scorable
from arrowswitch.session.journal import DESK, Act, Command, GrantedAct, JournalEntry, Refused, act
from arrowswitch.session.night import Publication, State, missing
from arrowswitch.session.story.history import since_published
from arrowswitch.words import Sentence, counted, say, say_count

_NUMBER = re.compile(r"[+-]?[0-9]{1,4}([.][0-9]{1,3})?")


@act("publish")
class Publish(Act):
    """Post the results; the time for corrections begins."""

    who = DESK
    changes_results = False
    can_be_undone = False
    seen_by_all = True
    in_words = say("posted the results")

    def decide(self, state: State, command: Command) -> GrantedAct:
        if state.phase == "open":
            raise Refused(say("Play has not begun."))
        if state.phase == "published" and not since_published(state):
            raise Refused(
                say("Version {version} is posted, and nothing has changed since.", version=len(state.publications))
            )
        gaps = missing(state, confirmations=True)
        results = [each for each in gaps if each.what != "confirmation"]
        problems: list[Sentence] = []
        if results:
            problems.append(
                say_count(
                    "{n} result is missing: {place}.",
                    "{n} results are missing, the first of them {place}.",
                    len(results),
                    place=state.place(results[0].line),
                )
            )
        tasks = [task for task in open_tasks(state) if not task.asked]
        if tasks:
            problems.append(
                say_count(
                    "This is still to be done, or to be set aside: {task}",
                    "{n} tasks are still to be done, or to be set aside; the first of them: {task}",
                    len(tasks),
                    task=tasks[0].text,
                )
            )
        for section in state.sections.values():
            if not section.last_called:
                rounds = counted("rounds", section.movement.all_rounds)
                problems.append(
                    say_count(
                        "{n} of {rounds} has been played; cut the others, or play them.",
                        "{n} of {rounds} have been played; cut the others, or play them.",
                        section.round,
                        rounds=rounds,
                    )
                    if len(state.sections) == 1
                    else say(
                        "Section {section} has played {round} of {rounds}; cut the others, or play them.",
                        section=section.name,
                        round=section.round,
                        rounds=rounds,
                    )
                )
        notes = insist(command, problems)
        unconfirmed = len(gaps) - len(results)
        if unconfirmed:
            notes += (
                say_count(
                    "{n} result was not confirmed by the other side.",
                    "{n} results were not confirmed by the other side.",
                    unconfirmed,
                ),
            )
        notes += tuple(say("Left as it is: {task}", task=task.text) for task in open_tasks(state) if task.asked)
        return scorable(state, command, GrantedAct(self, notes))

    def evolve(self, state: State, entry: JournalEntry) -> State:
        publication = Publication(len(state.publications) + 1, entry.at, entry.id)
        return replace(
            state, phase="published", publications=(*state.publications, publication), posted=state.posted or entry.at
        )


@act("reopen")
class Reopen(Act):
    """Open posted results for corrections again."""

    needs_reason = True
    changes_results = False
    can_be_undone = False
    seen_by_all = True
    in_words = say("reopened the results")

    def decide(self, state: State, command: Command) -> None:
        if state.phase != "published":
            raise Refused(say("The results are not posted; there is nothing to reopen."))

    def evolve(self, state: State, entry: JournalEntry) -> State:
        return replace(state, phase="playing", posted=None)


@act("set-lists")
class SetLists(Act):
    """Say who is in which stratum, and what handicap the club grants to whom; what is not named has none."""

    while_posted = "always"
    changes = ("lists",)
    in_words = say("set the strata and handicaps")

    strata: Mapping[str, str] = field(default_factory=dict)
    """A letter for contestants, by the names that scoring gives them, A for the strongest."""
    kind: str = "percent"
    handicaps: Mapping[str, str] = field(default_factory=dict)
    """Numbers as they are written: 4.5, -9."""

    @property
    def granted(self) -> Handicaps | None:
        """What the club grants; None if nothing.

        >>> SetLists(handicaps={"A7": "4.5"}).granted.of["A7"]
        Fraction(9, 2)
        """
        if not self.handicaps:
            return None
        return Handicaps(self.kind, {who: Fraction(number) for who, number in self.handicaps.items()})

    def decide(self, state: State, command: Command) -> GrantedAct:
        known = {
            state.name(name, number): state.label(name, number)
            for name, section in state.sections.items()
            for number in section.movement.contestants
        }
        for who in (*self.strata, *self.handicaps):
            if who not in known:
                raise Refused(say("There is no {who} in this session.", who=who[:40]))
        for who, stratum in self.strata.items():
            if not isinstance(stratum, str) or not re.fullmatch("[A-Z]", stratum):
                raise Refused(say("The stratum of {who} is a letter, A for the strongest.", who=known[who]))
        for who, number in self.handicaps.items():
            if not isinstance(number, str) or not _NUMBER.fullmatch(number):
                raise Refused(say("The handicap of {who} is a number, such as 4.5 or -9.", who=known[who]))
        if self.kind not in KINDS:
            raise Refused(say("A handicap is in {kinds}, not in {kind}.", kinds=", ".join(KINDS), kind=self.kind[:40]))
        if self.handicaps and self.kind != "matchpoints" and not METHODS[state.method].percent:
            raise Refused(say("There are no percentages in this way of scoring; grant points."))
        if (dict(self.strata), self.granted) == (dict(state.strata), state.handicaps):
            raise Refused(say("Nothing would change."))
        return scorable(state, command, GrantedAct(self))

    def evolve(self, state: State, entry: JournalEntry) -> State:
        return replace(state, strata=dict(self.strata), handicaps=self.granted)
