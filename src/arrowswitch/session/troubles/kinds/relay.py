"""The relay stood in the wrong place since the start, or nowhere."""

from __future__ import annotations

from arrowswitch.movements.repair.relay import relay_forgotten, relay_misplaced
from arrowswitch.session.troubles.deeds import from_the_start
from arrowswitch.session.troubles.trouble import ROOM, Ask, Remedy, Trouble, this_or_next
from arrowswitch.words import say

TOO_LOW = Remedy((), ("at_round",), lambda m, told: relay_misplaced(m, "low", told.at_round or None))
TOO_HIGH = Remedy((), ("at_round",), lambda m, told: relay_misplaced(m, "high", told.at_round or None))
FORGOTTEN = Remedy((), ("at_round",), lambda m, told: relay_forgotten(m, told.at_round or 2))


TROUBLE = Trouble(
    name="relay",
    place=40,
    title=say("The relay stood in the wrong place"),
    hint=say("One table off, or forgotten."),
    group=ROOM,
    asks=(
        Ask(
            "which",
            say("The relay stood"),
            choices={
                "low": say("one table too low"),
                "high": say("one table too high"),
                "none": say("nowhere: it was forgotten"),
            },
        ),
        Ask("at_round", say("To be put right for round"), rounds=this_or_next),
    ),
    ways=from_the_start({"low": TOO_LOW, "high": TOO_HIGH, "none": FORGOTTEN}),
    otherwise=say("Compare boards and pairs at table 1, work round the room, and change the meetings by hand."),
    where=lambda movement: bool(movement.relays),
    once=True,
    remedies={"relay-too-low": TOO_LOW, "relay-too-high": TOO_HIGH, "no-relay": FORGOTTEN},
)
