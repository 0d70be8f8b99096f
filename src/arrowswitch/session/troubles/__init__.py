"""What can go wrong on a night, and the ways out, each tried on the session before it is shown."""

from arrowswitch.session.troubles.catalogue import GROUPS, TROUBLES, may_happen, mend, ways_out
from arrowswitch.session.troubles.kinds.boards_out_of_order import read_places
from arrowswitch.session.troubles.proposals import Idea, Proposal, ProposedAct, attempt
from arrowswitch.session.troubles.repaired import made_before, repairs_standing, rests_on_repair
from arrowswitch.session.troubles.trouble import PEOPLE, ROOM, TABLE, Answers, Ask
