"""Line-ups and slips of a match, for the desk and for captains: who may play, who was chosen, what is confirmed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.contests.events import (
    ConfirmSlip,
    EventContestant,
    EventMatchKey,
    MatchLineUp,
    SetLineUp,
    Stage,
    StageView,
    confirmed_by,
    slip_score,
)
from arrowswitch.journals import Refused
from arrowswitch.scoring.figures import shown
from arrowswitch.site.events.desk import number_in, whole_in
from arrowswitch.words import say

SEATS = ("n", "s", "e", "w")
Post = Mapping[str, str]


@dataclass(frozen=True)
class LineUpChoice:
    """The four seats of a team in a match, each with who sits there, and whom one can choose."""

    entry: EventContestant
    seats: tuple[tuple[str, str, int], ...]
    """The name of the field, what the seat is called, and which of the players."""
    given: bool
    """Whether it was said; otherwise the first four play."""

    @property
    def players(self) -> list[tuple[int, str]]:
        """Whom one can choose."""
        return [(place, player.name) for place, player in enumerate(self.entry.players, 1)]


CALLED = {"n": say("North"), "s": say("South"), "e": say("East"), "w": say("West")}


def line_up_of(view: StageView, key: EventMatchKey, who: int) -> LineUpChoice | None:
    """The line-up of a team in a match; nothing for pairs, and for teams whose players are not known."""
    entry = view.state.entries[who]
    if view.state.kind != "teams" or len(entry.players) < 4 or who not in view.state.match(key).sides:
        return None
    chosen = standing_line_up(view.stage, key.round, who)
    places = (*chosen.ns, *chosen.ew) if chosen else (1, 2, 3, 4)
    seats = tuple((f"{seat}{who}", CALLED[seat], place) for seat, place in zip(SEATS, places, strict=True))
    return LineUpChoice(entry, seats, chosen is not None)


def standing_line_up(stage: Stage, number: int, who: int) -> MatchLineUp | None:
    """The line-up of a team in a round: it holds until another is given."""
    given = [
        (round, record.line_ups[who])
        for (round, _match), record in stage.records.items()
        if round <= number and who in record.line_ups
    ]
    return max(given, key=lambda each: each[0])[1] if given else None


def line_up_asked(key: EventMatchKey, who: int, post: Post) -> SetLineUp:
    """The line-up that a form asks for."""
    chosen = [whole_in(post.get(f"{seat}{who}", "")[:3]) for seat in SEATS]
    if any(each is None for each in chosen):
        raise Refused(say("A line-up names all four: North, South, East and West."))
    north, south, east, west = (each or 0 for each in chosen)
    return SetLineUp(key, who, (north, south), (east, west))


def people(entry: EventContestant, chosen: MatchLineUp | None, ns: bool) -> str:
    """The pair of a team that sits one way, by name; nothing while nobody is named."""
    places = (chosen.ns if ns else chosen.ew) if chosen else ((1, 2) if ns else (3, 4))
    return " & ".join(entry.players[place - 1].name for place in places if place <= len(entry.players))


@dataclass(frozen=True)
class SlipShown:
    """The result of a match as both sides confirm it."""

    score: str
    value: str
    """The same, for the form."""
    confirmed: tuple[int, ...]


def slip_of(view: StageView, key: EventMatchKey) -> SlipShown | None:
    """The slip of a match that has its result."""
    score = slip_score(view, key)
    if score is None:
        return None
    value = ",".join(str(each) for each in score)
    return SlipShown(" : ".join(shown(each) for each in score), value, confirmed_by(view, key))


def confirmation(key: EventMatchKey, who: int, value: str) -> ConfirmSlip:
    """The confirmation that a form asks for, of the result that was shown."""
    parts = value[:100].split(",")
    return ConfirmSlip(key, who, tuple(_fraction(each) for each in parts))


def _fraction(text: str) -> Fraction:
    above, _slash, below = text.partition("/")
    over = number_in(below) if below else Fraction(1)
    return (number_in(above) or Fraction(0)) / (over or Fraction(1))
