"""The Django project: the club's pages, and what they store.

`prepare` looks after the data folder before Django wakes up, `ready` gives the application for any ASGI server, `settings`
reads what they and the command line decided, and each thing that a person does on a page has an app of its own (`club`,
`movement`).
"""

from arrowswitch.site.data_folder.storage import CannotServe, prepare, usual_folder
from arrowswitch.site.start import ready

__all__ = ["CannotServe", "prepare", "ready", "usual_folder"]
