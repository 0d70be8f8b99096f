"""Awards as a table that a spreadsheet opens: of a session, and of a span of days for the federation."""

from __future__ import annotations

import csv
from typing import Any

from django.http import HttpResponse


def table_of_awards(name: str) -> tuple[Any, HttpResponse]:
    """A file to be filled line by line, and the answer that it goes out with."""
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response.write("\ufeff")
    return csv.writer(response), response


def harmless(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula.

    >>> harmless("=1+1"), harmless("Ann Ash")
    ("'=1+1", 'Ann Ash')
    """
    return f"'{cell}" if cell[:1] in ("=", "+", "-", "@") else cell
