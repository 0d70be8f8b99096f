"""A movement changed by hand: its grid as text that a director types, and changes that each give a new movement.

Nothing here asks whether a movement is legal: whoever draws one has faults on the way, and the audit names them.

>>> from arrowswitch.movements import audit, build
>>> from arrowswitch.movements.editing import typed, write_cell
>>> movement = build("howell", tables=4)
>>> write_cell(movement, 1, 1)
'3-6 A'
>>> changed = typed(movement, 1, 1, "7-")
>>> write_cell(changed, 1, 1), audit(changed).faults[0].text
('7-6 A', 'Round 1: pair 7 is at tables 1-2 at once.')
"""

from arrowswitch.movements.editing.cells import (
    read_relays,
    read_shares,
    set_names,
    write_cell,
    write_relays,
    write_rest,
    write_seat,
    write_shares,
)
from arrowswitch.movements.editing.changes import (
    EXCHANGED,
    empty_grid,
    exchanged,
    fault_places,
    grid_tables,
    pairs_added,
    pairs_exchanged,
    resized,
    rested,
    seated,
    sets_added,
    settled,
    turned,
    typed,
    with_round,
    without_round,
    without_table,
)
from arrowswitch.movements.editing.keeping import packed, unpacked

__all__ = [
    "EXCHANGED",
    "empty_grid",
    "exchanged",
    "fault_places",
    "grid_tables",
    "packed",
    "pairs_added",
    "pairs_exchanged",
    "read_relays",
    "read_shares",
    "resized",
    "rested",
    "seated",
    "set_names",
    "sets_added",
    "settled",
    "turned",
    "typed",
    "unpacked",
    "with_round",
    "without_round",
    "without_table",
    "write_cell",
    "write_relays",
    "write_rest",
    "write_seat",
    "write_shares",
]
