"""One ranked list from the lists of several sessions, with who goes into a final and why somebody has no place.

Percentages are combined by the boards that were played, so that a short session weighs less, or every session alike; matchpoints,
IMPs and victory points are added. Totals can be added only where everybody played the same number of boards (NZ manual SET-14); where
that is not so, it is said. Who played too few sessions, or all with the same partner where that is not enough, is listed without a
place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from string import ascii_uppercase

from arrowswitch.bridge import Side
from arrowswitch.contests.series.parts import EventPart, SessionScore, nameless, parts_of
from arrowswitch.contests.series.plan import TIE_WAYS, SeriesPlan, TieWay
from arrowswitch.contests.series.taken import CommonTop, SessionShare, best, common_top, partners_of, total, value_of
from arrowswitch.scoring import places
from arrowswitch.scoring.figures import shown
from arrowswitch.scoring.numbers import Number
from arrowswitch.words import Sentence, counted, say, say_count


@dataclass(frozen=True, slots=True)
class EventPlace:
    """A contestant's place in the event."""

    who: str
    rank: str
    """Empty for those who have none; `why` says why."""
    value: Number | None
    boards: int
    taken: tuple[SessionShare, ...]
    direction: Side | None = None
    why: Sentence | None = None
    final: str = ""
    """The final that it plays in, or goes into."""
    tie_broken_by: Sentence | None = None

    @property
    def played(self) -> int:
        """How many sessions."""
        return sum(each.value is not None for each in self.taken)


@dataclass(frozen=True, slots=True)
class SeriesList:
    """The list of an event, the best first, and what must be said about it."""

    placed: tuple[EventPlace, ...]
    notes: tuple[Sentence, ...] = ()
    open: bool = False
    """Whether sessions are still to come."""


@dataclass(frozen=True)
class _Series:
    """The sessions that count, and how far the series is."""

    parts: Sequence[EventPart]
    plan: SeriesPlan

    @cached_property
    def before(self) -> list[EventPart]:
        return [part for part in self.parts if not part.final]

    @cached_property
    def finals(self) -> list[str]:
        return list(dict.fromkeys(part.final for part in self.parts if part.final))

    @cached_property
    def to_come(self) -> int:
        return max((self.plan.sessions or 0) - len(self.parts), 0)

    @cached_property
    def common(self) -> CommonTop | None:
        return common_top(self.parts) if self.plan.way == "factored" else None

    def share(self, part: EventPart, final: str) -> Fraction:
        """How much of a session counts for somebody who plays in this final, or in none."""
        if part.final:
            return Fraction(1) if part.final == final else Fraction(0)
        if self.finals:
            return self.plan.carried if final else Fraction(1)
        last = part is self.parts[-1]
        return Fraction(1) if last or self.to_come or self.plan.cuts else self.plan.carried

    @cached_property
    def _away(self) -> dict[str, tuple[SessionShare, ...]]:
        return {}

    def away(self, final: str) -> tuple[SessionShare, ...]:
        """What somebody of this final takes from sessions without having played; one for all, because over years it is most."""
        if final not in self._away:
            self._away[final] = tuple(
                SessionShare(part.name, None, self.share(part, final), None, final=part.final) for part in self.parts
            )
        return self._away[final]

    def counting(self, taken: Sequence[SessionShare]) -> list[SessionShare]:
        """The sessions before the finals that somebody must have played, or so many of."""
        return [each for each in taken if not each.final and (each.share or self.plan.to_be_played)]

    def needed(self, taken: Sequence[SessionShare]) -> int:
        """How many of them by now."""
        wanted = self.plan.to_be_played
        return len(self.counting(taken)) if wanted is None else max(wanted - self.to_come, 1)


