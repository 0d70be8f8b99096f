"""The plan of a session: it is opened, planned anew and renamed, its settings change, its hands come, it is put away.

What a method or regulations mean for results is settled when play begins; whether sections are ranked together, when the
results are posted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from datetime import date
from typing import Any

from arrowswitch.bridge import NotBridge, check_board
from arrowswitch.deals.hands import BoardHands, check_deal, deal_text
from arrowswitch.journals import ADDED
from arrowswitch.movements import Movement, audit
from arrowswitch.regulations import RegulationsError, load
from arrowswitch.scoring import METHODS
from arrowswitch.scoring.session import TEAMS
from arrowswitch.session.acts.rounds import check_break, check_timing
from arrowswitch.session.deciding.granting import check_text, insist, one_way, scorable, sides_taken
from arrowswitch.session.journal import DESK, Act, Command, GrantedAct, JournalEntry, Refused, Thing, act
from arrowswitch.session.night import SectionPlan, Settings, State, kept_seats, planned
from arrowswitch.session.night.dealt import not_promised, same_deal_twice, wrong_leads, wrong_numbers
from arrowswitch.words import Sentence, say, say_count, spans

MOST_SECTIONS = 100


@act("open")
class Open(Act):
    """Open a session."""

    who = DESK
    opens = True
    can_be_undone = False
    settled = ("title",)

    title: str
    date: date
    sections: tuple[SectionPlan, ...]
    method: str = "matchpoints"
    winners: int | None = None
    """None for as many as the movements have."""
    apart: bool = False
    """Whether sections are compared and ranked by themselves."""
    regulations: str = "wbf"
    overrides: Mapping[str, Any] = field(default_factory=dict)
    boards_per_match: int | None = None
    settings: Settings = field(default_factory=Settings)
    victory_points: bool = field(default=False, metadata={ADDED: True})
    """Whether matches are turned into victory points, by the boards that the movement gives each."""
    brought_from: str = field(default="", metadata={ADDED: True})
    """The file that the session is brought in from; what its movement promised is not known then."""

    def decide(self, state: State, command: Command) -> GrantedAct:
        title = _checked_title(self.title)
        check_text(self.brought_from, say("The name of the file"))
        _check_method(self.method)
        _check_winners(self.winners)
        if self.boards_per_match is not None and self.boards_per_match < 1:
            raise Refused(say("A match has at least one board."))
        _check_regulations(self.regulations, self.overrides)
        _check_names(self)
        for plan in self.sections:
            _check_plan(self, plan)
        notes = insist(command, _faults(self))
        return GrantedAct(replace(self, title=title), notes + tuple(_remarks(self)))

    def evolve(self, state: State, entry: JournalEntry) -> State:
        return replace(
            state,
            phase="open",
            title=self.title,
            date=self.date,
            method=self.method,
            winners=self.winners or winners_of(plan.movement for plan in self.sections),
            apart=self.apart,
            regulations=load(self.regulations, self.overrides or None),
            overrides=self.overrides,
            boards_per_match=self.boards_per_match,
            victory_points=self.victory_points,
            settings=self.settings,
            sections=planned(self.sections),
            brought_from=self.brought_from,
        )

    def told(self, state: State) -> Sentence:
        if self.brought_from:
            return say("brought in “{title}” from {file}", title=self.title, file=self.brought_from)
        return say("opened the session “{title}”", title=self.title)


@act("set-sections")
class SetSections(Act):
    """Plan the sections anew before play: how many, pairs or teams, which movements. People stay where they sit."""

    sections: tuple[SectionPlan, ...]
    method: str
    winners: int | None = None
    """None for as many as the movements have."""

    def decide(self, state: State, command: Command) -> GrantedAct:
        """Other sections, if a session could be opened with them; said is whose name finds no seat."""
        if state.phase != "open":
            raise Refused(say("Play has begun: what is played is changed where trouble is put right."))
        anew = Open(
            state.title,
            state.date or date.min,
            self.sections,
            self.method,
            self.winners,
            state.apart,
            state.regulations.name,
            overrides=state.overrides,
        )
        notes = anew.decide(State(), command).notes
        after = replace(state, sections=planned(self.sections))
        if (dict(after.sections), self.method) == (dict(state.sections), state.method):
            raise Refused(say("Nothing would change."))
        lost = len(state.seats) - len(kept_seats(state, after))
        if lost:
            notes += (say_count("{n} name has no seat any more.", "{n} names have no seat any more.", lost),)
        return GrantedAct(self, notes)

    def evolve(self, state: State, entry: JournalEntry) -> State:
        winners = self.winners or winners_of(plan.movement for plan in self.sections)
        before = replace(state, method=self.method, winners=winners)
        after = replace(before, sections=planned(self.sections))
        return replace(after, seats={new: state.seats[old] for old, new in kept_seats(before, after).items()})

    def touches(self, state: State, command: str) -> Iterable[Thing]:
        yield ("plan",)
        for name in dict.fromkeys((*state.sections, *(plan.name for plan in self.sections))):
            yield from ((what, name) for what in ("movement", "contestants", "timing", "break"))

    def rests_on(self, state: State) -> Iterable[Thing]:
        return [(what, name) for name in state.sections for what in ("round", "contestants")]

    def told(self, state: State) -> Sentence:
        return say("planned anew: {sections}", sections=", ".join(map(_section_told, self.sections)))


@act("change-plan")
class ChangePlan(Act):
    """Change what was said when the session was opened: its name and day, its scoring and regulations."""

    settled = ("title",)
    changes = ("plan",)

    title: str
    date: date
    method: str
    apart: bool
    regulations: str
    overrides: Mapping[str, Any] | None = field(default=None, metadata={ADDED: True})
    """The club's own values, where other regulations are chosen."""

    def decide(self, state: State, command: Command) -> GrantedAct:
        act = replace(self, title=_checked_title(self.title))
        _check_method(act.method)
        for section in state.sections.values():
            if (section.movement.kind == "teams") != (act.method in TEAMS):
                raise Refused(_wrong_kind(act.method, section.movement.name))
        _check_regulations(act.regulations, state.overrides if act.overrides is None else act.overrides)
        before = ChangePlan(state.title, state.date or act.date, state.method, state.apart, state.regulations.name)
        if act == before:
            raise Refused(say("Nothing would change."))
        if state.phase != "open" and (act.method, act.regulations) != (before.method, before.regulations):
            raise Refused(say("Play has begun: scoring and regulations stay as they are."))
        return scorable(state, command, GrantedAct(act))

    def evolve(self, state: State, entry: JournalEntry) -> State:
        same = self.regulations == state.regulations.name
        overrides = state.overrides if self.overrides is None else self.overrides
        return replace(
            state,
            title=self.title,
            date=self.date,
            method=self.method,
            apart=self.apart,
            regulations=state.regulations if same else load(self.regulations, overrides or None),
            overrides=state.overrides if same else overrides,
        )

    def told(self, state: State) -> Sentence:
        values = {"title": self.title, "day": self.date.isoformat(), "method": self.method}
        return (
            say("set the session to “{title}”, {day}, {method}, sections apart", **values)
            if self.apart
            else say("set the session to “{title}”, {day}, {method}", **values)
        )


