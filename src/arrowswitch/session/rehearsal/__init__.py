"""A whole night, made up from chance: what everybody at a club would do, minute by minute.

For tests, for the demonstration and to rehearse. Nothing here is random by itself: the chance is passed in, and the same
chance gives the same night. `night` gives the commands; whoever runs a session grants them.
"""

from arrowswitch.session.rehearsal.night import night
from arrowswitch.session.rehearsal.people import NAMES
