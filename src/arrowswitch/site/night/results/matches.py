"""The matches of a teams session: everybody against everybody, the running list round by round, and one match on its own."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from arrowswitch.scoring.explain.explain import Explanation, explain_match
from arrowswitch.scoring.matches.matches import Match, matches
from arrowswitch.session import State
from arrowswitch.session.night import Contestant, SideName, cross_tables, match_cards, matches_of
from arrowswitch.site.night.results.cards import shown_matches
from arrowswitch.site.night.results.reading import Reader
from arrowswitch.site.night.results.shown import named, unit_of
from arrowswitch.words import say

# -- pages ---------------------------------------------------------------------------------------------------------------


def crosstable(reader: Reader) -> HttpResponse:
    """All matches of the session."""
    if not reader.teams:
        raise Http404
    viewer = reader.viewer
    found = (
        cross_tables(reader.state, viewer.scored, viewer.standings, reader.names.contestant) if viewer.ranking else ()
    )
    return render(
        reader.request,
        "results/matches.html",
        reader.context("matches", tables=found, unit=unit_of(reader.state)),
        status=200 if viewer.ranking else 404,
    )


def match(reader: Reader, who: str, other: str) -> HttpResponse:
    """What two teams played against each other: both tables, board by board, and how its points come about."""
    one, two = reader.contestant(who), reader.contestant(other)
    if not reader.teams or one.section != two.section or one == two:
        raise Http404
    viewer, state = reader.viewer, reader.state
    cards = [card for card in match_cards(state, viewer.scored, one) if card.opponent == two]
    seen = all(viewer.scores(line.board) for card in cards for line in card.lines)
    boards = {line.board: viewer.points(line.board) for card in cards for line in card.lines}
    shown = shown_matches(state, cards, reader.names, boards) if seen else ()
    sheets = _sheets(reader, who, other) if viewer.ranking else []
    if not shown and not sheets and not (viewer.desk and _meet(state, one, two)):
        return _nothing(reader)
    return render(
        reader.request,
        "results/match.html",
        reader.context(
            "matches",
            who=who,
            other=other,
            ours=reader.names.both(*one),
            theirs=reader.names.both(*two),
            lines=shown,
            sheets=sheets,
            sitting=_sitting(reader, one, two),
            planned=next((key for key, _plan in matches_of(state) if _is(key, one, two)), None),
            unit=unit_of(state),
        ),
    )


def _nothing(reader: Reader) -> HttpResponse:
    return render(reader.request, "results/not_yet.html", reader.context("matches"), status=404)


def _is(key: tuple[str, int, int, int], one: Contestant, two: Contestant) -> bool:
    return key[0] == one.section and {key[1], key[2]} == {one.number, two.number}


def _meet(state: State, one: Contestant, two: Contestant) -> bool:
    return any(_is(key, one, two) for key, _plan in matches_of(state))


def _sheets(reader: Reader, who: str, other: str) -> list[dict[str, Any]]:
    scored = reader.viewer.scored
    found = []
    for each in matches(scored).get(who, ()):
        if each.opponent == other:
            steps = explain_match(scored, each)
            account = Explanation(say("{name} against {opponent}", name=who, opponent=other), steps)
            told = _told(each)
            found.append(
                {
                    "match": each,
                    # What is to be said of it, where its result is not made of boards
                    "told": told,
                    "account": named(account, reader.state, reader.names, reasons=reader.viewer.desk),
                }
            )
    return found


def _told(each: Match) -> str:
    if each.settled is None:
        return ""
    return _("settled by the director") if each.awarded else _("entered as a whole, without boards")


def _sitting(reader: Reader, one: Contestant, two: Contestant) -> list[tuple[str, str, str]]:
    """The tables of a match with the pairs that sit there: which table and round, who North-South, who East-West."""
    movement, names = reader.state.sections[one.section].movement, reader.names
    found = []
    for meeting in movement.meetings:
        if {meeting.ns, meeting.ew} == {one.number, two.number}:
            where = _("Table %(table)s, round %(round)s") % {
                "table": names.table(one.section, meeting.table),
                "round": meeting.round,
            }
            sides: tuple[tuple[int, SideName], ...] = (meeting.ns, "NS"), (meeting.ew, "EW")
            ns, ew = (
                f"{names.label(one.section, number)} {names.sitting(one.section, number, side, meeting.round)}".strip()
                for number, side in sides
            )
            found.append((where, ns, ew))
    return found