def series(parts: Sequence[EventPart], plan: SeriesPlan | None = None) -> SeriesList:
    """One list from several.

    >>> first = EventPart("Monday", (SessionScore("1", 24, 60, 100), SessionScore("2", 24, 40, 100)))
    >>> second = EventPart("Tuesday", (SessionScore("1", 12, 24, 50), SessionScore("2", 12, 26, 50)))
    >>> [(each.who, each.rank, str(each.value)) for each in series([first, second]).placed]
    [('1', '1', '56'), ('2', '2', '44')]
    >>> ladder = series([first, second], SeriesPlan("mean", sessions=3, needed=2, counted=2))
    >>> print(*ladder.notes)
    2 of 3 sessions have been played: the list is as things stand.
    """
    plan = plan or SeriesPlan()
    whole = _Series(parts_of(parts, plan), plan)
    names = dict.fromkeys(entry.who for part in whole.parts for entry in part.entries)
    by_part = [{entry.who: entry for entry in part.entries} for part in whole.parts]
    apart = _keeps_to_one_side(by_part, names)
    found = [_place(who, whole, by_part, apart=apart) for who in names]
    placed = _cut(_ranked(found, whole), whole)
    open_cuts = _open_cuts(placed, whole)
    notes = [*_notes(whole), *nameless(parts, plan), *open_cuts]
    return SeriesList(tuple(placed), tuple(notes), bool(whole.to_come))


def stratified(made: SeriesList, stratum_of: Mapping[str, str]) -> dict[str, tuple[EventPlace, ...]]:
    """The list of each stratum: its own and all weaker ones (A is the strongest, and who is in none is in A), placed anew.

    >>> night = EventPart("1", tuple(SessionScore(who, 24, points, 100) for who, points in (("a", 60), ("b", 55), ("c", 50))))
    >>> {letter: [(each.who, each.rank) for each in part] for letter, part in stratified(series([night]), {"b": "C", "c": "B"}).items()}
    {'A': [('a', '1'), ('b', '2'), ('c', '3')], 'B': [('b', '1'), ('c', '2')], 'C': [('b', '1')]}
    """
    found = {}
    for letter in sorted({"A", *stratum_of.values()}):
        mine: list[EventPlace] = []
        inside = [each for each in made.placed if each.rank and stratum_of.get(each.who, "A") >= letter]
        for field in dict.fromkeys((each.direction, each.final) for each in inside):
            part = [each for each in inside if (each.direction, each.final) == field]
            ranks = places([(each.who, each.rank) for each in part])
            mine += [replace(each, rank=ranks[each.who]) for each in part]
        found[letter] = tuple(mine)
    return found


def grades_apart(
    placed: Sequence[EventPlace], grade_of: Callable[[EventPlace], str]
) -> dict[str, tuple[EventPlace, ...]]:
    """A list for each grade, with places of its own.

    >>> night = EventPart("1", tuple(SessionScore(who, 24, points, 100) for who, points in (("a", 60), ("b", 55), ("c", 50))))
    >>> lists = grades_apart(series([night]).placed, lambda each: "Open" if each.who == "b" else "Junior")
    >>> [(grade, [(each.who, each.rank) for each in mine]) for grade, mine in lists.items()]
    [('Junior', [('a', '1'), ('c', '2')]), ('Open', [('b', '1')])]
    """
    found: dict[str, list[EventPlace]] = {}
    for each in placed:
        found.setdefault(grade_of(each), []).append(each)
    return {grade: _placed_anew(mine) for grade, mine in found.items()}


def _placed_anew(mine: Sequence[EventPlace]) -> tuple[EventPlace, ...]:
    ranks: dict[str, str] = {}
    for direction in dict.fromkeys(each.direction for each in mine):
        inside = [each for each in mine if each.rank and each.direction is direction]
        order = {rank: number for number, rank in enumerate(dict.fromkeys(each.rank for each in inside))}
        ranks |= places([(each.who, order[each.rank]) for each in inside])
    return tuple(replace(each, rank=ranks[each.who]) if each.rank else each for each in mine)


def _place(who: str, whole: _Series, by_part: Sequence[Mapping[str, SessionScore]], *, apart: bool) -> EventPlace:
    """What somebody has, with a place to be found or the reason why there is none."""
    plan = whole.plan
    mine = [entries.get(who) for entries in by_part]
    final = next((part.final for part, entry in zip(whole.parts, mine, strict=True) if entry and part.final), "")
    away = whole.away(final)
    taken: list[SessionShare] = []
    for part, entry in zip(whole.parts, mine, strict=True):
        if entry is None:
            taken.append(away[len(taken)])
            continue
        factor = whole.common.factor(part.name, entry) if whole.common else Fraction(1)
        value = value_of(entry, plan, factor)
        taken.append(SessionShare(part.name, entry, whole.share(part, final), value, final=part.final, factor=factor))
    chosen = best(taken, plan.counted, plan.partners)
    sides = [entry.direction for entry in mine if entry]
    why = _why_not(chosen, whole, final)
    return EventPlace(
        who,
        "-" if why is None else "",
        total(chosen, plan),
        sum(each.entry.boards for each in chosen if each.entry and each.share and each.counts),
        chosen,
        sides[0] if apart and sides else None,
        why,
        final,
    )


