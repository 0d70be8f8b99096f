"""Somebody who reads results: at the desk, or with the link that was shared. The pages are the same, the eyes are not."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from arrowswitch.scoring.session import TEAMS
from arrowswitch.session import State
from arrowswitch.session.night import Contestant, contestants
from arrowswitch.site.journal.models import Session
from arrowswitch.site.night.naming import Eyes, Names
from arrowswitch.site.night.results.models import Link
from arrowswitch.site.night.results.seeing import Viewer
from arrowswitch.site.requests import ClubRequest


@dataclass
class Reader:
    """Who reads the results of which session, and under which address."""

    request: ClubRequest
    session: Session
    viewer: Viewer
    base: str
    layout: str
    link: Link | None = None
    eyes: Eyes = "public"
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def state(self) -> State:
        """What there is to see."""
        return self.viewer.state

    @cached_property
    def names(self) -> Names:
        """Who is who."""
        if self.request.club is None:  # what is read is always a club's
            raise Http404
        return Names(self.state, self.request.club, self.eyes)

    @cached_property
    def me(self) -> Contestant | None:
        """The reader's own pair or team of the night, where it is known."""
        by = self.viewer.by
        return Contestant(by.section, by.contestant) if by.contestant is not None else None

    @property
    def looks_for(self) -> str:
        """Whose line is looked for on a board: the one that the address names, otherwise the reader's own."""
        asked = self.request.GET.get("of", "")
        if asked in contestants(self.state):
            return asked
        return self.state.name(*self.me) if self.me else ""

    @property
    def mine(self) -> bool:
        """Whether that is the reader's own."""
        return self.me is not None and self.looks_for == self.state.name(*self.me)

    @property
    def teams(self) -> bool:
        """Whether it is a session of teams."""
        return self.state.method in TEAMS

    @cached_property
    def has_hands(self) -> bool:
        """Whether there are hands of any board to be seen."""
        return bool(self.boards_with_hands)

    @cached_property
    def boards_with_hands(self) -> tuple[int, ...]:
        """The boards whose hands may be seen."""
        known = {*self.state.hands, *(key.board for key in self.state.own_hands)}
        return tuple(board for board in sorted(known) if self.viewer.hands(board))

    @cached_property
    def has_review(self) -> bool:
        """Whether a night can be seen against the cards: results, hands and par of some board may be seen and are known."""
        known = {*self.state.tables, *(key.board for key in self.state.own_tables)} & set(self.state.on_board)
        return any(self.viewer.reviewable(board) for board in known)

    @property
    def appealed(self) -> str:
        """What of the posted results is under appeal now, for those who see them."""
        if not self.state.publications or not self.viewer.ranking:
            return ""
        now = self.viewer.now
        lines = [now.rulings[each.act.ruling].line for each in now.appeals.values() if each.open]
        boards = sorted({line.board for line in lines if line is not None})
        told = []
        if boards:
            told.append(
                ngettext("board %(boards)s", "boards %(boards)s", len(boards)) % {"boards": ", ".join(map(str, boards))}
            )
        return ", ".join([*told, gettext("a ruling")] if None in lines else told)

    def contestant(self, who: str) -> Contestant:
        """Who is meant in an address; a page that is not there for anybody else."""
        found = contestants(self.state).get(who)
        if found is None:
            raise Http404
        return found

    def context(self, page: str, **more: Any) -> dict[str, Any]:
        """What every page of results knows."""
        return {
            "reader": self,
            "viewer": self.viewer,
            "state": self.state,
            "names": self.names,
            "base": self.base,
            "layout": self.layout,
            "page": page,
            "live": not self.state.publications,
            "correcting": not self.viewer.desk
            and bool(self.state.publications)
            and self.viewer.now.phase != "published",
            "appealed": self.appealed,
            "now": timezone.now(),
            **self.extra,
            **more,
        }
