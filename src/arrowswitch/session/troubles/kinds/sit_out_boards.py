"""The boards of the sit-out table stayed there, or none were ever put there."""

from __future__ import annotations

from arrowswitch.movements.repair.mitchell import boards_left_on_sit_out_table, no_boards_on_sit_out_table
from arrowswitch.session.troubles.deeds import from_the_start
from arrowswitch.session.troubles.trouble import ROOM, Ask, Remedy, Trouble, this_or_next
from arrowswitch.words import say

LEFT = Remedy((), ("at_round",), lambda m, told: boards_left_on_sit_out_table(m, told.at_round or 3))
NEVER_THERE = Remedy((), (), lambda m, told: no_boards_on_sit_out_table(m))


TROUBLE = Trouble(
    name="sit-out-boards",
    place=50,
    title=say("Boards of the sit-out table"),
    hint=say("They stayed there, or none were put there."),
    group=ROOM,
    asks=(
        Ask(
            "which",
            say("What happened to the boards?"),
            choices={"left": say("They stayed there: nobody moved them."), "none": say("None were ever put there.")},
        ),
        Ask("at_round", say("To be put right for round"), rounds=this_or_next),
    ),
    ways=from_the_start({"left": LEFT, "none": NEVER_THERE}),
    otherwise=say("Change the boards of the meetings that are left by hand."),
    where=lambda movement: bool(movement.sit_outs),
    once=True,
    remedies={"boards-left": LEFT, "no-sit-out-boards": NEVER_THERE},
)
