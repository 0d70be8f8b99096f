"""What the page shows of a calculation: the numbers that were asked for, tables for everybody, and the working."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from arrowswitch.scoring import Step


@dataclass(frozen=True, slots=True)
class Figure:
    """A number that was asked for, with whose it is."""

    label: str
    value: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """A line of a table; `marked` is the one that was asked about."""

    cells: tuple[str, ...]
    marked: bool = False


@dataclass(frozen=True, slots=True)
class AnswerTable:
    """A table of numbers, its first column naming the lines."""

    caption: str
    heads: tuple[str, ...]
    rows: tuple[AnswerRow, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Calculation:
    """The working of one number, step by step."""

    title: str
    steps: tuple[Step, ...]
    unit: str = ""


@dataclass(frozen=True, slots=True)
class CalculatorAnswer:
    """All of it; `accounts` come after the first one, folded."""

    figures: tuple[Figure, ...] = ()
    tables: tuple[AnswerTable, ...] = ()
    account: Calculation | None = None
    accounts: tuple[Calculation, ...] = ()
    reference: tuple[AnswerTable, ...] = ()
    """Tables for looking things up, under everything else."""

    @property
    def heard(self) -> str:
        """The answer for those who hear the page."""
        said = [f"{figure.label}: {figure.value}" for figure in self.figures]
        said += [table.caption for table in self.tables] if not said else []
        return ". ".join(said)


def rows(lines: Iterable[Sequence[str]]) -> tuple[AnswerRow, ...]:
    """Lines of a table, none of them marked."""
    return tuple(AnswerRow(tuple(cells)) for cells in lines)
