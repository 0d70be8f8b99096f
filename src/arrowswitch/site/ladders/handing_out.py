"""Lists that leave the pages: the paper that was asked for, and files for spreadsheets."""

from __future__ import annotations

import csv
from collections.abc import Iterable

from django.http import HttpResponse

from arrowswitch import press
from arrowswitch.site.club.players.file import is_formula
from arrowswitch.site.requests import ClubRequest


def paper_of(request: ClubRequest) -> str:
    """The paper that was asked for."""
    wanted = request.GET.get("paper", "a4")
    return wanted if wanted in press.PAPERS else "a4"


def spreadsheet(name: str, head: Iterable[str], rows: Iterable[Iterable[object]]) -> HttpResponse:
    """A file for spreadsheets, in which no cell is taken for a formula."""
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    response.write("\ufeff")
    sheet = csv.writer(response)
    sheet.writerow(head)
    for row in rows:
        sheet.writerow(f"'{each}" if isinstance(each, str) and is_formula(each) else each for each in row)
    return response