@act("change-settings")
class ChangeSettings(Act):
    """Change who may see what, whether scores are confirmed, or the number of winners."""

    changes_results = False
    changes = ("settings",)
    in_words = say("changed the settings")

    settings: Settings
    winners: int | None = None

    def decide(self, state: State, command: Command) -> GrantedAct:
        _check_winners(self.winners)
        if self.winners == 2 and any(
            frozenset.intersection(*sides_taken(state, section.name, section.movement))
            for section in state.sections.values()
        ):
            raise Refused(say("There is one winner: not everybody keeps to one side of the table."))
        if self.settings == state.settings and self.winners in (None, state.winners):
            raise Refused(say("Nothing would change."))
        return scorable(state, command, GrantedAct(self))

    def evolve(self, state: State, entry: JournalEntry) -> State:
        return replace(state, settings=self.settings, winners=self.winners or state.winners)


@act("attach-hands")
class AttachHands(Act):
    """Make the deals known, instead of any that were known before: leads are then checked against them."""

    who = DESK
    changes_results = False
    changes = ("hands",)

    hands: tuple[BoardHands, ...]

    def decide(self, state: State, command: Command) -> GrantedAct:
        if not self.hands:
            raise Refused(say("There are no hands to attach."))
        if len({hands.board for hands in self.hands}) < len(self.hands):
            raise Refused(say("A board is there twice."))
        try:
            for hands in self.hands:
                check_board(hands.board)
                check_deal(hands)
        except NotBridge as error:
            raise Refused(error.args[0]) from None
        given = {hands.board: hands for hands in self.hands}
        others = {
            board
            for board, hands in state.hands.items()
            if board in given and state.on_board.get(board) and deal_text(given[board]) != deal_text(hands)
        }
        change = say("These boards have results, and their hands would change: {boards}.", boards=spans(others))
        problems = [
            *wrong_numbers(state, given),
            *not_promised(state, self.hands),
            *([change] if others else []),
            *wrong_leads(state, given),
        ]
        replaced = (
            insist(command, problems) + tuple(same_deal_twice(self.hands)) + tuple(wrong_leads(state, given, few=True))
        )
        lacking = {board for section in state.sections.values() for board in section.movement.boards} - given.keys()
        notes = (say("The hands of boards {boards} are lacking.", boards=spans(lacking)),) if lacking else ()
        return GrantedAct(self, replaced + notes)

    def evolve(self, state: State, entry: JournalEntry) -> State:
        return replace(state, hands={hands.board: hands for hands in self.hands}, tables={})

    def told(self, state: State) -> Sentence:
        return say_count("attached the hands of {n} board", "attached the hands of {n} boards", len(self.hands))


