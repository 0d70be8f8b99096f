"""Writes what lists everything there is: the pages commands.md, regulations.md, how-we-score.md and not-here.md of docs/, and
the sizes of families.

Run it after a command, an option, a key of the regulations, a scale or the sizes of a family have changed; the tests compare.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import pairwise
from operator import attrgetter
from pathlib import Path
from typing import Any

from typer.main import get_command

from arrowswitch import elsewhere, regulations
from arrowswitch.cli import app
from arrowswitch.movements.catalogue import FAMILIES, possible_sizes
from arrowswitch.scoring import (
    MINUS,
    PLUS,
    Damage,
    Fixed,
    Score,
    SessionToScore,
    adjusted,
    desk,
    explain,
    played,
    ranking,
    scale_names,
    score,
    victory_points,
)
from arrowswitch.scoring.figures import shown
from arrowswitch.scoring.imps import FROM
from arrowswitch.scoring.matches.victory_points import scale

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
SIZES = ROOT / "src" / "arrowswitch" / "movements" / "sizes.json"

COMMANDS = """\
# Every command

This page lists every command with all that it understands. What the commands are for is told in
[Choosing and running a movement](directing.md) and [The library](library.md).

The same everywhere:

- `--help` after any command prints what it understands.
- `--json` answers in a form for other programs; the keys are explained in [The library](library.md).
- A half table is written `7½` or `7.5`.
- When the program says no, it says so in one sentence, and gives it a number for other programs (the exit status):
  0 all is well, 1 the movement or the file has faults and each is named, 2 what was asked cannot be had or read, or
  the pages cannot be opened.
"""

NOT_HERE = """\
# What is not done here, and what to do instead

Some things that a director may look for are done elsewhere. The page of the site that helps is named at the end of each
line; the site has the same list under *Settings*, and `arrowswitch elsewhere` prints it.
"""

REGULATIONS = """\
# What a federation or a club decides

Federations differ in what a late pair is fined, in how many minutes a board takes, in how a fouled board is scored. All of
that is in profiles, one for each federation: {profiles}. Choose one in the club's settings, or with `--regulations`.

