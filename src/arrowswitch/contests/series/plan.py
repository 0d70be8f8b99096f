"""How sessions become one list: what is added, how much of it counts, who has a place, who goes into the final.

A ladder is written as three numbers (NZ Club Directors Manual, L2143-2155): the sessions in all, those that somebody must play to have
a place, and those that count. (6, 5, 5) is six nights of which five must be played and the best five count.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import Literal, get_args

from arrowswitch.contests.reading import BadContest
from arrowswitch.journals import ADDED
from arrowswitch.scoring.figures import shown
from arrowswitch.words import Sentence, counted, say

Way = Literal["percent", "mean", "points", "factored", "vps", "places"]
WAYS: Mapping[Way, Sentence] = {
    "percent": say("mean of the percentages, by boards played"),
    "mean": say("mean of the percentages, every session alike"),
    "points": say("sum of matchpoints or IMPs"),
    "factored": say("sum of matchpoints, factored to the same boards and top"),
    "vps": say("sum of victory points"),
    "places": say("sum of points for places"),
}
OF_PERCENTAGES = ("percent", "mean")

Listed = Literal["contestants", "players"]
TieWay = Literal["last", "best"]
TIE_WAYS: Mapping[TieWay, Sentence] = {
    "last": say("the later session in which they differ"),
    "best": say("the best single session, then the next best"),
}
CutTies = Literal["all", "steps"]
MOST_SESSIONS = 400
"""More than a year has nights."""


@dataclass(frozen=True, slots=True)
class SeriesPlan:
    """What a series is ranked by. Where nothing is said all sessions count, and as many as count must be played."""

    way: Way = "percent"
    carried: Fraction = Fraction(1)
    """The share of the sessions before the final that counts in it; without finals, of all sessions but the last."""
    sessions: int | None = None
    """In all, also those to come; while fewer have been played, the list is as things stand."""
    needed: int | None = None
    """So many must be played to have a place; if it is left out, as many as count."""
    counted: int | None = None
    """The best so many count; if it is left out, all."""
    by: Listed = "contestants"
    """Who is listed: pairs and teams as they played, or every player alone."""
    partners: int = 1
    """With so many different partners at least must somebody have played what counts (NZ manual LAD-02: 2)."""
    left_out: tuple[str, ...] = ()
    """Sessions that do not count, by their names."""
    since: date | None = None
    until: date | None = None
    """The days from which and to which sessions count, such as those of a year."""
    handicap: bool = False
    """Whether each session counts with the handicap that somebody had in it."""
    cuts: tuple[int, ...] = ()
    """How many go into the first final, the second, and so on."""
    cut_ties: CutTies = "all"
    """When the last place in a final is shared: all of them are in, or the steps of `ties` decide and then a lot."""
    ties: tuple[TieWay, ...] = ()
    """What parts those with the same result, one step after the other; without it they share the place."""
    place_points: tuple[Fraction, ...] = field(default=(), metadata={ADDED: True})
    """What the first place of a session is worth, the second and so on; those who share places share their points. Without it a
    point for everybody who came lower, and half a point for everybody level."""

    @classmethod
    def ladder(cls, sessions: int, needed: int, counted: int, partners: int = 1) -> SeriesPlan:
        """A ladder of players by its three numbers, every night alike.

        >>> SeriesPlan.ladder(6, 5, 5).counted
        5
        """
        return cls("mean", sessions=sessions, needed=needed, counted=counted, by="players", partners=partners)

    @property
    def to_be_played(self) -> int | None:
        """So many must be played to have a place: as many as count, where nothing is said; None for all of them.

        >>> SeriesPlan(sessions=6, counted=5).to_be_played, SeriesPlan(sessions=6).to_be_played
        (5, None)
        """
        return self.counted if self.needed is None else self.needed

    def check(self) -> None:
        """Refuses what cannot be meant.

        >>> SeriesPlan(carried=Fraction(6, 5)).check()
        Traceback (most recent call last):
        arrowswitch.contests.reading.BadContest: From 0% to 100% can be carried over, not 120%.
        """
        for value, known in (
            (self.way, get_args(Way)),
            (self.by, get_args(Listed)),
            (self.cut_ties, get_args(CutTies)),
            *((step, get_args(TieWay)) for step in self.ties),
        ):
            if value not in known:
                raise BadContest(say("“{value}” is not known; there are {known}.", value=value, known=", ".join(known)))
        if not 0 <= self.carried <= 1:
            percent = shown(self.carried * 100)
            raise BadContest(say("From 0% to 100% can be carried over, not {percent}%.", percent=percent))
        numbers = [self.sessions, self.needed, self.counted, *self.cuts]
        if any(number is not None and not 1 <= number <= MOST_SESSIONS for number in numbers):
            raise BadContest(
                say("Sessions and places in a final are whole numbers from 1 to {most}.", most=MOST_SESSIONS)
            )
        if self.sessions is not None and max(self.needed or 0, self.counted or 0) > self.sessions:
            raise BadContest(
                say("No more than {sessions} can be needed or count.", sessions=counted("sessions", self.sessions))
            )
        self._check_partners()
        if self.handicap and self.way not in OF_PERCENTAGES:
            raise BadContest(say("Handicaps are added to percentages; combine the event by them."))
        if self.since is not None and self.until is not None and self.until < self.since:
            raise BadContest(say("The series ends before it begins."))
        if self.place_points and (
            self.way != "places"
            or min(self.place_points) < 0
            or list(self.place_points) != sorted(self.place_points, reverse=True)
        ):
            raise BadContest(
                say("Points for places go from the first place down, none below 0, and need “way” to be places.")
            )

    def _check_partners(self) -> None:
        if self.partners < 1:
            raise BadContest(say("Partners are counted from 1."))
        if self.partners == 1:
            return
        if self.by != "players":
            raise BadContest(say("Different partners can be asked for only where players are listed."))
        most = min(self.counted or MOST_SESSIONS, self.needed or MOST_SESSIONS)
        if self.partners > most:
            raise BadContest(
                say(
                    "{sessions} cannot be with {partners} different partners.",
                    sessions=counted("sessions", most),
                    partners=self.partners,
                )
            )
