"""The tabs above every page of a session, in the order of the evening."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

TABS = (
    ("setup", "night", _("Set-up"), "u"),
    ("names", "night-names", _("Names"), "n"),
    ("room", "night-room", _("Room"), "r"),
    ("phones", "night-phones", _("Phones"), "o"),
    ("entry", "night-entry", _("Scores"), "e"),
    ("lines", "night-boards", _("Boards"), "b"),
    ("trouble", "night-trouble", _("Trouble"), "x"),
    ("results", "night-results", _("Results"), "s"),
    ("prints", "night-print", _("Print"), "p"),
    ("log", "night-journal", _("Journal"), "l"),
)
