"""What happened: changes of lines, stories of boards and pairs, versions that were posted, the register of offences."""

from arrowswitch.session.story.history import line_history

__all__ = ["line_history"]
