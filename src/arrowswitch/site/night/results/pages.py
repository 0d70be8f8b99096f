"""The pages of results, the same for the desk and for those with the link: list, card, board, recap, movement, working."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from arrowswitch.scoring import METHODS, BadSession, Standing, explain, factored
from arrowswitch.scoring.explain.compared import compared
from arrowswitch.scoring.figures import decimals, percentage, signed, written
from arrowswitch.session.night import Missing, board_sheets, match_cards, missing, recap, score_card
from arrowswitch.session.sight import left_early
from arrowswitch.site.merits.award_reading import AwardBeside, awards_beside
from arrowswitch.site.movement.shown import grid
from arrowswitch.site.night.deals.paper import hand_pdf, printed_deals
from arrowswitch.site.night.results.cards import moved, own_result, recap_lists, shown_matches, shown_rounds
from arrowswitch.site.night.results.hands import deals_shown
from arrowswitch.site.night.results.reading import Reader
from arrowswitch.site.night.results.seeing import versions_of
from arrowswitch.site.night.results.shown import (
    Unit,
    further_rank_lists,
    in_percent,
    named,
    point_text,
    rank_lists,
    shown_sheet,
    unit_of,
)
from arrowswitch.site.work.paper import on_paper
from arrowswitch.words import Sentence

NOTHING_NEW = 204
FORMS = ("hands", "hands-18", "hands-large", "hands-lines")
"""In which players can have the hand records on paper."""


def ranking_context(reader: Reader) -> dict[str, Any]:
    """What the ranked list needs."""
    viewer = reader.viewer
    everybody = reader.state, viewer.standings, reader.names, reader.me
    factors = factored(viewer.scored) if METHODS[reader.state.method].percent else {}
    lists = rank_lists(*everybody, factors=factors, awards=_awards(reader))
    further = further_rank_lists(reader.state, viewer.scored, *everybody[1:]) if viewer.standings else ()
    seen = len(viewer.now.journal)
    lacking = len(_lacking(reader))
    return reader.context("ranking", lists=lists, further=further, seen=seen, gone=_gone(reader), lacking=lacking)


def _awards(reader: Reader) -> dict[str, AwardBeside]:
    """What was awarded for the list that is shown: none while it stands as it is, or is corrected at the desk."""
    posted = len(reader.viewer.now.publications) if reader.viewer.ranking and reader.state.phase == "published" else 0
    return awards_beside(reader.request, reader.session, posted)


def _lacking(reader: Reader) -> tuple[Missing, ...]:
    """The results that were missing when the list was posted; before that everybody knows that it is not complete."""
    return missing(reader.state) if reader.state.phase == "published" else ()


def _gone(reader: Reader) -> list[tuple[str, str, Sentence]]:
    """The pairs that went home and stand on no list: the card of each, its names, and what became of its results."""
    return [
        (
            reader.state.name(each.section, each.contestant),
            reader.names.contestant(each.section, each.contestant),
            each.text,
        )
        for each in left_early(reader.state)
        if each.contestant is not None
    ]


def ranking(reader: Reader) -> HttpResponse:
    """The ranked list; a page that asks again is told when nothing is new."""
    if reader.request.htmx:
        if reader.request.GET.get("seen") == str(len(reader.viewer.now.journal)):
            return HttpResponse(status=NOTHING_NEW)
        return render(reader.request, "results/_ranking.html", ranking_context(reader))
    return render(reader.request, "results/ranking.html", ranking_context(reader))


def not_yet(reader: Reader, page: str) -> HttpResponse:
    """A page that is not for this reader now."""
    return render(reader.request, "results/not_yet.html", reader.context(page), status=404)


def pair(reader: Reader, who: str) -> HttpResponse:
    """A pair's or a team's card."""
    contestant = reader.contestant(who)
    viewer, state = reader.viewer, reader.state
    visible = {board: viewer.points(board) for board in state.on_board}
    standing = next((each for each in viewer.standings if each.contestant == who), None)
    rounds: tuple[dict[str, Any], ...] = ()
    matches: tuple[dict[str, Any], ...] = ()
    if reader.teams:
        cards = match_cards(state, viewer.scored, contestant)
        open_cards = tuple(card for card in cards if all(viewer.scores(each.board) for each in card.lines))
        matches = shown_matches(state, open_cards, reader.names, visible)
    else:
        card = score_card(state, viewer.scored, contestant)
        seen = tuple(each for each in card if all(viewer.scores(made.line.key.board) for made in each.lines))
        rounds = shown_rounds(state, seen, reader.names, visible)
    if not rounds and not matches and standing is None:
        return not_yet(reader, "pair")
    return render(
        reader.request,
        "results/pair.html",
        reader.context(
            "pair",
            who=who,
            contestant=contestant,
            title=reader.names.both(*contestant),
            lacking=sorted(
                each.line.board
                for each in _lacking(reader)
                if contestant in ((each.line.section, each.ns), (each.line.section, each.ew))
            ),
            standing=standing,
            percent=percentage(standing.percent) if standing else "",
            vps=percentage(standing.vps) if standing and standing.vps is not None else "",
            total=_total(standing, unit_of(state)) if standing else "",
            rounds=rounds,
            matches=matches,
            reviewed=reader.has_review,
            unit=unit_of(state),
            percents=any(row["percent"] for each in rounds for row in each["rows"]),
        ),
    )


def _total(standing: Standing, unit: Unit) -> str:
    """What a contestant has come to, in the figures of the list: 54.13%, 12.50 VP, +34 IMPs."""
    if standing.percent is not None:
        return f"{percentage(standing.percent)}%"
    if standing.vps is not None:
        return f"{percentage(standing.vps)} {_('VP')}"
    return f"{(signed if unit.signed else written)(standing.points)} {unit.short}"


def board(reader: Reader, number: int) -> HttpResponse:
    """A board sheet."""
    viewer, state = reader.viewer, reader.state
    if number not in state.on_board:
        raise Http404
    deals = deals_shown(state, number, par=viewer.par(number)) if viewer.hands(number) else ()
    if not viewer.scores(number) and not deals:
        return not_yet(reader, "boards")
    who = reader.looks_for
    sheets: tuple[dict[str, Any], ...] = ()
    own = None
    if viewer.scores(number):
        found = board_sheets(state, viewer.scored, number)
        sheets = tuple(
            shown_sheet(state, sheet, reader.names, points=viewer.points(number), mine=who) for sheet in found
        )
        own = own_result(state, found, who, points=viewer.points(number)) if who else None
    boards = sorted({*viewer.boards, number})
    place = boards.index(number)
    return render(
        reader.request,
        "results/board.html",
        reader.context(
            "boards",
            board=number,
            who=who,
            whose=reader.names.both(*reader.contestant(who)) if who else "",
            own=own,
            sheets=sheets,
            deals=deals,
            points=viewer.points(number),
            unit=unit_of(state),
            before=boards[place - 1] if place else None,
            after=boards[place + 1] if place + 1 < len(boards) else None,
        ),
    )


def boards(reader: Reader) -> HttpResponse:
    """The boards that may be seen."""
    if not reader.viewer.boards and not reader.has_hands:
        return not_yet(reader, "boards")
    numbers = sorted({*reader.viewer.boards, *reader.boards_with_hands})
    return render(
        reader.request,
        "results/boards.html",
        reader.context("boards", numbers=[each for each in numbers if each in reader.state.on_board]),
    )


def all_hands_page(reader: Reader) -> HttpResponse:
    """The hands of every board that may be seen, below each other."""
    if not reader.has_hands:
        return not_yet(reader, "hands")
    found = [
        (number, deals_shown(reader.state, number, par=reader.viewer.par(number)))
        for number in reader.boards_with_hands
    ]
    return render(reader.request, "results/all_hands.html", reader.context("hands", found=found))


def hands_pdf(reader: Reader) -> HttpResponse:
    """The same on paper, as many on a page as is asked for."""
    if not reader.has_hands:
        return not_yet(reader, "hands")
    what = reader.request.GET.get("form", "hands")
    seen = [
        each if reader.viewer.par(each.hands.board) else replace(each, table=None)
        for each in printed_deals(reader.state, set(reader.boards_with_hands))
    ]
    known = what if what in FORMS else "hands"
    return on_paper(
        reader.request,
        f"{reader.state.date}-hand-record",
        lambda: hand_pdf(reader.request, known, seen, reader.state.title),
    )


def recap_page(reader: Reader) -> HttpResponse:
    """Everybody's points on every board."""
    viewer = reader.viewer
    if not viewer.all_points:
        return not_yet(reader, "recap")
    state, unit = reader.state, unit_of(reader.state)
    numbers = sorted({key.board for key in viewer.scored.boards})
    found = recap(state, viewer.scored)
    places = {number: decimals(made[number].value for made in found.values() if number in made) for number in numbers}
    lists = recap_lists(
        state,
        viewer.standings,
        reader.names,
        numbers,
        {
            who: {number: point_text(points, unit, places[number]) for number, points in made.items()}
            for who, made in found.items()
        },
    )
    return render(
        reader.request,
        "results/recap.html",
        reader.context("recap", numbers=numbers, lists=lists, unit=unit, gone=_gone(reader)),
    )


