"""Slips typed as a list: one pair a line, its number and then its names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from arrowswitch.session import State
from arrowswitch.session.night import seats_of
from arrowswitch.site.night.naming import Names

SIGNS = re.compile(r"[,;\t/&]|\s+-\s+|\s\+\s")
BETWEEN = re.compile(r"[^0-9a-z]+")
FIRST = re.compile(
    r"\s*(?P<pair>(?:[^\W\d_]{1,12}\s*){0,2}\d{1,3}\s*(?:NS|EW)?)\s*[,;:\t. ]\s*(?P<names>.+)", re.IGNORECASE
)


@dataclass(frozen=True)
class SlipLine:
    """A line that can be understood: a pair or team, and what was written for each of its seats."""

    line: str
    section: str
    contestant: int
    names: tuple[str, ...]


class BadSlipLine(ValueError):  # noqa: N818 - said to a person
    """A line that cannot be understood, and why."""


def contestants(state: State, names: Names) -> Mapping[str, tuple[str, int]]:
    """Every way to write a pair's number: "NS 3", "3ns", "A NS 3", or the bare number where it is clear."""
    ways: dict[str, set[tuple[str, int]]] = {}
    for section in state.sections.values():
        for number in section.movement.contestants:
            label = section.movement.label(number)
            digits = re.sub(r"\D", "", label)
            side = "".join(seats_of(section.movement, number))[:2]
            spellings = {label, names.label(section.name, number), f"{section.name}{label}", f"{label}{section.name}"}
            if not section.movement.labels:
                spellings |= {f"{digits}{side}", f"{side}{digits}"}
            else:
                spellings |= {f"{digits}{label.replace(digits, '')}", digits}
                spellings |= {f"{section.name}{digits}{label.replace(digits, '')}"}
            for spelling in spellings:
                ways.setdefault(_bare(spelling), set()).add((section.name, number))
    return {way: next(iter(whom)) for way, whom in ways.items() if len(whom) == 1}


def _bare(text: str) -> str:
    return BETWEEN.sub("", text.casefold())


def parse(line: str, ways: Mapping[str, tuple[str, int]], state: State) -> SlipLine:
    """A line of the list; `BadLine` says what is missing.

    >>> parse("3 Ann Ash", {}, State())
    Traceback (most recent call last):
    arrowswitch.site.night.names.slip_lines.BadSlipLine: There is no pair 3, or it is not clear which.
    """
    found = FIRST.fullmatch(line)
    if not found:
        raise BadSlipLine(_("Write the pair’s number, then the names with a comma between them: 3 Ann Ash, Bob Beech"))
    whom = ways.get(_bare(found["pair"]))
    if whom is None:
        raise BadSlipLine(_("There is no pair %(pair)s, or it is not clear which.") % {"pair": found["pair"].strip()})
    seats = seats_of(state.sections[whom[0]].movement, whom[1])
    written = tuple(part.strip() for part in SIGNS.split(found["names"]) if part.strip())
    if len(written) != len(seats):
        raise BadSlipLine(
            _("%(count)s names are needed with a comma between them, not %(found)s.")
            % {"count": len(seats), "found": len(written)}
        )
    return SlipLine(line, *whom, written)
