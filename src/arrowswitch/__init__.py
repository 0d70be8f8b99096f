"""Arrowswitch runs a duplicate bridge club night: the movement, the seats, the scores, the results.

Import the room you need: `arrowswitch.bridge`, `arrowswitch.movements` and so on. Nothing here needs the web site.
"""

__version__ = "0.1.0"