@act("put-away")
class PutAway(Act):
    """Take a session off the lists: one without results is as good as deleted, one with results is kept. Or bring it back."""

    changes_results = False
    while_away = True
    changes = ("away",)

    away: bool = True

    def decide(self, state: State, command: Command) -> None:
        if self.away and state.away:
            raise Refused(say("This session was put away already."))
        if not self.away and not state.away:
            raise Refused(say("This session is not put away."))

    def evolve(self, state: State, entry: JournalEntry) -> State:
        return replace(state, away=self.away)

    def told(self, state: State) -> Sentence:
        return say("put the session away") if self.away else say("brought the session back")


def _check_names(act: Open) -> None:
    names = [plan.name for plan in act.sections]
    if not 1 <= len(names) <= MOST_SECTIONS:
        raise Refused(say("A session has 1 to {most} sections.", most=MOST_SECTIONS))
    if len({name.casefold() for name in names}) < len(names):
        raise Refused(say("Two sections have the same name."))
    for name in names:
        if not (name.isalpha() and len(name) <= 12) and (name or len(names) > 1):
            raise Refused(say("A section is named by letters, such as A; “{name}” will not do.", name=name))


def _check_plan(act: Open, plan: SectionPlan) -> None:
    movement = plan.movement
    if (movement.kind == "teams") != (act.method in TEAMS):
        raise Refused(_wrong_kind(act.method, movement.name))
    if act.winners == 2 and not one_way(movement):
        raise Refused(say("{name} has one winner: not everybody keeps to one side of the table.", name=movement.name))
    check_timing(plan.grade, plan.round_minutes)
    check_break(movement.all_rounds, plan.break_after, plan.break_minutes)


def _faults(act: Open) -> Iterator[Sentence]:
    for plan in act.sections:
        yield from (fault.text for fault in audit(plan.movement, mended=bool(act.brought_from)).faults)


def _remarks(act: Open) -> Iterator[Sentence]:
    counts = {plan.movement.boards_to_play for plan in act.sections}
    if not act.apart and len(counts) > 1:  # NZ manual SET-14
        yield say("Sections are scored together, but their pairs do not play the same number of boards.")


def _checked_title(title: str) -> str:
    """A title as it is kept."""
    written = " ".join(title.split())
    if not written:
        raise Refused(say("The session needs a title."))
    check_text(written, say("The title"))
    return written


def _check_method(method: str) -> None:
    """Refuses a method that there is not."""
    if method not in METHODS:
        raise Refused(
            say("There is no method “{method}”; there are {methods}.", method=method, methods=", ".join(METHODS))
        )


def _check_winners(winners: int | None) -> None:
    """Refuses another number of winners than there can be; None for as many as the movements have."""
    if winners not in (None, 1, 2):
        raise Refused(say("There are 1 or 2 winners, not {winners}.", winners=winners))


def _check_regulations(name: str, overrides: Mapping[str, Any]) -> None:
    """Refuses regulations that there are not, and values of the club's own that they cannot have."""
    try:
        load(name, overrides or None)
    except RegulationsError as error:
        raise Refused(error.args[0]) from None


def _wrong_kind(method: str, name: str) -> Sentence:
    """Why a method does not suit a movement of the other kind."""
    if method in TEAMS:
        return say("{method} is for teams; {name} is a movement for pairs.", method=method, name=name)
    return say("{method} is for pairs; {name} is a movement for teams.", method=method, name=name)


def winners_of(movements: Iterable[Movement]) -> int:
    """Two winners where every movement has two, else one."""
    return min(movement.winners for movement in movements)


def _section_told(plan: SectionPlan) -> str:
    return f"{plan.name} {plan.movement.name} ({plan.movement.entry})".strip()
