"""The tabs above every page of a session, in the order of the evening."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from arrowswitch.site.accounts.gate import DESK, DIRECTORS

TABS = (
    ("setup", "night", _("Set-up"), "u", DESK),
    ("names", "night-names", _("Names"), "n", DESK),
    ("deals", "night-deals", _("Deals"), "d", DESK),
    ("room", "night-room", _("Room"), "r", DESK),
    ("phones", "night-phones", _("Phones"), "o", DESK),
    ("matches", "night-matches", _("Matches"), "m", DESK),
    ("entry", "night-entry", _("Scores"), "e", DESK),
    ("lines", "night-boards", _("Boards"), "b", DESK),
    ("trouble", "night-trouble", _("Trouble"), "x", DIRECTORS),
    ("rulings", "night-rulings", _("Rulings"), "g", DIRECTORS),
    ("results", "night-results", _("Results"), "s", DESK),
    ("prints", "night-print", _("Print"), "p", DESK),
    ("log", "night-journal", _("Journal"), "l", DESK),
)
TEAMS_ONLY = ("matches",)
"""The areas that only a session of teams has."""
