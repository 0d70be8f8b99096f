"""Deals for lessons: conditions that a deal must meet, themes with a name, and the search for deals that meet them.

>>> found = themed(theme("weak-two").condition, "7", [1, 2])
>>> [hands.board for hands in found]
[1, 2]
"""

from arrowswitch.deals.lessons.conditions import BadCondition, LessonCondition, read_condition
from arrowswitch.deals.lessons.searching import Progress, search, themed
from arrowswitch.deals.lessons.themes import Theme, UnknownTheme, boards_for, theme, themes

__all__ = [
    "BadCondition",
    "LessonCondition",
    "Progress",
    "Theme",
    "UnknownTheme",
    "boards_for",
    "read_condition",
    "search",
    "theme",
    "themed",
    "themes",
]
