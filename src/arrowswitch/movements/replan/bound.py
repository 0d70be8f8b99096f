"""What is lost whatever is done, proved by counting: the best plan cannot be better than this.

Three things bound it. A table takes two sides (four players), so that some wait. Somebody who has held a board does not play it again. And
a board is played by two at a time: of those to whom it is new an odd one is left over, and where each side has its winner, all that
one side has more than the other. The last two together are a flow from those who are here to the boards.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque

from arrowswitch.movements.replan.arranging import units
from arrowswitch.movements.replan.standing import Body, NightStanding

SEATS = {"individual": 4, "pairs": 2, "teams": 1}
"""How many it takes for a table; each half of a team may play another team, so that three teams are as good as four."""


def least_loss(here: NightStanding) -> int:
    """Boards that are lost whatever is done, counted for each side.

    >>> from arrowswitch.movements import build
    >>> from arrowswitch.movements.replan.standing import standing, without
    >>> least_loss(without(standing(build("howell", tables=5), 7), 3))
    6
    >>> half_time = standing(build("mitchell", tables=5), 2)
    >>> least_loss(without(half_time, 2, 9)), least_loss(without(half_time, 2, 4))
    (20, 30)
    """
    due = _due(here)
    most = here.most or here.night.boards_per_round
    halves = 2 if here.night.kind == "teams" else 1
    playing = len(here.here) // SEATS[here.night.kind] * SEATS[here.night.kind]
    places = len(here.rounds) * playing * most * halves
    return max(0, sum(due.values()) - min(places, _flow(here, due)))


def least_waiting(here: NightStanding, lost: int) -> int:
    """Sit-outs that come with so many boards lost, if they are lost in whole rounds.

    >>> from arrowswitch.movements import build
    >>> from arrowswitch.movements.replan.standing import standing, without
    >>> least_waiting(without(standing(build("mitchell", tables=5), 2), 2, 9), 20)
    4
    """
    planned = Counter(each for m in here.planned if m.round in here.rounds for each in here.night.seated(m))
    halves = 2 if here.night.kind == "teams" else 1
    rounds = len(here.rounds)
    due = sum(min(rounds * halves, planned[each]) for each in here.night.contestants if each not in here.gone)
    due += rounds * len(here.come)
    size = here.night.boards_per_round
    cut = sum(_due(here).values()) - due * size
    return max(0, -(-(lost - max(0, cut)) // (size * halves)))


def _due(here: NightStanding) -> dict[int, int]:
    """How many boards each was still to play."""
    whole = len(here.rounds) * here.night.boards_per_round
    due = {each: whole if each in here.come else 0 for each in here.here}
    for meeting in here.planned:
        for each in here.night.seated(meeting):
            if each in due:
                due[each] += len(meeting.boards)
    return due


def _flow(here: NightStanding, due: dict[int, int]) -> int:
    """The most boards that all of them together can still play."""
    night = here.night
    most = len(here.rounds) * (here.most or night.boards_per_round)
    new: defaultdict[frozenset[Body], int] = defaultdict(int)
    everybody = [(each, kind) for each in here.here for kind in (("ns", "ew") if night.kind == "teams" else ("",))]
    for board in {board for boards in units(here) for board in boards} - here.out:
        new[frozenset(body for body in everybody if board not in here.seen.get(body, ()))] += 1
    network = Network()
    for each in here.here:
        network.joins("all", each, due[each])
    for body in everybody:
        network.joins(body[0], body, most)
    north_south, east_west = night.sides_taken
    apart = night.kind == "pairs" and here.two_fields and not here.come and not north_south & east_west
    for bodies, boards in new.items():
        sides: list[frozenset[Body]] = [bodies]
        if night.kind == "teams":
            sides = [frozenset(body for body in bodies if body[1] == kind) for kind in ("ns", "ew")]
        elif apart:
            sides = [frozenset(body for body in bodies if body[0] in those) for those in (north_south, east_west)]
        together = SEATS[night.kind] if len(sides) == 1 else 1
        fewest = min(map(len, sides)) // together * together
        for place, who in enumerate(sides):
            network.joins((bodies, place), "played", boards * fewest)
            for body in who:
                network.joins(body, (bodies, place), boards)
    return network.most("all", "played")


class Network:
    """Pipes between places, each with what it can carry."""

    def __init__(self) -> None:
        self.room: defaultdict[object, dict[object, int]] = defaultdict(dict)

    def joins(self, one: object, other: object, room: int) -> None:
        """One more pipe."""
        self.room[one][other] = self.room[one].get(other, 0) + room
        self.room[other].setdefault(one, 0)

    def most(self, source: object, end: object) -> int:
        """The most that can go from one place to another (shortest ways first, as Edmonds and Karp have it)."""
        total = 0
        while True:
            came: dict[object, object] = {source: source}
            waiting = deque([source])
            while waiting and end not in came:
                here = waiting.popleft()
                for there, room in self.room[here].items():
                    if room and there not in came:
                        came[there] = here
                        waiting.append(there)
            if end not in came:
                return total
            steps = []
            there = end
            while there != source:
                steps.append((came[there], there))
                there = came[there]
            least = min(self.room[one][other] for one, other in steps)
            for one, other in steps:
                self.room[one][other] -= least
                self.room[other][one] += least
            total += least