def movement(reader: Reader) -> HttpResponse:
    """Who met whom, where, with which boards."""
    sections = [
        {
            "name": section.name if len(reader.state.sections) > 1 else "",
            "detail": {
                "rounds": range(1, section.movement.rounds + 1),
                "grid": grid(section.movement),
                "switches": any(meeting.switched for meeting in section.movement.meetings),
            },
            "movement": section.movement,
        }
        for section in reader.state.sections.values()
    ]
    return render(reader.request, "results/movement.html", reader.context("movement", sections=sections))


def versions_page(reader: Reader) -> HttpResponse:
    """Every version that was posted, and what changed."""
    found = [
        {
            "version": version,
            "lines": [each for each in version.changes.lines if reader.viewer.line(each.line)],
            "moves": moved(reader.state, version.changes, reader.names) if reader.viewer.ranking else [],
            "other": [text for _entry, text in version.changes.other] if reader.viewer.ranking else [],
        }
        for version in reversed(versions_of(reader.session.pk, reader.viewer.now))
    ]
    return render(reader.request, "results/versions.html", reader.context("versions", versions=found))


def working(reader: Reader, who: str, number: int | None = None) -> HttpResponse:
    """How a number came about."""
    contestant = reader.contestant(who)
    viewer = reader.viewer
    if not (viewer.all_points if number is None else viewer.points(number)):
        return not_yet(reader, "ranking")
    try:
        explanation = explain(viewer.scored, who, number)
    except BadSession:
        raise Http404 from None
    made = recap(reader.state, viewer.scored).get(contestant, {}).get(number) if number is not None else None
    context = reader.context(
        "ranking",
        who=who,
        number=number,
        title=reader.names.both(*contestant),
        compared=compared(viewer.scored, who, number) if number is not None else None,
        account=named(in_percent(explanation, made), reader.state, reader.names, reasons=viewer.desk),
    )
    return render(reader.request, "results/_working.html" if reader.request.htmx else "results/working.html", context)
