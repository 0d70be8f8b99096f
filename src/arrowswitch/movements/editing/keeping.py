"""A movement as bytes that are kept while it is being made: whatever stands in its grid, legal or not, finished or not.

A file (`movements.files`) is read only if it can be a movement at all; somebody who has typed three cells of a grid has less
than that, and must find them again.
"""

from __future__ import annotations

import json
import zlib
from typing import Any

from arrowswitch.movements.model import Instruction, Meeting, Movement, Relay, SitOut
from arrowswitch.words import Sentence


def packed(movement: Movement) -> bytes:
    """A movement as bytes; draws are not kept, since a changed movement has none.

    >>> from arrowswitch.movements import build
    >>> movement = build("share-relay", tables=8)
    >>> unpacked(packed(movement)) == movement, len(packed(movement)) < 1500
    (True, True)
    """
    plain: dict[str, Any] = {
        "head": {
            name: getattr(movement, name)
            for name in ("name", "family", "kind", "rounds", "boards_per_round", "winners", "copies", "source", "card")
        },
        "contestants": movement.contestants,
        "meetings": [[m.round, m.table, m.ns, m.ew, m.boards, int(m.switched)] for m in movement.meetings],
        "sit_outs": [[rest.round, rest.pair, rest.table] for rest in movement.sit_outs],
        "stationary": movement.stationary,
        "relays": [[relay.between, relay.sets, relay.boards] for relay in movement.relays],
        "shares": movement.shares,
        "stanzas": movement.stanzas,
        "instructions": [[told.occasion, told.after, str(told.text)] for told in movement.instructions],
        "labels": list(movement.labels.items()),
    }
    return zlib.compress(json.dumps(plain, separators=(",", ":"), ensure_ascii=False).encode())


def unpacked(data: bytes) -> Movement:
    """The movement that was packed.

    >>> from arrowswitch.movements.editing import empty_grid
    >>> unpacked(packed(empty_grid(9, 3, 2))).contestants[-1]
    9
    """
    plain = json.loads(zlib.decompress(data))
    return Movement(
        **plain["head"],
        contestants=tuple(plain["contestants"]),
        meetings=tuple(
            Meeting(number, table, ns, ew, tuple(boards), bool(turned))
            for number, table, ns, ew, boards, turned in plain["meetings"]
        ),
        sit_outs=tuple(SitOut(*rest) for rest in plain["sit_outs"]),
        stationary=tuple(plain["stationary"]),
        relays=tuple(Relay((between[0], between[1]), sets, tuple(boards)) for between, sets, boards in plain["relays"]),
        shares=tuple(tuple(group) for group in plain["shares"]),
        stanzas=tuple(plain["stanzas"]),
        instructions=tuple(
            Instruction(occasion, after, Sentence(text, {})) for occasion, after, text in plain["instructions"]
        ),
        labels=dict(plain["labels"]),
    )
