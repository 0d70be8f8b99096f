"""The offence register: which number of offence this is, which earlier ones have lapsed, and what the scale says.

The register is nothing but the penalties and warnings in the journals of a club's sessions; withdrawn and undone ones
do not count. How offences are counted and when they lapse is data of the regulations (Bridge NSW regulations section 6;
Busbridge instructions 9.5; NZ manual, penalties). The director decides: what is said here is advice.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from typing import Any, NamedTuple

from arrowswitch.journals import decode, encode
from arrowswitch.regulations import PenaltyScale, Regulations
from arrowswitch.scoring import METHODS
from arrowswitch.scoring.figures import shown
from arrowswitch.scoring.penalties import penalty_for, penalty_for_lateness
from arrowswitch.session.night import RecordedPenalty, SeatedPlayer, State, players_of
from arrowswitch.words import Sentence, counted, say, say_count

IN_IMPS = ("butler", "cross-imps", "imps", "patton")


class OffenceKind(NamedTuple):
    """A kind of offence."""

    title: Sentence
    counted: bool = True
    """Whether what it costs depends on its number."""


OFFENCE_KINDS: Mapping[str, OffenceKind] = {
    "slow": OffenceKind(say("Slow play")),
    "late": OffenceKind(say("Late for the session"), counted=False),
    "telephone": OffenceKind(say("Telephone answered")),
    "telephone_sounds": OffenceKind(say("Telephone sounds, switched off at once")),
    "score_error": OffenceKind(say("Wrong score entered or agreed")),
    "disciplinary": OffenceKind(say("Bad manners or disobedience")),
    "standard": OffenceKind(say("Another breach of procedure")),
}


@dataclass(frozen=True, slots=True)
class Offence:
    """A penalty or a warning in the register."""

    id: str
    date: date
    """The day of the session."""
    at: datetime
    """When it was written down."""
    session: str
    """The title of the session."""
    section: str
    contestant: int
    players: tuple[SeatedPlayer, ...]
    """Who is held to it: one player, or all that sat there; none if they had no names."""
    kind: str
    why: str
    by: str
    share: Fraction | None = None
    points: Fraction | None = None
    vps: Fraction | None = None
    withdrawn: bool = False

    @property
    def title(self) -> Sentence:
        """What it was for, in words."""
        return offence_told(self.kind)

    @property
    def told(self) -> Sentence:
        """What it cost, in words."""
        return amount_told(self.share, self.points, self.vps)


class LapsedOffence(NamedTuple):
    """An offence that does not count any more, and since when."""

    offence: Offence
    since: date


@dataclass(frozen=True, slots=True)
class PenaltyAdvice:
    """What the regulations say about an offence."""

    number: int
    """1 for a first offence."""
    counted: tuple[Offence, ...]
    """The earlier ones that count, the oldest first."""
    lapsed: tuple[LapsedOffence, ...]
    penalty: PenaltyScale | None
    """What the scale says, in the three ways of scoring; None where it says nothing and the director decides."""
    sentences: tuple[Sentence, ...]
    share: Fraction | None = None
    points: Fraction | None = None
    vps: Fraction | None = None
    """What to take in this session; none of the three is a warning, if there is a scale."""
    source: str = ""


def offence_told(kind: str) -> Sentence:
    """A kind of offence in words.

    >>> offence_told("slow"), offence_told("left early")
    ('Slow play', 'left early')
    """
    return OFFENCE_KINDS[kind].title if kind in OFFENCE_KINDS else say("{offence}", offence=kind)


def amount_told(share: Fraction | None, points: Fraction | None, vps: Fraction | None) -> Sentence:
    """What a penalty costs, in words.

    >>> amount_told(Fraction(1, 4), None, None), amount_told(None, None, None)
    ('25% of a top', 'warning')
    """
    if share is not None:
        return say("{percent}% of a top", percent=shown(share * 100))
    if points is not None:
        return counted("points", points, shown(points))
    if vps is not None:
        return counted("VPs", vps, shown(vps))
    return say("warning")


def months_after(day: date, months: int) -> date:
    """The same day some months later; of a shorter month, its last.

    >>> months_after(date(2024, 8, 31), 6), months_after(date(2024, 1, 7), 12)
    (datetime.date(2025, 2, 28), datetime.date(2025, 1, 7))
    """
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


# -- the register -----------------------------------------------------------------------------------------------------


def offences(state: State) -> tuple[Offence, ...]:
    """What one session adds to the register, in the order in which it was given; what was undone is not in it."""
    return tuple(_offence(state, penalty) for penalty in state.penalties.values())


def _offence(state: State, penalty: RecordedPenalty) -> Offence:
    there = players_of(state, penalty.section, penalty.contestant, max(penalty.round, 1))
    return Offence(
        penalty.id,
        state.date or penalty.at.date(),
        penalty.at,
        state.title,
        penalty.section,
        penalty.contestant,
        (penalty.player,) if penalty.player else there,
        penalty.offence,
        penalty.why,
        penalty.by,
        penalty.share,
        penalty.points,
        penalty.vps,
        penalty.withdrawn,
    )


def offence_to_json(offence: Offence) -> dict[str, Any]:
    """An offence as JSON values, to be kept beside a journal."""
    written: dict[str, Any] = encode(offence)
    return written


def offence_from_json(data: Any) -> Offence:
    """An offence from JSON values; `JournalFault` says what cannot be read."""
    offence: Offence = decode(Offence, data)
    return offence


def known_persons(players: Iterable[SeatedPlayer]) -> frozenset[tuple[str, str]]:
    """Players as the register knows them: by their id, visitors by their name."""
    return frozenset(("id", each.id) if each.id else ("name", each.name.casefold()) for each in players)


def earlier(
    register: Iterable[Offence], kind: str, players: Iterable[SeatedPlayer], regulations: Regulations
) -> tuple[Offence, ...]:
    """The offences of a kind in the register that are held against these players, the oldest first."""
    mine = known_persons(players)
    together = _setting(regulations, kind, "counts_for", "player") == "pair"
    found = []
    for offence in register:
        common = mine & known_persons(offence.players)
        same = len(common) >= 2 or (common == mine == known_persons(offence.players)) if together else True
        if offence.kind == kind and not offence.withdrawn and common and same:
            found.append(offence)
    return tuple(sorted(found, key=lambda each: (each.date, each.at)))


def _setting(regulations: Regulations, kind: str, what: str, usual: Any) -> Any:
    return getattr(regulations.penalties, f"{kind}_{what}", usual)


# -- what the regulations say -----------------------------------------------------------------------------------------


def advise(
    kind: str,
    before: Iterable[Offence],
    on: date,
    regulations: Regulations,
    method: str = "matchpoints",
    *,
    victory_points: bool = False,
    minutes: int = 0,
) -> PenaltyAdvice:
    """What an offence of a kind on a day costs, after these earlier ones of the same players (see `earlier`).

    >>> from arrowswitch.regulations import load
    >>> for sentence in advise("slow", (), date(2025, 1, 7), load("bnsw")).sentences: print(sentence)
    First offence.
    The scale says a warning.
    In a club's own session this scale is advice, unless the club has made it a rule.
    """
    counted, lapsed = _alive([each for each in before if each.date <= on], on, _lapses(kind, regulations))
    number = len(counted) + 1
    penalty, source = _scale(kind, number, minutes, regulations)
    said = [_number_told(kind, number, minutes), *map(_lapsed_told, lapsed)]
    share = points = vps = None
    if penalty is None:
        said.append(_no_scale_told(kind, minutes, regulations))
    elif penalty.warning:
        said.append(_warning_told(kind, penalty, regulations))
    else:
        share, points, vps = _amount(penalty, method, victory_points)
        said.append(_amount_told(share, points, vps, penalty))
    if kind not in ("late", "slow", "telephone") and regulations.penalties.standard_multiples and penalty is not None:
        said.append(say("If it is worse, or repeated: twice that, three times, and so on."))
    if not regulations.penalties.at_clubs:
        said.append(say("In a club's own session this scale is advice, unless the club has made it a rule."))
    return PenaltyAdvice(number, counted, lapsed, penalty, tuple(said), share, points, vps, source)


def _lapses(kind: str, regulations: Regulations) -> int:
    months: int = _setting(regulations, kind, "lapses_months", 0)
    return months


def _alive(before: list[Offence], on: date, months: int) -> tuple[tuple[Offence, ...], tuple[LapsedOffence, ...]]:
    """The earlier offences that count, and those from before a time longer than so many months without any."""
    before.sort(key=lambda each: (each.date, each.at))
    counted: list[Offence] = []
    lapsed: list[LapsedOffence] = []
    for position, offence in enumerate(before):
        following = before[position + 1].date if position + 1 < len(before) else on
        counted.append(offence)
        end = months_after(offence.date, months)
        if months and following > end:
            lapsed += [LapsedOffence(each, end) for each in counted]
            counted = []
    return tuple(counted), tuple(lapsed)


def _scale(kind: str, number: int, minutes: int, regulations: Regulations) -> tuple[PenaltyScale | None, str]:
    """What the scale says for the number of an offence; None where there is no scale, or the director decides."""
    penalties = regulations.penalties
    if kind == "late":
        late = penalty_for_lateness(minutes, penalties)
        return (late if isinstance(late, PenaltyScale) else None), regulations.source("penalties.late")
    key = kind if kind in OFFENCE_KINDS else "standard"
    if key == "standard" and number == 1 and penalties.warning_first:
        return PenaltyScale(percent=Fraction(0), imps=Fraction(0), vps=Fraction(0)), regulations.source(
            "penalties.warning_first"
        )
    return penalty_for(key, number, penalties), regulations.source(f"penalties.{key}")


def _amount(
    penalty: PenaltyScale, method: str, victory_points: bool
) -> tuple[Fraction | None, Fraction | None, Fraction | None]:
    if METHODS[method].percent:
        return penalty.percent / 100, None, None
    if victory_points:
        return None, None, penalty.vps
    return None, penalty.imps if method in IN_IMPS else None, None


def cost_told(penalty: PenaltyScale, state: State) -> Sentence:
    """What a penalty of the regulations comes to in a session, in words.

    >>> cost_told(PenaltyScale(percent=Fraction(25), imps=Fraction(6), vps=Fraction(1)), State())
    '25% of a top'
    """
    if penalty.warning:
        return amount_told(None, None, None)
    return amount_told(*_amount(penalty, state.method, state.on_victory_points))


# -- in words ---------------------------------------------------------------------------------------------------------

NUMBERS: Mapping[int, Sentence] = {
    1: say("First offence."),
    2: say("Second offence."),
    3: say("Third offence."),
    4: say("Fourth offence."),
}


def _number_told(kind: str, number: int, minutes: int) -> Sentence:
    if kind == "late":
        return say_count("{n} minute late.", "{n} minutes late.", minutes)
    return NUMBERS.get(number) or say("Offence number {number}.", number=number)


def _lapsed_told(lapsed: LapsedOffence) -> Sentence:
    return say(
        "The offence of {day} lapsed on {end}.", day=lapsed.offence.date.isoformat(), end=lapsed.since.isoformat()
    )


def _no_scale_told(kind: str, minutes: int, regulations: Regulations) -> Sentence:
    if kind == "late":
        late = penalty_for_lateness(minutes, regulations.penalties)
        if isinstance(late, Sentence):
            return late
        if regulations.penalties.late:
            return say("That is not late enough for a penalty.")
    return say("There is no scale for this; the director decides.")


def _warning_told(kind: str, penalty: PenaltyScale, regulations: Regulations) -> Sentence:
    if not penalty.noted:
        return say("The scale says a warning.")
    if all(each.noted for each in getattr(regulations.penalties, kind)):
        return say("By the scale this costs nothing.")
    return say("The scale says nothing yet; it is noted, so that the next one counts.")


def _amount_told(
    share: Fraction | None, points: Fraction | None, vps: Fraction | None, penalty: PenaltyScale
) -> Sentence:
    if share is None and points is None and vps is None:
        return say(
            "The scale says {percent}% of a top, or {imps}; find what that is in this way of scoring.",
            percent=shown(penalty.percent),
            imps=counted("IMPs", penalty.imps, shown(penalty.imps)),
        )
    if points is not None:
        return say("The scale says {points}.", points=counted("IMPs", points, shown(points)))
    return say("The scale says {amount}.", amount=amount_told(share, points, vps))
