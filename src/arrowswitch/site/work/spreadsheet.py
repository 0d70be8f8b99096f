"""Files for spreadsheets: in UTF-8 with the mark by which they know it, and no cell that they would take for a formula."""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Iterable

from django.http import HttpResponse

UNSEEN = ("Cc", "Cf", "Zs", "Zl", "Zp")
FORMULA = ("=", "+", "-", "@")
"""With one of these a formula begins, in whatever width it is written."""
AN_AMOUNT = re.compile(r"-[0-9]+([.,][0-9]+)?")


def is_formula(cell: str) -> bool:
    """Whether a spreadsheet may take a cell for a formula; an amount less than nothing is none.

    >>> is_formula("=1+1"), is_formula("＝1+1"), is_formula("\u200b=1+1"), is_formula("-2+3"), is_formula("\t=1+1")
    (True, True, True, True, True)
    >>> is_formula("O'Neill-Smith"), is_formula("-7.50"), is_formula("-7,50")
    (False, False, False)
    """
    seen = (each for each in unicodedata.normalize("NFKC", cell) if unicodedata.category(each) not in UNSEEN)
    return next(seen, "") in FORMULA and AN_AMOUNT.fullmatch(cell) is None


def spreadsheet(name: str, rows: Iterable[Iterable[object]], *, apart: str = ",") -> HttpResponse:
    """A file of rows, the first of which is the head; what stands between two cells is for spreadsheets of the country.

    >>> spreadsheet("dues", [["name", "due"], ["=Ann", "-7.50"]]).content.decode("utf-8-sig").split()
    ['name,due', "'=Ann,-7.50"]
    """
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    response.write("\ufeff")
    sheet = csv.writer(response, delimiter=apart)
    for row in rows:
        sheet.writerow(
            cell if isinstance(cell, (int, float)) or not is_formula(str(cell)) else f"'{cell}" for cell in row
        )
    return response
