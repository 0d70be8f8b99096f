"""The YAML of the Bridge Scorer of thebridsk: a name, the number of pairs, and a list of hands with their boards.
Of an individual it is the number of players, and a hand says who sits North, South, East and West.

Only this shape is read, not all that YAML can say: keys with plain values, a list of such, and lists of numbers.
"""

from __future__ import annotations

import re

from arrowswitch.movements.files import FileFault
from arrowswitch.movements.files_of_others.rows import FileRow, MovementFormat, movement_of, side_of, whole
from arrowswitch.movements.model import MOST_PLAYERS, Meeting, Movement
from arrowswitch.words import say

KEY = re.compile(r"(-\s+)?([A-Za-z]+):\s*(.*)")
NUMBER = re.compile(r"-\s+([0-9]{1,4})")
WANTED = ("table", "round", "ns", "ew")
CHAIRS = ("north", "south", "east", "west")


def knows(text: str) -> bool:
    """Whether it has hands with tables in them, and is not JSON.

    >>> knows("name: x\\nhands:\\n- table: 1"), knows('{"hands": []}')
    (True, False)
    """
    return re.search(r"^hands:\s*$", text, re.MULTILINE) is not None and "table:" in text


def read(text: str) -> Movement:
    """A movement from such a file.

    >>> read("short: \\"Two tables\\"\\nhands:\\n- table: 1\\n  round: 1\\n  ns: 1\\n  ew: 2\\n  boards: [1, 2]\\n").name
    'Two tables'
    """
    name, inside = "", False
    hands: list[tuple[dict[str, int], list[int], int]] = []
    for number, line in enumerate(text.splitlines(), 1):
        plain = re.sub(r"\s+#.*$", "", line).strip()
        if not plain or plain == "---":
            continue
        if found := NUMBER.fullmatch(plain):
            if not hands:
                raise FileFault(say("Line {line}: a board stands before the first table.", line=number))
            hands[-1][1].append(whole(found[1], number))
            continue
        match = KEY.fullmatch(plain)
        if not match:
            raise FileFault(say("Line {line}: “{text}” cannot be read here.", line=number, text=plain[:30]))
        begins, key, value = match.groups()
        inside = inside or key == "hands"
        if not inside:
            name = value.strip("\"'") if key in ("short", "name") and (key == "short" or not name) else name
        elif key != "hands":
            if begins or not hands:
                hands.append(({}, [], number))
            _hand(hands[-1], key, value, number)
    of_players = any(chair in facts for facts, *_ in hands for chair in CHAIRS)
    wanted = ("table", "round", *CHAIRS) if of_players else WANTED
    rows = []
    for facts, boards, number in hands:
        lacking = [key for key in wanted if key not in facts]
        if lacking or not boards:
            raise FileFault(say("Line {line}: this hand has no {what}.", line=number, what=(lacking or ["boards"])[0]))
        if of_players:
            facts["ns"], facts["ew"] = side_of(facts["north"], facts["south"]), side_of(facts["east"], facts["west"])
        rows.append(FileRow(facts["round"], facts["table"], facts["ns"], facts["ew"], 0, tuple(boards)))
    return movement_of(rows, name=name, kind="individual" if of_players else "pairs")


def _hand(hand: tuple[dict[str, int], list[int], int], key: str, value: str, line: int) -> None:
    facts, boards, _ = hand
    if key == "boards":
        boards += [whole(each, line) for each in re.findall(r"[0-9]+", value)]
    elif key in WANTED or key in CHAIRS:
        facts[key] = whole(value.strip("\"'"), line, *([MOST_PLAYERS] if key in CHAIRS else []))


def write(movement: Movement) -> str:
    """A movement as such a file.

    >>> from arrowswitch.movements import build
    >>> write(build("howell", tables=2)).splitlines()[4:8]
    ['numberTeams: 4', 'hands:', '- table: 1', '  round: 1']
    """
    title = f"{movement.name} {movement.entry}".replace('"', "'")
    word = re.sub(r"[^A-Za-z0-9]+", "", title) or "Movement"
    lines = [
        "---",
        f'name: "{word}"',
        f'short: "{title}"',
        f'description: "{title}"',
        f"{'numberPlayers' if movement.kind == 'individual' else 'numberTeams'}: {len(movement.contestants)}",
        "hands:",
    ]
    for meeting in sorted(movement.meetings, key=lambda m: (m.table, m.round)):
        lines += [
            f"- table: {meeting.table}",
            f"  round: {meeting.round}",
            *(f"  {chair}: {who}" for chair, who in _seats(movement, meeting)),
            "  boards:",
        ]
        lines += [f"  - {board}" for board in meeting.boards]
    return "\n".join(lines) + "\n"


def _seats(movement: Movement, meeting: Meeting) -> list[tuple[str, int]]:
    """Who sits where, by the names of the file."""
    if movement.kind == "individual":
        return list(zip(CHAIRS, (*movement.members(meeting.ns), *movement.members(meeting.ew)), strict=True))
    return [("ns", meeting.ns), ("ew", meeting.ew)]


FORMAT = MovementFormat("thebridsk", say("YAML of the Bridge Scorer"), ".yaml", knows, read, write)
