"""What may be done: who may do it and when, what speaks against it, and the decision that makes an entry of a command."""

from arrowswitch.journals import ROLE_NAMES
from arrowswitch.session.deciding.granting import (
    MOST_TEXT,
    check_contestant,
    check_text,
    insist,
    scorable,
    section_of,
    sections_of,
)
from arrowswitch.session.deciding.placing import check_first, check_line
from arrowswitch.session.deciding.quicker import (
    check_board_seen,
    check_line_seen,
    check_penalties_seen,
    check_seats_seen,
)
from arrowswitch.session.deciding.rights import check_current, check_rights, closes, is_closed
