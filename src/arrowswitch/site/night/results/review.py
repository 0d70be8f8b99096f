"""A night against the cards, for a pair and for a player: what came of luck, bidding, declaring, defence and leads.

It is worked out by `session.review` from what was posted and the double-dummy tables, and shown as far as the settings let the
reader see results, hands and par. The leads come when another process has worked them out; until then they are part of the play.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from hashlib import sha256
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from arrowswitch.bridge import Seat
from arrowswitch.deals import deal_text
from arrowswitch.scoring import METHODS
from arrowswitch.scoring.figures import in_column, signed
from arrowswitch.session import SeatedPlayer, State
from arrowswitch.session.night import around, players_of
from arrowswitch.session.review import DOINGS, BoardReview, PairReview, SideReview, by_pair, by_player, reviewed
from arrowswitch.site.journal import leading
from arrowswitch.site.night.results.reading import Reader
from arrowswitch.site.night.results.seeing import Viewer
from arrowswitch.site.spoken import spoken
from arrowswitch.site.work.memory import Memory

REVIEWS: Memory[tuple[int, bool, str, int, int], tuple[BoardReview, ...]] = Memory(24)
"""By session, whether it is the desk's, a digest of the hands, how many tables and how many leads are known.

They are good as long as the scores are the same.
"""
SURE = {
    "sure": gettext_lazy("sure"),
    "likely": gettext_lazy("likely"),
    "open": gettext_lazy("hangs on one trick"),
}
OURS = {"declaring": gettext_lazy("Declaring"), "leads": gettext_lazy("Opening leads")}


def reviews_of(viewer: Viewer) -> tuple[BoardReview, ...]:
    """The results of a session that somebody may see against the cards."""
    state = viewer.state
    if not state.tables and not state.own_tables:
        return ()
    after, leads = leading.after_lead(state)
    made = viewer.scored
    key = viewer.session, viewer.desk, _digest(state), len(state.tables) + len(state.own_tables), leads
    found = REVIEWS.made(key, lambda: reviewed(state, made, after), made)
    seen = {board for board in {each.key.board for each in found} if viewer.reviewable(board)}
    return tuple(each for each in found if each.key.board in seen)


def _digest(state: State) -> str:
    """What is another one with other deals, be they as many."""
    dealt = [f"{key} {deal_text(hands)}" for key, hands in (*state.hands.items(), *state.own_hands.items())]
    return sha256("\n".join(dealt).encode()).hexdigest()


# -- pages --------------------------------------------------------------------------------------------------------------


def pair(reader: Reader, who: str) -> HttpResponse:
    """What a pair, a team or a player of an individual made of the cards."""
    contestant = reader.contestant(who)
    found = reviews_of(reader.viewer)
    partnerships = reader.viewer.scored.session.partnerships
    mine = by_pair(found, who, *(name for name, two in partnerships.items() if who in two))
    if not mine.boards:
        return _nothing(reader)
    scale = _Scale(reader)
    gains = [(doing, str(spoken(title)), mine.gained(doing), mine.counts[doing]) for doing, title in DOINGS.items()]
    people = players_of(reader.state, *contestant) if not reader.state.individual else ()
    context = reader.context(
        "pair",
        who=who,
        title=reader.names.both(*contestant),
        total=scale.text(mine.average),
        unit=scale.name,
        chart=scale.chart(
            [(title, value) for _doing, title, value, _count in gains], (_("Over average"), mine.average), luck=0
        ),
        rows=[(title, scale.text(value), count) for _doing, title, value, count in gains],
        count=len(mine.boards),
        boards=[_board(reader, scale, each) for each in _in_order(mine)],
        players=[(number, reader.names.player(each)) for number, each in enumerate(people, 1) if len(people) > 1],
        led=mine.counts["leads"] > 0 or any(part.step == "lead" for each in found for part in each.parts),
    )
    return render(reader.request, "results/review.html", context)


def player(reader: Reader, who: str, player: int) -> HttpResponse:
    """What was one player's own doing: as declarer, and as leader."""
    contestant = reader.contestant(who)
    people = players_of(reader.state, *contestant)
    if not 1 <= player <= len(people) or reader.state.individual:
        raise Http404
    found = reviews_of(reader.viewer)
    person = people[player - 1]
    own = next((each for each in by_player(reader.state, found) if each.player == person), None)
    if own is None:
        return _nothing(reader)
    scale = _Scale(reader)
    shares = [
        (str(OURS["declaring"]), own.declaring / max(own.declared, 1), own.declared),
        (str(OURS["leads"]), own.leads / max(own.led, 1), own.led),
    ]
    context = reader.context(
        "pair",
        who=who,
        pair_title=reader.names.both(*contestant),
        title=reader.names.player(person),
        unit=scale.name,
        chart=scale.chart([(title, value) for title, value, _count in shares]),
        rows=[(title, scale.text(value), count) for title, value, count in shares],
        count=own.boards,
        declared=_declared(own.declared, own.tricks),
        boards=[_own_board(reader, scale, each, seat) for each, seat in _seats(reader, found, person)],
    )
    return render(reader.request, "results/review_player.html", context)


