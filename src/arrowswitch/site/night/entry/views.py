"""Scores typed at the desk, from travellers or pick-up slips: one sheet at a time, one line at a time.

With script each line is sent as Enter is pressed; without, the sheet is one form. Both come to the same place.
"""

from __future__ import annotations

from urllib.parse import quote

from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from arrowswitch.session import EndPlay, Refused
from arrowswitch.session.desk import Sheet, find_sheet, jump, next_sheet, read_typed, understood
from arrowswitch.session.night import PLAYED, no_score, ns_points
from arrowswitch.site.accounts.gate import DESK, ask_or_send
from arrowswitch.site.calculator.templatetags.figures import minus
from arrowswitch.site.movement.templatetags.spoken import said
from arrowswitch.site.night.desk import Desk, at_desk, told
from arrowswitch.site.night.entry import shown
from arrowswitch.site.night.entry.saving import FilledLine, SavedLine, name_of, row_of, save
from arrowswitch.site.night.entry.ways import TypingWay, WayForm, keep, way_of
from arrowswitch.site.requests import MemberRequest

PAGE = "night/entry/entry.html"
SHEET = "night/entry/_sheet.html"


@at_desk(*DESK)
@ask_or_send
def entry(request: MemberRequest, desk: Desk) -> HttpResponse:
    """A sheet: the one that was asked for, or the first that is not complete."""
    way = way_of(desk)
    if request.method == "POST":
        return _keep_sheet(request, desk, way)
    found = way.sheets(desk.state)
    sheet = _asked_for(desk, way, request.GET.get("sheet", ""))
    wish = request.GET.get("to", "").strip()
    if wish:
        asked = jump(found, wish, sheet) or jump(way.every_sheet(desk.state), wish, sheet)
        if asked:
            return redirect(shown.address(desk, asked))
    sheet = sheet or next_sheet(found) or (found[0] if found else None)
    problem = _("There is no sheet %(wish)s yet.") % {"wish": f"“{wish[:20]}”"} if wish else ""
    page = SHEET if request.htmx else PAGE
    answer = render(request, page, shown.page(desk, way, found, sheet, {}, problem), status=404 if problem else 200)
    answer["X-Sheet"] = quote(sheet.code) if sheet else ""
    return answer


def _asked_for(desk: Desk, way: TypingWay, code: str) -> Sheet | None:
    """The sheet of a code, be it of a round that was not called yet."""
    return find_sheet(way.sheets(desk.state), code) or find_sheet(way.every_sheet(desk.state), code)


def _keep_sheet(request: MemberRequest, desk: Desk, way: TypingWay) -> HttpResponse:
    """The whole sheet as one form, line by line in its order."""
    sheet = _asked_for(desk, way, request.POST.get("sheet", ""))
    if sheet is None:
        return redirect("night-entry", session=desk.session.pk)
    outcomes: dict[str, SavedLine] = {}
    for row in sheet.rows:
        name = name_of(row.line)
        here = _again(desk, way, sheet)
        now = row_of(here, name) or row
        outcomes[name] = save(desk, here, now, FilledLine.of(request.POST, name), way.habits)
    found, sheet = way.sheets(desk.state), _again(desk, way, sheet)
    worst = max((outcome.code for outcome in outcomes.values()), default=200)
    if worst == 200:
        return redirect(shown.address(desk, (next_sheet(found, sheet) or sheet) if sheet.complete else sheet))
    return render(request, PAGE, shown.page(desk, way, found, sheet, outcomes), status=worst)


def _again(desk: Desk, way: TypingWay, sheet: Sheet) -> Sheet:
    """A sheet as it is now."""
    return _asked_for(desk, way, sheet.code) or sheet


@at_desk(*DESK)
@require_POST
def line(request: MemberRequest, desk: Desk) -> HttpResponse:
    """One line, as Enter is pressed on it: what became of it, and where to go on."""
    way = way_of(desk)
    sheet = _asked_for(desk, way, request.POST.get("sheet", ""))
    row = row_of(sheet, request.POST.get("row", "")) if sheet else None
    if sheet is None or row is None:
        return JsonResponse({"problem": _("This line is no longer there; open the page again.")}, status=410)
    outcome = save(desk, sheet, row, FilledLine.of(request.POST, name_of(row.line)), way.habits)
    found = way.sheets(desk.state)
    sheet = _again(desk, way, sheet)
    row = row_of(sheet, name_of(row.line)) or row
    values = shown.summary(desk, found, sheet)
    return JsonResponse(
        {
            "status": outcome.status,
            "ask": outcome.ask,
            "row": render_to_string(
                "night/entry/_row.html",
                {"line": shown.show(desk, sheet, row, outcome, way.habits), "sheet": sheet, "desk": desk},
                request,
            ),
            "summary": render_to_string("night/entry/_summary.html", values, request),
            "kept": shown.kept(row, outcome),
            "complete": sheet.complete,
            "next": values["next"],
        },
        status=outcome.code,
    )


@at_desk(*DESK)
@require_safe
def reading(request: MemberRequest, desk: Desk) -> HttpResponse:
    """What a text would mean on a line, while it is being typed."""
    way = way_of(desk)
    sheet = _asked_for(desk, way, request.GET.get("sheet", ""))
    row = row_of(sheet, request.GET.get("row", "")) if sheet else None
    if sheet is None or row is None:
        return JsonResponse({"said": ""})
    board = row.line.board
    try:
        what = read_typed(request.GET.get("text", ""), board, sheet.above(row.line), way.habits).what
    except Refused as refusal:
        return JsonResponse({"said": "", "problem": minus(told(refusal))})
    points = ns_points(what, board) if isinstance(what, PLAYED) else None
    problem = next(no_score(points, board), "") if points is not None else ""
    return JsonResponse({"said": said(understood(what, board)), "problem": minus(said(problem))})


@at_desk(*DESK)
@require_POST
def over(request: MemberRequest, desk: Desk) -> HttpResponse:
    """All rounds have been played, and nobody called them."""
    done = desk.do(EndPlay())
    if done.ok:
        return redirect("night-entry", session=desk.session.pk)
    way = way_of(desk)
    found = way.sheets(desk.state)
    sheet = next_sheet(found) or (found[0] if found else None)
    return render(request, PAGE, shown.page(desk, way, found, sheet, {}, done.problem), status=done.status)


@at_desk(*DESK)
@require_POST
def way(request: MemberRequest, desk: Desk) -> HttpResponse:
    """Another way of posting, for this browser."""
    form = WayForm(request.POST)
    if form.is_valid():
        keep(desk, TypingWay(**form.cleaned_data))
        return redirect("night-entry", session=desk.session.pk)
    before = way_of(desk)
    found = before.sheets(desk.state)
    values = shown.page(desk, before, found, next_sheet(found) or (found[0] if found else None), {})
    return render(request, PAGE, {**values, "way_form": form}, status=422)
