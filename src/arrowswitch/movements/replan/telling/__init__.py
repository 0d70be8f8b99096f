"""What to say to the room, and which boards to carry where: one or two sentences, and a list for the director's hand."""

from arrowswitch.movements.replan.telling.carrying import Carry, carries, carry_told
from arrowswitch.movements.replan.telling.moving import goes_on, nobody_plays, shifts
from arrowswitch.movements.replan.telling.saying import instructions

__all__ = ["Carry", "carries", "carry_told", "goes_on", "instructions", "nobody_plays", "shifts"]
