"""What is shown to whom: the device of a table, the director during play, and the desk before results are posted."""

from arrowswitch.session.sight.cues import Cues, cues
from arrowswitch.session.sight.ending import Check, checklist, left_early
from arrowswitch.session.sight.pads import Device, PadPlan, notes_for_table, pad_view, pairs_at, plan_of
