"""The forms beside the grid: changes of many cells at once, each with its questions. What they do is in `drafts.CHANGES`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from arrowswitch.movements import Movement, editing
from arrowswitch.site.spoken import spoken


@dataclass(frozen=True)
class ToolField:
    """A question of a tool, with what stands there at first."""

    name: str
    label: str
    value: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    is_number: bool = True


@dataclass(frozen=True)
class GridTool:
    """A form with its buttons."""

    do: str
    title: str
    fields: tuple[ToolField, ...]
    buttons: tuple[tuple[str, str], ...]


def tools_for(movement: Movement) -> tuple[GridTool, ...]:
    """The tools for a movement of this kind."""
    return tuple(_tools(movement))


def _tools(movement: Movement) -> Iterator[GridTool]:
    tables = editing.grid_tables(movement)
    first, last = ToolField("first", _("From round"), "1"), ToolField("last", _("to round"), str(movement.rounds))
    places = (
        ToolField("round", _("Round"), "1"),
        ToolField("table", _("Table"), "1"),
        ToolField("to_round", _("with round"), "1"),
        ToolField("to_table", _("table"), str(min(2, tables))),
    )
    what = tuple((name, spoken(label)) for name, label in editing.EXCHANGED.items())
    yield GridTool(
        "exchange",
        _("Exchange two cells"),
        (*places, ToolField("what", _("What"), "all", what)),
        (("exchange", _("Exchange")),),
    )
    yield GridTool(
        "round-add",
        _("Rounds"),
        (
            ToolField("after", _("After round"), str(movement.rounds)),
            ToolField("round", _("or round"), str(movement.rounds)),
        ),
        (("round-add", _("Put a round in after it")), ("round-remove", _("Take that round out"))),
    )
    yield GridTool(
        "table-remove",
        _("Tables"),
        (ToolField("table", _("Table"), str(tables)),),
        (("table-add", _("One more table")), ("table-remove", _("Take that table out"))),
    )
    yield GridTool("size", _("Size"), tuple(_sizes(movement)), (("size", _("Change")),))
    if movement.kind == "pairs":
        yield GridTool(
            "turn",
            _("Arrow switch"),
            (
                ToolField("first", _("From round"), str(movement.rounds)),
                ToolField("last", _("to round"), str(movement.rounds)),
                ToolField("table", _("at table (empty: all)")),
            ),
            (("turn", _("Turn")),),
        )
    yield GridTool(
        "pairs",
        _("Two numbers change places"),
        (ToolField("one", _("This one")), ToolField("other", _("and this one")), first, last),
        (("pairs", _("Exchange")),),
    )
    yield GridTool(
        "add",
        _("Add to the numbers of a side"),
        (
            ToolField("side", _("Side"), "ew", (("ns", _("North-South")), ("ew", _("East-West")))),
            ToolField("by", _("Add"), "1"),
            ToolField("low", _("lowest number")),
            ToolField("high", _("highest number")),
            first,
            last,
        ),
        (("add", _("Add")),),
    )
    yield GridTool("sets", _("Move the sets on"), (ToolField("by", _("By"), "1"), first, last), (("sets", _("Move")),))
    yield GridTool(
        "stands",
        _("Relays and shares"),
        (
            ToolField("relays", _("Relays, such as 3-4; 1-5 ×2"), editing.write_relays(movement), is_number=False),
            ToolField("shares", _("Tables that share, such as 1+6"), editing.write_shares(movement), is_number=False),
            ToolField("copies", _("Copies of each board"), str(movement.copies)),
        ),
        (("stands", _("Change")), ("settle", _("Put right what follows from the grid"))),
    )


def _sizes(movement: Movement) -> Iterator[ToolField]:
    counted = {"pairs": _("Pairs"), "teams": _("Teams"), "individual": _("Players")}
    yield ToolField("contestants", counted[movement.kind], str(len(movement.contestants)))
    yield ToolField("rounds", _("Rounds"), str(movement.rounds))
    yield ToolField("boards_per_round", _("Boards a round"), str(movement.boards_per_round))
    if movement.kind == "pairs":
        yield ToolField("winners", _("Winners"), str(movement.winners), (("1", _("One")), ("2", _("Two"))))
