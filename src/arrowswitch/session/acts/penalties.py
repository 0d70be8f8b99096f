"""Penalties and warnings: what a contestant is fined, and what is taken back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field, replace
from fractions import Fraction

from arrowswitch.journals import ADDED
from arrowswitch.scoring import METHODS
from arrowswitch.scoring.figures import shown
from arrowswitch.session.deciding import MOST_TEXT, check_contestant, check_penalties_seen, check_text
from arrowswitch.session.journal import Act, Command, GrantedAct, JournalEntry, Refused, Thing, act
from arrowswitch.session.night import RecordedPenalty, SeatedPlayer, State, all_players_of
from arrowswitch.session.story.history import done_by
from arrowswitch.words import Sentence, counted, say

MOST_SHARE = 10
MOST_POINTS = 10_000


@act("penalise")
class Penalise(Act):
    """Fine a contestant a share of a top, a number of points or of victory points; none of them is a warning."""

    needs_reason = True
    while_posted = "in time"
    changes = ("penalty command",)
    story_of = ("penalties section contestant",)

    section: str
    contestant: int
    share: Fraction | None = None
    points: Fraction | None = None
    vps: Fraction | None = None
    offence: str = ""
    """What it is for, by the names in `offences`, or in other words."""
    player: SeatedPlayer | None = field(default=None, metadata={ADDED: True})
    """Who did it, where it was one of them."""
    ruling: str = field(default="", metadata={ADDED: True})
    """The ruling that it belongs to, by its id in the log."""
    match_round: int | None = field(default=None, metadata={ADDED: True})
    """The round of the match that IMPs are taken from, where it is not the one that is being played."""

    @property
    def of_ruling(self) -> str:
        return self.ruling

    def decide(self, state: State, command: Command) -> GrantedAct:
        check_contestant(state, self.section, self.contestant)
        check_penalties_seen(state, command, self.section, self.contestant)
        if sum(amount is not None for amount in (self.share, self.points, self.vps)) > 1:
            raise Refused(say("A penalty is a share of a top, a number of points or of victory points: one of them."))
        if self.share is not None:
            if not METHODS[state.method].percent:
                raise Refused(say("There is no top in this way of scoring; give a number of points."))
            if not 0 < self.share <= MOST_SHARE:
                raise Refused(say("A penalty is more than 0% of a top, and at most {most}%.", most=MOST_SHARE * 100))
        if self.match_round is not None:
            _check_match(state, self)
        if self.vps is not None and not state.on_victory_points:
            raise Refused(say("There are no victory points in this session; give a number of points."))
        if not all(amount is None or 0 < amount <= MOST_POINTS for amount in (self.points, self.vps)):
            raise Refused(say("A penalty takes points away: write a number above 0."))
        check_text(self.offence, say("The offence"))
        if self.player is not None and self.player not in all_players_of(state, self.section, self.contestant):
            raise Refused(say("{name} does not play in this pair or team.", name=self.player.name[:MOST_TEXT]))
        if self.ruling:
            _check_ruling(state, self)
        before = sum(
            1
            for penalty in state.penalties.values()
            if (penalty.section, penalty.contestant, penalty.offence) == (self.section, self.contestant, self.offence)
            and self.offence
            and not penalty.withdrawn
        )
        notes = (say("Offence number {number} of this kind tonight.", number=before + 1),) if before else ()
        return GrantedAct(self, notes)

    def evolve(self, state: State, entry: JournalEntry) -> State:
        penalty = RecordedPenalty(
            entry.id,
            self.section,
            self.contestant,
            self.share,
            self.points,
            self.vps,
            self.offence,
            entry.why,
            entry.at,
            entry.by.called,
            state.sections[self.section].round,
            self.player,
            match_round=self.match_round,
        )
        return replace(state, penalties={**state.penalties, entry.id: penalty})

    def rests_on(self, state: State) -> Iterable[Thing]:
        yield ("contestants", self.section)
        if self.ruling:
            yield ("ruling", self.ruling)

    def told(self, state: State) -> Sentence:
        return say("gave {who} {what}", who=state.who(self.section, self.contestant), what=penalty_told(self))


@act("withdraw-penalty")
class WithdrawPenalty(Act):
    """Take a penalty back; it is known by the id of the command that gave it."""

    needs_reason = True
    while_posted = "in time"
    changes = ("penalty penalty",)
    in_words = say("withdrew a penalty")

    penalty: str

    def decide(self, state: State, command: Command) -> None:
        penalty = state.penalties.get(self.penalty)
        if penalty is None:
            raise Refused(say("There is no such penalty."))
        check_penalties_seen(state, command, penalty.section, penalty.contestant)
        if penalty.withdrawn:
            raise Refused(say("This penalty has been withdrawn already."))

    def evolve(self, state: State, entry: JournalEntry) -> State:
        return replace(
            state, penalties={**state.penalties, self.penalty: replace(state.penalties[self.penalty], withdrawn=True)}
        )

    def concerns(self, state: State) -> Iterable[Thing]:
        given = state.journal.find(self.penalty)
        return given.act.concerns(state) if given else ()


def _check_match(state: State, act: Penalise) -> None:
    """Refuses a penalty in a match where there are none, or in a round in which the team does not play."""
    if act.points is None or not state.on_victory_points:
        raise Refused(say("Only IMPs in matches on victory points are taken from a match."))
    meetings = state.sections[act.section].movement.meetings
    if not any(each.round == act.match_round and act.contestant in each.sides for each in meetings):
        raise Refused(
            say(
                "{who} has no match in round {round}.",
                who=state.label(act.section, act.contestant),
                round=act.match_round,
            )
        )


def _check_ruling(state: State, act: Penalise) -> None:
    """Refuses a penalty of a ruling that is not there, that was about others, or that has this penalty already."""
    ruling = state.rulings.get(act.ruling)
    section = state.sections[act.section]
    meeting = section.meeting(ruling.act.round, ruling.act.table) if ruling else None
    here = section.movement.seated(meeting) if meeting else ()
    if ruling is None or ruling.act.section != act.section or act.contestant not in here:
        raise Refused(say("There is no such ruling about {who}.", who=state.label(act.section, act.contestant)))
    for entry in done_by(state, ruling):
        if isinstance(entry.act, Penalise) and entry.act.contestant == act.contestant:
            raise Refused(
                say("{who} has a penalty by this ruling already.", who=state.label(act.section, act.contestant))
            )


def penalty_told(act: Penalise | RecordedPenalty) -> Sentence:
    """A penalty in words."""
    if act.share is not None:
        return say("a penalty of {percent}% of a top", percent=shown(act.share * 100))
    if act.points is not None and act.match_round is not None:
        return say(
            "a penalty of {points} in the match of round {round}",
            points=counted("points", act.points, shown(act.points)),
            round=act.match_round,
        )
    if act.points is not None:
        return say("a penalty of {points}", points=counted("points", act.points, shown(act.points)))
    if act.vps is not None:
        return say("a penalty of {points}", points=counted("victory points", act.vps, shown(act.vps)))
    return say("a warning")