Below is every key of a profile, what it means, and its value: first in the profile `wbf`, then where others differ. How a
club sets its own values is told in [The club's settings and regulations](officers/settings.md#our-regulations); programs read
[The library](library.md#regulations).
"""


def commands() -> str:
    """The page of commands."""
    return COMMANDS + "".join(_command(get_command(app), "arrowswitch"))


def _command(command: Any, name: str) -> Iterator[str]:
    within = getattr(command, "list_commands", None)
    level = "##" if name.count(" ") < 2 else "###"
    yield f"\n{level} {name}\n\n{_text(command.help)}\n"
    shown = [one for one in command.params if "--help" not in one.opts]
    if shown:
        yield "\n| | |\n|---|---|\n"
    for one in shown:
        yield f"| {_names(one)} | {_about(one)} |\n"
    for each in within(None) if within else ():
        yield from _command(command.get_command(None, each), f"{name} {each}")


def _names(one: Any) -> str:
    if one.param_type_name == "argument":
        return f"`{(one.metavar or one.name).upper()}`"
    return ", ".join(f"`{name}`" for name in one.opts)


def _about(one: Any) -> str:
    text = _text(one.help or "")
    if one.required:
        return f"{text} Needed."
    if one.param_type_name == "option" and one.default not in (None, False, "") and not callable(one.default):
        return f"{text} Without it: `{one.default}`."
    return text


def _text(help_text: str) -> str:
    return " ".join(help_text.split()).replace("|", "\\|")


def rules() -> str:
    """The page of regulations."""
    profiles = {name: regulations.load(name) for name in regulations.names()}
    parts = [REGULATIONS.format(profiles=", ".join(f"`{name}` ({value.title})" for name, value in profiles.items()))]
    section = ""
    for key, about in regulations.describe():
        head, _, name = key.partition(".")
        if head != section:
            section = head
            parts.append(f"\n## {head}\n\n| key | what it means | wbf | elsewhere |\n|---|---|---|---|\n")
        values = {
            profile: regulations.written(getattr(getattr(rule, head), name)) for profile, rule in profiles.items()
        }
        usual = values.pop("wbf")
        others = "; ".join(f"{profile} {value}" for profile, value in values.items() if value != usual)
        parts.append(f"| `{key}` | {_text(str(about))} | {usual} | {others} |\n")
    return "".join(parts)


def sizes() -> str:
    """The numbers of pairs that each family serves, as a file."""
    lines = [
        f"{json.dumps(family.name)}: {json.dumps(possible_sizes(family.name))}"
        for family in FAMILIES.values()
        if family.kind == "pairs"
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


# -- the examples of how-we-score.md, each between two comments with its name -------------------------------------------

NINE = (650, 630, 620, 600, 170, 140, 110, -100, -200)
VERSIONS = {"A": (650, 630, 620, 600, 170, 140, -100), "B": (620, 170, -100)}
OTHERS = (420, 450, -50, 420, 420, -50, 450, -50)
ROOM = (620, 650, 620, -100, 170, 1430)
KEYS: dict[str, tuple[str, Callable[[Any], str]]] = {
    "matchpoints.missing": ("missing results", str),
    "matchpoints.rounding": ("points of a board", lambda step: f"to {float(step):g}" if step else "exact"),
    "artificial.minus_follows": ("average minus follows", str),
    "fouled.method": ("fouled boards", str),
    "fouled.enough_results": ("a group is compared from", lambda least: f"{least} results"),
    "fouled": ("a smaller one gets, by rank, if not at fault", lambda fouled: _ranks(fouled)),
    "weighted.method": ("weighted scores", str),
    "butler.drop": (
        "Butler leaves out at each end",
        lambda drop: ", ".join(f"{count} from {least} results" for least, count in drop.items()),
    ),
    "artificial.short_match_imps": ("average plus in a short match", lambda imps: f"{imps} IMPs"),
    "artificial.butler_imps": ("average plus in a Butler", lambda imps: f"{imps} IMPs"),
    "matches.scale": ("victory points", str),
    "penalties.standard": ("the usual penalty", lambda fines: regulations.written(fines)),
    "ties.pairs": ("ties of pairs are broken by", lambda steps: ", ".join(steps) or "nothing"),
}


def _ranks(fouled: regulations.FouledBoards) -> str:
    extra = fouled.indemnity.get("none", Fraction(0))
    ranks = (f"{'–'.join(str(percent + extra) for percent in each)}%" for each in fouled.small.values())
    return ", ".join(ranks) or "an average by fault"


def how_we_score() -> str:
    """The page for players: its own words, with every example made anew."""
    text = (DOCS / "how-we-score.md").read_text("utf-8")
    for name, write in EXAMPLES.items():
        begin, end = f"<!-- {name} -->", f"<!-- /{name} -->"
        before, _, rest = text.partition(begin)
        _, found, after = rest.partition(end)
        if not found:
            raise SystemExit(f"how-we-score.md has no place for “{name}”.")
        text = f"{before}{begin}\n\n{write()}\n{end}{after}"
    return text


def _table(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    lines = [list(heads), *([str(cell) for cell in row] for row in rows)]
    lines.insert(1, ["---", *["--:"] * (len(lines[0]) - 1)])
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _traveller(
    scores: Iterable[object], expected: int | None = None, name: str = "wbf", **chosen: Any
) -> desk.Traveller:
    return desk.traveller([str(each) for each in scores], regulations.load(name, chosen or None), expected=expected)


def _points(board: desk.Traveller) -> list[tuple[str, str]]:
    return [(shown(ns), shown(ew)) for ns, ew in (each for each in board.points if each)]


def _matchpoints() -> str:
    scores = (620, 170, 620, -100, 650)
    board = _traveller(scores)
    rows = [(made, *points) for made, points in sorted(zip(scores, _points(board), strict=True), reverse=True)]
    return _table(("score", "North-South", "East-West"), rows) + "\n" + _working(board, 1)


def _working(board: desk.Traveller, table: int) -> str:
    return _steps(board.why(table).steps)


def _steps(steps: Iterable[object]) -> str:
    return "```text\n" + "".join(f"{step}\n" for step in steps) + "```\n"


def _missing() -> str:
    ways = ("neuberg", "plus-one", "factor")
    boards = [_traveller(NINE, 10, matchpoints={"missing": way}) for way in ways]
    columns = [[ns for ns, _ in _points(board)] for board in boards]
    heads = ("nine scores, ten expected", "Neuberg", "one more", "in proportion")
    return (
        _table(heads, zip(NINE, *columns, strict=True)) + "\nThe best of them by Neuberg:\n\n" + _working(boards[0], 1)
    )


def _fouled() -> str:
    scores = [(name, made) for name, all_of_them in VERSIONS.items() for made in all_of_them]
    board = _traveller((f"{name}: {made}" for name, made in scores), name="ebu")
    rows = ((name, made, *points) for (name, made), points in zip(scores, _points(board), strict=True))
    return _table(("group", "score", "North-South", "East-West"), rows) + "\n" + _working(board, 1)


def _averages() -> str:
    rows = [(name, *_average(name, 54), *_average(name, 64)) for name in regulations.names()]
    heads = (
        "",
        "with 54% on your other boards",
        "the opponents then",
        "with 64% on your other boards",
        "the opponents then",
    )
    return _table(heads, rows)


def _average(name: str, percent: int) -> tuple[str, ...]:
    """Average plus and the opponents' average minus, for a pair with so many percent on its other boards."""
    lines = (
        adjusted(1, "you", "others", Fixed(Fraction(percent)), Fixed(Fraction(100 - percent))),
        adjusted(2, "you", "they", PLUS, MINUS),
    )
    scored = score(SessionToScore(lines, regulations=regulations.load(name), expected=51))  # a top of 100
    return tuple(f"{shown(explain(scored, who, 2).result)}%" for who in ("you", "they"))


def _weighted() -> str:
    tables = [*OTHERS, "450 40%, 420 60%"]
    ways = {"shared": _traveller(tables), "simple": _traveller(tables, weighted={"method": "simple"})}
    names = ["40% of 450, 60% of 420" if "%" in str(each) else str(each) for each in tables]
    columns = [[ns for ns, _ in _points(board)] for board in ways.values()]
    rows = dict.fromkeys(zip(names, *columns, strict=True))
    heads = ("score", "shared", "simple")
    return _table(heads, rows) + "\nThe table itself, shared:\n\n" + _working(ways["shared"], len(tables))


def _damage() -> str:
    others = (140, -110, 50, -50, 140, 110, -110, 50)
    lines = [played(1, f"N{number}", f"E{number}", made) for number, made in enumerate(others)]
    lines.append(adjusted(1, "NS", "EW", Damage(140, 50, -140), Score(140)))
    return _steps(explain(score(SessionToScore(tuple(lines))), "NS", 1).steps)


def _imps() -> str:
    least = (0, *FROM)
    spans = [f"{low}–{high - 10}" for low, high in pairwise(least)] + [f"{least[-1]} and more"]
    half = (len(spans) + 1) // 2
    rows = []
    for number in range(half):
        other = (spans[number + half], number + half) if number + half < len(spans) else ("", "")
        rows.append((spans[number], number, *other))
    return _table(("difference", "IMPs", "difference", "IMPs"), rows)


def _against(method: str) -> str:
    lines = tuple(played(1, f"N{number}", f"E{number}", made) for number, made in enumerate(ROOM))
    scored = score(SessionToScore(lines, method))
    (board,) = scored.boards.values()
    rows = sorted(((each.line.score, shown(each.ns.value)) for each in board.lines if each.ns), reverse=True)
    return _table(("score", "North-South’s IMPs"), dict.fromkeys(rows)) + "\n" + _steps(explain(scored, "N0", 1).steps)


def _scales() -> str:
    titles = {"wbf": "World Bridge Federation, in hundredths", "wbf-discrete": "the same in whole numbers"}
    rows = []
    for name in scale_names():
        chosen = scale(name)
        margins = (55, 60) if chosen.unit == "percent" else (5, 20)
        won = (
            f"{shown(victory_points(margin, 8, name)[0])}–{shown(victory_points(margin, 8, name)[1])}"
            for margin in margins
        )
        unit = "%" if chosen.unit == "percent" else " IMPs"
        title = titles.get(name) or getattr(chosen, "title", name)
        rows.append(
            (f"`{name}`: {title}", *(f"{margin}{unit}: {vps}" for margin, vps in zip(margins, won, strict=True)))
        )
    return _table(("scale, for a match of 8 boards", "a narrow win", "a large one"), rows)


def _ties() -> str:
    lines = tuple(
        played(board, f"N{number}", f"E{number}", made)
        for board, scores in ((1, (620, 170, 620, -100)), (2, (110, 90, 50, 90)))
        for number, made in enumerate(scores, 1)
    )
    places = [each for each in ranking(score(SessionToScore(lines, winners=2))) if each.contestant.startswith("N")]
    rows = ((each.rank, each.contestant, shown(each.points), f"{shown(each.percent or 0)}%") for each in places)
    return _table(("place", "pair", "points", "percent"), rows)


def _federations() -> str:
    names = sorted(regulations.names(), key=lambda name: (name != "wbf", name))
    profiles = [regulations.load(name) for name in names]
    rows = []
    for key, (about, written) in KEYS.items():
        rows.append((about, *(written(attrgetter(key)(profile)) for profile in profiles)))
    return _table(("", *(f"`{name}`" for name in names)), rows)


EXAMPLES: dict[str, Callable[[], str]] = {
    "matchpoints": _matchpoints,
    "missing": _missing,
    "fouled": _fouled,
    "averages": _averages,
    "weighted": _weighted,
    "damage": _damage,
    "imps": _imps,
    "butler": lambda: _against("butler"),
    "cross": lambda: _against("cross-imps"),
    "scales": _scales,
    "penalty": lambda: _steps(desk.penalty(10, 13, 26).steps),
    "ties": _ties,
    "federations": _federations,
}


def not_here() -> str:
    """The page of what is not done here, from the table that the pages and the command read too."""
    shelves = (
        f"\n## {title}\n\n"
        + "".join(
            f"- **{each.name}.** {each.text} *{elsewhere.PAGES[each.page]}*\n" for each in elsewhere.of_kind(kind)
        )
        for kind, title in elsewhere.KINDS.items()
    )
    return NOT_HERE + "".join(shelves)


PAGES = {
    "commands.md": commands,
    "regulations.md": rules,
    "how-we-score.md": how_we_score,
    "directors/not-here.md": not_here,
}

if __name__ == "__main__":
    for file, write in PAGES.items():
        (DOCS / file).write_text(write(), encoding="utf-8")
    SIZES.write_text(sizes(), encoding="utf-8")