def _nothing(reader: Reader) -> HttpResponse:
    context = reader.context("pair", solving=reader.state.hands and not reader.state.tables)
    return render(reader.request, "results/review_not_yet.html", context, status=404)


def _in_order(mine: PairReview) -> list[SideReview]:
    return sorted(mine.boards, key=lambda each: each.board.key.board)


# -- boards -------------------------------------------------------------------------------------------------------------


def _board(reader: Reader, scale: _Scale, each: SideReview) -> dict[str, Any]:
    """A board: what was played, what it brought, and each step with its sentence."""
    return {
        **_played(reader, each.board),
        "total": scale.text(each.total),
        "parts": [
            (spoken(DOINGS[doing]), scale.text(gain), part.why, str(SURE[part.sure]) if gain else "")
            for doing, part, gain in each.parts
        ],
    }


def _own_board(reader: Reader, scale: _Scale, board: BoardReview, seat: Seat) -> dict[str, Any]:
    """A board of which a player declared, or led."""
    step, doing = ("play", OURS["declaring"]) if board.declarer is seat else ("lead", OURS["leads"])
    parts = [part for part in board.parts if part.step == step]
    return {
        **_played(reader, board),
        "total": scale.text(sum((part.of(seat.side) for part in parts), Fraction(0))),
        "parts": [
            (str(doing), scale.text(part.of(seat.side)), part.why, str(SURE[part.sure]) if part.ns else "")
            for part in parts
        ],
    }


def _played(reader: Reader, board: BoardReview) -> dict[str, Any]:
    record = reader.state.lines[board.key]
    return {"board": board.key.board, "entry": record.entry, "score": signed(board.score)}


def _seats(reader: Reader, found: Iterable[BoardReview], person: SeatedPlayer) -> list[tuple[BoardReview, Seat]]:
    """The boards that a player declared or led, with the player's seat, in the order of their numbers."""
    mine = []
    for board in found:
        sitting = around(reader.state, board.key.section, board.key.round, board.key.table)
        for letter, each in sitting.items():
            seat = Seat(letter)
            led = any(part.step == "lead" for part in board.parts) and board.declarer and board.declarer.left is seat
            if each == person and (board.declarer is seat or led):
                mine.append((board, seat))
    return sorted(mine, key=lambda each: each[0].key.board)


def _declared(boards: int, tricks: int) -> str:
    """A declarer in a sentence."""
    if not boards:
        return _("Declared nothing that can be looked at.")
    told = ngettext("Declared %(n)s board,", "Declared %(n)s boards,", boards) % {"n": boards}
    if not tricks:
        return f"{told} {_('with just the tricks that were there.')}"
    words = (
        ngettext("%(n)s trick more than were there.", "%(n)s tricks more than were there.", tricks)
        if tricks > 0
        else ngettext("%(n)s trick fewer than were there.", "%(n)s tricks fewer than were there.", -tricks)
    )
    return f"{told} {words % {'n': abs(tricks)}}"


# -- the picture --------------------------------------------------------------------------------------------------------

ZERO, HALF, STEP, HIGH = 232, 88, 44, 26
"""Where the line of average is, how long the longest bar, how far rows are apart, how high a bar."""


class _Scale:
    """Numbers of a session as they are written: in percent of a top, or in IMPs or points."""

    def __init__(self, reader: Reader) -> None:
        method = METHODS[reader.state.method]
        self.percent = method.percent
        self.name = _("percent of a top") if method.percent else method.unit

    def text(self, value: Fraction) -> str:
        """A gain or a loss: +4.2%, −0.75."""
        return f"{in_column(value, 1, sign=True)}%" if self.percent else in_column(value, 2, sign=True)

    def chart(
        self,
        gains: Sequence[tuple[str, Fraction]],
        total: tuple[str, Fraction] | None = None,
        luck: int | None = None,
    ) -> dict[str, Any]:
        """A bar for each part, to the right of the line what was gained, to the left what was lost; the total below."""
        rows = [*gains, total] if total else list(gains)
        most = max((abs(value) for _title, value in rows), default=Fraction(0)) or Fraction(1)
        bars = []
        for number, (title, value) in enumerate(rows):
            width = float(HALF * abs(value) / most)
            y = number * STEP + (14 if total and number == len(gains) else 0)
            bars.append(
                {
                    "title": title,
                    "text": self.text(value),
                    "x": ZERO if value >= 0 else ZERO - width,
                    "width": max(width, 1.0),
                    "y": y + (STEP - HIGH) // 2,
                    "middle": y + STEP // 2,
                    "kind": "luck" if number == luck else "gain" if value > 0 else "loss" if value < 0 else "even",
                    "total": total is not None and number == len(gains),
                }
            )
        height = len(rows) * STEP + (14 if total else 0)
        told = ", ".join(f"{title} {self.text(value)}" for title, value in rows)
        return {"bars": bars, "height": height, "zero": ZERO, "told": told, "high": HIGH}