def _why_not(taken: Sequence[SessionShare], whole: _Series, final: str) -> Sentence | None:
    """Why somebody has no place."""
    plan = whole.plan
    before = whole.counting(taken)
    played = sum(each.value is not None for each in before)
    needed = whole.needed(taken)
    if played < needed:
        if whole.to_come:
            return say(
                "has played {played} of {held} and can no longer play the {needed} that are needed",
                played=played,
                held=counted("sessions", len(before)),
                needed=plan.to_be_played,
            )
        return say_count(
            "played {played}, and {n} session is needed",
            "played {played}, and {n} sessions are needed",
            needed,
            played=played,
        )
    missed = [each.session for each in taken if final and each.final == final and each.value is None]
    if missed:
        return say("did not play {sessions}", sessions=", ".join(missed))
    partners = plan.partners - whole.to_come
    if partners > 1 and partners_of(taken) < partners:
        if partners_of(taken) == 1 and played > 1:
            with_whom = next((each.entry.players for each in taken if each.entry and each.weighs), ())
            return say(
                "played all {n} sessions with the same partner, {partner}, and needs another",
                n=played,
                partner=", ".join(with_whom),
            )
        return say(
            "played with {partners}, and needs {needed} different ones",
            partners=counted("partners", partners_of(taken)),
            needed=plan.partners,
        )
    return None


def _keeps_to_one_side(by_part: Sequence[Mapping[str, SessionScore]], names: Iterable[str]) -> bool:
    """Whether there are two lists: everybody has sat the same way in all sessions."""
    for who in names:
        sides = {entries[who].direction for entries in by_part if who in entries}
        if len(sides) > 1 or None in sides:
            return False
    return True


def _ranked(found: Sequence[EventPlace], whole: _Series) -> list[EventPlace]:
    """Everybody, list by list: each final, then those in none, whose places go on after all finals."""
    ordered: list[EventPlace] = []
    for direction in dict.fromkeys((Side.NS, Side.EW, None)):
        here = [each for each in found if each.direction is direction]
        for final in (*sorted(whole.finals), ""):
            mine = [each for each in here if each.final == final]
            start = 0 if final else sum(bool(each.final and each.rank) for each in here)
            ordered += _in_order([each for each in mine if each.rank], whole.plan.ties, start)
            ordered += sorted((each for each in mine if not each.rank), key=_how_far)
    return ordered


def _in_order(mine: Sequence[EventPlace], steps: Sequence[TieWay], start: int) -> list[EventPlace]:
    keyed = {each.who: (each.value or 0, *(_step(each, step) for step in steps)) for each in mine}
    ordered = sorted(mine, key=lambda each: keyed[each.who], reverse=True)
    ranks = places(
        [*((f"\0{place}", -place) for place in range(start)), *((each.who, keyed[each.who]) for each in ordered)]
    )
    return [
        replace(each, rank=ranks[each.who], tie_broken_by=_broken_by(each, ordered, keyed, steps)) for each in ordered
    ]


def _step(each: EventPlace, step: TieWay) -> tuple[Number, ...]:
    """By what a step compares: the sessions from the last to the first, or from the best to the worst."""
    values = [
        Fraction(share.value) if share.value is not None else Fraction(-1000) for share in each.taken if share.share
    ]
    return tuple(reversed(values)) if step == "last" else tuple(sorted(values, reverse=True))


def _broken_by(
    each: EventPlace, ordered: Sequence[EventPlace], keyed: Mapping[str, tuple[object, ...]], steps: Sequence[TieWay]
) -> Sentence | None:
    """The last step that was needed to part somebody from those with the same result."""
    mine = keyed[each.who]
    needed = 0
    for other in ordered:
        theirs = keyed[other.who]
        if other is not each and theirs[0] == mine[0] and theirs != mine:
            needed = max(needed, next(place for place in range(len(mine)) if mine[place] != theirs[place]))
    return TIE_WAYS[steps[needed - 1]] if needed else None


