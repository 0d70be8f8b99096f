"""From a session, as it was posted last, to the rows of the yearbook."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.bridge import Seat
from arrowswitch.scoring import METHODS, Scored, Standing
from arrowswitch.scoring.numbers import Number
from arrowswitch.session import LineKey, SeatedPlayer, State, scored
from arrowswitch.session.acts import Place
from arrowswitch.session.night import (
    Contestant,
    Contracted,
    around,
    boards_by_player,
    contestants,
    place_number,
    player_at,
    ranked,
    seats_of,
)
from arrowswitch.session.story import Version, versions
from arrowswitch.site.club.models import Club
from arrowswitch.site.journal.models import Session
from arrowswitch.site.night.naming import Names
from arrowswitch.site.yearbook.models import PlayedLine, PlayedNotable, PlayedSession

SLAM = 6
"""A bid of so many is a slam."""
AT_A_TABLE = {"pairs": 2, "individual": 4, "teams": 1}


@dataclass(frozen=True)
class YearbookPage:
    """All rows of a session, not yet written."""

    session: PlayedSession
    lines: tuple[PlayedLine, ...] = ()
    notables: tuple[PlayedNotable, ...] = ()


def page_of(session: Session, state: State) -> YearbookPage:
    """The rows of a session; of one that was not posted, or is put away, only that it was looked at."""
    if not state.publications or state.away:
        head = PlayedSession(session=session, club_id=session.club_id, last=len(state.journal), posted=False)
        return YearbookPage(head)
    return _Reading(session, versions(state)[-1], len(state.journal)).page()


class _Reading:
    """A posted version being read."""

    def __init__(self, session: Session, version: Version, last: int) -> None:
        self.session, self.version, self.last = session, version, last
        self.state = version.state
        self.club: Club = session.club
        self.names = Names(self.state, self.club)
        self.made: Scored = scored(self.state)
        self.standings: tuple[Standing, ...] = ranked(self.state, self.made)

    def page(self) -> YearbookPage:
        head = self._head()
        return YearbookPage(head, tuple(self._lines(head)), tuple(self._notables(head)))

    def _head(self) -> PlayedSession:
        state = self.state
        movements = [section.movement for section in state.sections.values()]
        kind = movements[0].kind if movements else "pairs"
        met = [(line.board, line.ns, line.ew) for line in self.made.session.lines if line.score is not None]
        return PlayedSession(
            session=self.session,
            club=self.club,
            last=self.last,
            version=self.version.number,
            posted_at=self.version.at,
            day=state.date,
            title=state.title,
            kind=kind,
            method=state.method,
            winners=state.winners,
            contestants=len(self.standings),
            tables=len(self.standings) / AT_A_TABLE[kind],
            boards=len({board for movement in movements for each in movement.meetings for board in each.boards}),
            met=json.dumps(met, separators=(",", ":")) if kind == "pairs" else "",
        )

    # -- who played -----------------------------------------------------------------------------------------------------

    def _lines(self, head: PlayedSession) -> Iterator[PlayedLine]:
        by_name = contestants(self.state)
        doings = self._doings()
        fields: defaultdict[tuple[str, object], int] = defaultdict(int)
        for each in self.standings:
            fields[each.section, each.direction] += 1
        for standing in self.standings:
            who = by_name[standing.contestant]
            seats = self._seats(who)
            for seat, player in seats.items():
                yield self._line(
                    head,
                    standing,
                    player,
                    self._opposite(seats, seat),
                    fields[standing.section, standing.direction],
                    doings,
                )

    def _line(
        self,
        head: PlayedSession,
        standing: Standing,
        player: SeatedPlayer,
        partner: SeatedPlayer | None,
        field: int,
        doings: Mapping[SeatedPlayer, Mapping[str, list[Fraction]]],
    ) -> PlayedLine:
        entry = self.names.register.get(player.id)
        other = self.names.register.get(partner.id) if partner else None
        return PlayedLine(
            played=head,
            day=head.day,
            player=entry,
            name="" if player.id else player.name[:200],
            partner=other,
            partner_name=partner.name[:200] if partner and not partner.id else "",
            contestant=standing.contestant,
            label=self.names.label(*self.names.by_scoring_name[standing.contestant]),
            section=standing.section,
            direction=str(standing.direction or ""),
            rank=standing.rank[:20],
            place=place_number(standing.rank),
            field=field,
            boards=standing.boards,
            points=exact(standing.points),
            maximum=exact(standing.maximum),
            vps=exact(standing.vps),
            percent=None if standing.percent is None else float(standing.percent),
            done=_written(doings.get(player, {})),
        )

    def _seats(self, who: Contestant) -> dict[str, SeatedPlayer]:
        """Who played for a contestant, by the seat; of several on a seat the one who played most (NZ manual SUB-01)."""
        movement = self.state.sections[who.section].movement
        found: dict[str, SeatedPlayer] = {}
        for seat in seats_of(movement, who.number):
            place = Place(who.section, who.number, seat)
            played = boards_by_player(self.state, place) if len(self.state.seats.get(place, ())) > 1 else {}
            player = max(played, key=lambda each: played[each]) if played else player_at(self.state, place)
            if player is not None and player not in found.values():
                found[seat] = player
        return found

    @staticmethod
    def _opposite(seats: Mapping[str, SeatedPlayer], seat: str) -> SeatedPlayer | None:
        return seats.get(str(Seat(seat).partner))

    def _doings(self) -> Mapping[SeatedPlayer, Mapping[str, list[Fraction]]]:
        """The percentages of each player's boards, by what he did on them."""
        found: defaultdict[SeatedPlayer, defaultdict[str, list[Fraction]]] = defaultdict(lambda: defaultdict(list))
        if not METHODS[self.state.method].percent:
            return found
        for board in self.made.boards.values():
            for line in board.lines:
                key = LineKey(line.line.section, line.line.round or 0, line.line.table or 0, line.line.board)
                entry = self.state.lines[key].entry if key in self.state.lines else None
                if not isinstance(entry, Contracted) or entry.result.declarer is None:
                    continue
                declarer = entry.result.declarer
                for letter, player in around(self.state, key.section, key.round, key.table).items():
                    seat = Seat(letter)
                    points = line.points(seat.side)
                    if points is None or not points.maximum:
                        continue
                    doing = "declarer" if seat is declarer else "dummy" if seat is declarer.partner else "defender"
                    found[player][doing].append(Fraction(points.value) / Fraction(points.maximum) * 100)
        return found

    # -- what may be looked for ------------------------------------------------------------------------------------------

    def _notables(self, head: PlayedSession) -> Iterator[PlayedNotable]:
        for key, record in sorted(self.state.lines.items()):
            entry = record.entry
            if not isinstance(entry, Contracted) or not record.occupies:
                continue
            bid = entry.result.contract.bid
            if bid is not None and bid.level >= SLAM:
                yield PlayedNotable(
                    played=head,
                    kind="slam",
                    board=key.board,
                    what=str(entry.result),
                    made=entry.result.over >= 0,
                    ns=self.names.label(key.section, record.ns),
                    ew=self.names.label(key.section, record.ew),
                )
        for ruling in self.state.rulings.values():
            act = ruling.act
            what = f"{act.title or act.procedure} ({', '.join(act.laws)})" if act.laws else act.title or act.procedure
            yield PlayedNotable(played=head, kind="ruling", board=act.board, what=what[:200])


def _written(doings: Mapping[str, list[Fraction]]) -> str:
    """The boards and the mean percentage of each thing that a player did."""
    means = {
        doing: (len(found), round(float(sum(found, Fraction(0)) / len(found)), 4)) for doing, found in doings.items()
    }
    return json.dumps(means) if means else ""


def exact(number: Number | None) -> str:
    """A number as it is kept: a whole number or a fraction.

    >>> exact(Fraction(7, 2)), exact(12), exact(None)
    ('7/2', '12', '')
    """
    return "" if number is None else str(Fraction(number))
