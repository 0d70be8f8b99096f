"""What the page of a sheet shows: its lines with names and words, how far everything is, and what is missing."""

from __future__ import annotations

import uuid
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from arrowswitch.session.desk import CODES, PATTERNS, Habits, Sheet, SheetRow, as_typed, next_sheet, understood
from arrowswitch.session.night import PLAYED, LineRecord, missing, record_told, suspicious
from arrowswitch.site.movement.templatetags.spoken import said
from arrowswitch.site.night.desk import Desk
from arrowswitch.site.night.entry.saving import SavedLine, name_of, own_slip, suggested_reason
from arrowswitch.site.night.entry.ways import TypingWay, WayForm
from arrowswitch.words import Sentence


def show(desk: Desk, sheet: Sheet, row: SheetRow, outcome: SavedLine, habits: Habits) -> dict[str, Any]:
    """A line with all that is said about it."""
    line, record = row.line, row.record
    movement = desk.state.sections[line.section].movement
    stands = as_typed(record, habits)
    open_again = not outcome.ok
    wrong = suspicious(desk.state, line, record.entry) if record and record.entry and _is_open(record) else ()
    asked = open_again and outcome.ask == "correction"
    kind = "is-empty" if row.empty else "is-out" if row.removed else "is-ahead" if row.ahead else ""
    return {
        "row": row,
        "name": name_of(line),
        "ns": movement.label(row.ns),
        "ns_names": desk.names.sitting(line.section, row.ns, "NS", line.round) if row.ns else "",
        "ew": movement.label(row.ew),
        "ew_names": desk.names.sitting(line.section, row.ew, "EW", line.round) if row.ew else "",
        "stands": stands,
        "said": outcome.said if open_again else _standing(record, line.board),
        "warnings": () if open_again else wrong,
        "outcome": outcome,
        "text": outcome.filled.text if open_again else stands,
        "why": outcome.filled.why or (suggested_reason(desk, line) if asked else ""),
        "slip": bool(outcome.filled.slip) or (asked and own_slip(desk, line)),
        "command": uuid.uuid4(),
        "looks": f"is-{outcome.status} {kind}".rstrip(),
    }


def _is_open(record: LineRecord) -> bool:
    """Whether a result that looks wrong is still to be asked about."""
    return record.occupies and isinstance(record.entry, PLAYED) and not record.settled


def _standing(record: LineRecord | None, board: int) -> Sentence | str:
    """What stands on a line, in words."""
    if record is None or (record.entry is None and not record.adjusted):
        return ""
    if record.adjusted or record.group or record.void or record.entry is None:
        return record_told(record, board)
    return understood(record.entry, board)


def kept(row: SheetRow, outcome: SavedLine) -> str:
    """What was kept, to be said on the next sheet: "Board 6: NS +420"."""
    if outcome.status != "saved":
        return ""
    return _("Board %(board)s: %(result)s") % {"board": row.line.board, "result": said(outcome.said)}


def may_end(desk: Desk) -> bool:
    """Whether there is something to say about play being over: rounds that nobody called, or travellers to come."""
    state = desk.state
    return state.phase in ("open", "playing") and any(
        not section.over and (not section.last_called or state.settings.source == "end")
        for section in state.sections.values()
    )


def address(desk: Desk, sheet: Sheet | None) -> str:
    """Where a sheet is typed."""
    place = reverse("night-entry", args=[desk.session.pk])
    return f"{place}?{urlencode({'sheet': sheet.code})}" if sheet else place


def summary(desk: Desk, found: tuple[Sheet, ...], sheet: Sheet | None) -> dict[str, Any]:
    """How many results are in, and where some are missing."""
    rows = [row for each in found for row in each.rows if not row.removed and (row.record or not row.ahead)]
    waiting = [each for each in found if each.done < len(each.rows)]
    after = next_sheet(found, sheet)
    return {
        "desk": desk,
        "sheet": sheet,
        "of": len(rows),
        "done": sum(not row.waiting for row in rows),
        "waiting": [(each, len(each.rows) - each.done, address(desk, each)) for each in waiting],
        "late": sum(each.what == "late-play" for each in missing(desk.state)),
        "next": address(desk, after) if after and (sheet is None or after.code != sheet.code) else "",
        "several": len(desk.state.sections) > 1,
        "to_results": "" if waiting or not _last_round(desk) else reverse("night-results", args=[desk.session.pk]),
    }


def _last_round(desk: Desk) -> bool:
    return all(section.last_called for section in desk.state.sections.values())


def page(
    desk: Desk,
    way: TypingWay,
    found: tuple[Sheet, ...],
    sheet: Sheet | None,
    outcomes: dict[str, SavedLine],
    problem: str = "",
) -> dict[str, Any]:
    """Everything on the page."""
    rows = (
        [show(desk, sheet, row, outcomes.get(name_of(row.line), SavedLine()), way.habits) for row in sheet.rows]
        if sheet
        else []
    )
    first = next((row for row in rows if not row["outcome"].ok), None) or next(
        (row for row in rows if row["row"].empty), None
    )
    found = found if sheet is None or sheet in found else way.every_sheet(desk.state)
    place = found.index(sheet) if sheet in found else 0
    return {
        **summary(desk, found, sheet),
        "rows": rows,
        "focus": first["name"] if first else (rows[0]["name"] if rows else ""),
        "way": way,
        "way_form": WayForm.of(way),
        "codes": CODES,
        "patterns": PATTERNS,
        "previous": address(desk, found[place - 1]) if sheet and place else "",
        "following": address(desk, found[place + 1]) if sheet and place + 1 < len(found) else "",
        "problem": problem,
        "may_end": may_end(desk),
    }