def _how_far(each: EventPlace) -> tuple[int, Number, str]:
    """Those without a place: who has played most comes first, then who has done best."""
    return -each.played, -(each.value or 0), each.who


def _cut(placed: Sequence[EventPlace], whole: _Series) -> list[EventPlace]:
    """The list before the finals with who goes into which; a shared last place is in as a whole, or not at all yet."""
    if whole.finals or not whole.plan.cuts:
        return list(placed)
    into: dict[str, str] = {}
    for direction in dict.fromkeys(each.direction for each in placed):
        waiting = [each for each in placed if each.rank and each.direction is direction]
        for name, wanted in zip(ascii_uppercase, whole.plan.cuts, strict=False):
            taken = waiting[:wanted]
            level = [each for each in waiting if taken and each.rank == taken[-1].rank]
            crosses = bool(level) and level[-1] not in taken
            if crosses and whole.plan.cut_ties == "all":
                taken += [each for each in level if each not in taken]
            elif crosses:
                taken = [each for each in taken if each not in level]
            into.update((each.who, name) for each in taken)
            waiting = [each for each in waiting if each not in taken]
            if crosses and whole.plan.cut_ties == "steps":
                break  # who is in the next final depends on the lot
    return [replace(each, final=into.get(each.who, "")) for each in placed]


def _open_cuts(placed: Sequence[EventPlace], whole: _Series) -> list[Sentence]:
    """What must be said about the last place in each final."""
    if whole.finals or not whole.plan.cuts:
        return []
    found = []
    for direction in dict.fromkeys(each.direction for each in placed):
        mine = [each for each in placed if each.direction is direction and each.rank]
        for name, wanted in zip(ascii_uppercase, whole.plan.cuts, strict=False):
            inside = [each for each in mine if each.final == name]
            if len(inside) > wanted:
                found.append(
                    say(
                        "Final {final}: {n} go on instead of {wanted}, because the last place is shared.",
                        final=name,
                        n=len(inside),
                        wanted=wanted,
                    )
                )
            outside = [each for each in mine if not each.final]
            if len(inside) < wanted and outside and whole.plan.cut_ties == "steps":
                level = [each.who for each in outside if each.rank == outside[0].rank]
                found.append(
                    say_count(
                        "Final {final}: level for the last place are {names}: draw lots.",
                        "Final {final}: level for the last {n} places are {names}: draw lots.",
                        wanted - len(inside),
                        final=name,
                        names=", ".join(level),
                    )
                )
                break
    return found


def _notes(whole: _Series) -> list[Sentence]:
    plan, found = whole.plan, []
    if whole.to_come:
        found.append(
            say(
                "{played} of {sessions} have been played: the list is as things stand.",
                played=len(whole.parts),
                sessions=counted("sessions", plan.sessions or 0),
            )
        )
    if plan.sessions is not None and len(whole.parts) > plan.sessions:
        found.append(
            say(
                "{held} count, though by the rules there are {sessions} in all.",
                held=counted("sessions", len(whole.parts)),
                sessions=counted("sessions", plan.sessions),
            )
        )
    if plan.way == "points":
        for part in whole.parts:
            most = {(entry.boards, entry.maximum) for entry in part.entries if entry.boards}
            if len(most) > 1 and (part.final or whole.share(part, "")):
                found.append(
                    say(
                        "In {session} not everybody played the same boards for the same top, so the sums do not compare "
                        "like with like; percentages would.",
                        session=part.name,
                    )
                )
    shares = {whole.share(part, whole.finals[0] if whole.finals else "") for part in whole.before}
    if whole.finals and shares == {Fraction(0)}:
        found.append(say("Nothing is carried over: the final alone decides."))
    elif whole.finals and shares and min(shares) < 1:
        found.append(say("Of the sessions before the final, {percent}% count.", percent=shown(plan.carried * 100)))
    elif 0 in shares:
        found.append(say("Nothing is carried over: the last session alone decides."))
    elif shares and min(shares) < 1:
        found.append(say("Of the sessions before the last, {percent}% count.", percent=shown(plan.carried * 100)))
    return found
