"""The page *Awards* of a session, and its list as a file."""

from __future__ import annotations

import csv
from dataclasses import replace
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from arrowswitch.contests.awards import AwardScheme, AwardSheet, award_changes, scheme_names, scheme_of
from arrowswitch.scoring.figures import decimals, in_column
from arrowswitch.site.accounts.gate import DESK
from arrowswitch.site.night.awards.made import SCHEMES, people, sheet_of
from arrowswitch.site.night.desk import Desk, at_desk
from arrowswitch.site.night.naming import Names
from arrowswitch.site.night.results.seeing import versions_of
from arrowswitch.site.requests import MemberRequest
from arrowswitch.words import Sentence, say


@at_desk(*DESK)
@require_safe
def awards(request: MemberRequest, desk: Desk) -> HttpResponse:
    """What was awarded when the results were posted last, and what that changed; before that, as things stand."""
    scheme = _scheme(request, desk)
    context: dict[str, Any] = {
        "desk": desk,
        "scheme": scheme,
        "chosen": _chosen(request, desk),
        "schemes": [(name, scheme_of(name).title) for name in scheme_names()],
    }
    if scheme is None:
        return render(request, "night/awards/awards.html", context)
    posted = versions_of(desk.session.pk, desk.state)
    names = Names(posted[-1].state, request.club, "desk") if posted else desk.names
    sheet = sheet_of(names.state, names, scheme)
    earlier = Names(posted[-2].state, request.club, "desk") if len(posted) > 1 else None
    context |= {
        "posted": posted[-1] if posted else None,
        "lists": _lists(sheet, names),
        "notes": sheet.notes,
        "changes": _changes(sheet_of(earlier.state, earlier, scheme), earlier, sheet, names) if earlier else None,
        "apart": not all(each.counts for each in sheet.awards),
    }
    return render(request, "night/awards/awards.html", context)


@at_desk(*DESK)
@require_safe
def as_file(request: MemberRequest, desk: Desk) -> HttpResponse:
    """The awards that are credited, a line for every player, for the federation or the committee."""
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="awards-{desk.state.date}-{desk.session.pk}.csv"'
    response.write("\ufeff")
    sheet = csv.writer(response)
    sheet.writerow(["date", "session", "list", "place", "contestant", "name", "number", "points", "unit"])
    scheme = _scheme(request, desk)
    if scheme is None:
        return response
    posted = versions_of(desk.session.pk, desk.state)
    names = Names(posted[-1].state if posted else desk.state, request.club, "files")
    seated = people(names.state, names)
    for award in sheet_of(names.state, names, scheme).awards:
        for player in (seated[key] for key in award.players) if award.counts else ():
            cells = (
                str(desk.state.date),
                desk.state.title,
                str(award.list),
                award.rank,
                _label(names, award.contestant),
                names.player(player),
                names.number(player),
                str(float(award.amount)).removesuffix(".0"),
                award.unit,
            )
            sheet.writerow([_harmless(cell) for cell in cells])
    return response


def _harmless(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell[:1] in ("=", "+", "-", "@") else cell


def _chosen(request: MemberRequest, desk: Desk) -> str:
    asked = request.GET.get("scheme", "")
    return asked if asked in scheme_names() else SCHEMES.get(desk.state.regulations.name, "")


def _scheme(request: MemberRequest, desk: Desk) -> AwardScheme | None:
    """The scheme that is asked for, or that of the regulations; none where they have none."""
    name = _chosen(request, desk)
    return scheme_of(name) if name else None


def _label(names: Names, who: str) -> str:
    return names.label(*names.by_scoring_name[who])


def _both(names: Names, who: str) -> str:
    return names.both(*names.by_scoring_name[who])


def _lists(sheet: AwardSheet, names: Names) -> list[tuple[Sentence, list[dict[str, Any]]]]:
    """The awards of each list, under its title."""
    places = decimals([each.amount for each in sheet.awards])
    found: dict[Sentence, list[dict[str, Any]]] = {}
    for each in sheet.awards:
        who = names.by_scoring_name[each.contestant]
        amount = in_column(each.amount, places)
        title = say("{name}: {amount} {unit}", name=names.label(*who), amount=amount, unit=each.unit)
        row = {"award": each, "label": names.label(*who), "names": names.contestant(*who), "amount": amount}
        found.setdefault(each.list, []).append(row | {"working": replace(each.working, title=title)})
    return list(found.items())


def _changes(before: AwardSheet, earlier: Names, after: AwardSheet, names: Names) -> list[dict[str, str]]:
    found = award_changes(before, after)
    places = decimals([number for each in found for number in (each.before, each.after)])
    return [
        {
            "names": _both(names if each.contestant in names.by_scoring_name else earlier, each.contestant),
            "before": in_column(each.before, places),
            "after": in_column(each.after, places),
        }
        for each in found
    ]
