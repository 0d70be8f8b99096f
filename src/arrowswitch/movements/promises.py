"""What a movement says of itself and must keep: winners, arrow switches, full sets, shares, relays, seats, instructions.

A plan is held to these, and so is the plan that `repair.finish` makes after a mistake, whose promises are made anew. A night
in play is not (`session.repairs.mended_audit`): of that only what happens at the tables is asked, in `faults`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator

from arrowswitch.movements.faults import Fault, fault, who
from arrowswitch.movements.model import Instruction, Meeting, Movement, Relay
from arrowswitch.words import counted, say, spans

NS, EW = say("North-South"), say("East-West")
ENOUGH = 3
"""So many rounds on one side are no chance."""


# -- winners and sides ------------------------------------------------------------------------------------------------


def _two_winners(movement: Movement) -> Iterator[Fault]:
    """With two winners everybody keeps to one side; each pair that does not is told once."""
    if movement.kind != "pairs" or movement.winners != 2:
        return
    north_south, east_west = movement.sides_taken
    for pair in sorted(north_south & east_west):
        first, *later = movement.path(pair)
        turned = next((m for m in later if (m.ns == pair) != (first.ns == pair)), first)
        yield fault(
            "Round {round}, table {table}: {who} sits {side}, but began {other}; with two winners nobody may turn.",
            round=turned.round,
            table=turned.table,
            pair=pair,
            who=who(movement, pair),
            side=NS if turned.ns == pair else EW,
            other=NS if first.ns == pair else EW,
        )


def _one_winner(movement: Movement) -> Iterator[Fault]:
    """With one winner somebody must sit both ways; in a single round nobody can."""
    if movement.kind != "pairs" or movement.winners != 1 or movement.rounds < 2 or movement.draws:
        return
    north_south, east_west = movement.sides_taken
    if north_south.isdisjoint(east_west):
        yield fault(
            "One winner is named, but every pair sits one way all evening: North-South and East-West are never compared."
        )


def _switched(movement: Movement) -> Iterator[Fault]:
    """Where a switch is marked somebody must sit the other way than where none is."""
    marked = [meeting for meeting in movement.meetings if meeting.switched]
    if not marked:
        return
    usual = _usual_sides(movement)
    for meeting in marked:
        known = [usual[pair] == side for pair, side in ((meeting.ns, "ns"), (meeting.ew, "ew")) if pair in usual]
        if movement.kind != "pairs" or (known and all(known)):
            yield fault(
                "Round {round}, table {table} is marked as switched, but nobody sits the other way.",
                round=meeting.round,
                table=meeting.table,
            )


def _usual_sides(movement: Movement) -> dict[int, str]:
    """The side of each pair that sits one way in all rounds without a switch.

    Where others sit both ways (a Howell), or in one or two rounds, that may be chance.
    """
    sides: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for meeting in movement.meetings:
        if not meeting.switched:
            sides[meeting.ns]["ns"] += 1
            sides[meeting.ew]["ew"] += 1
    one_way = all(len(found) == 1 for found in sides.values())
    return {
        pair: side
        for pair, found in sides.items()
        for side, times in found.items()
        if len(found) == 1 and times >= ENOUGH and (one_way or pair in movement.stationary)
    }


# -- seats ------------------------------------------------------------------------------------------------------------


def _idle(movement: Movement) -> Iterator[Fault]:
    if movement.draws:
        return  # whoever sits out in the first round is drawn later
    playing = {contestant for meeting in movement.meetings for contestant in movement.seated(meeting)}
    for contestant in movement.contestants:
        if contestant not in playing:
            rounds = counted("rounds", movement.rounds)
            yield fault("In {rounds} {who} never plays.", pair=contestant, rounds=rounds, who=who(movement, contestant))


def _stationary(movement: Movement) -> Iterator[Fault]:
    if movement.kind == "teams":
        return
    for contestant in movement.stationary:
        path = movement.path(contestant)
        if not path:
            mine = who(movement, contestant)
            yield fault("{who} is said to stay, but plays nowhere.", pair=contestant, who=mine)
        moved = next((m for m in path if m.table != path[0].table), None)
        if moved:
            yield fault(
                "Round {round}: {who} is said to stay at table {home}, but plays at table {table}.",
                round=moved.round,
                table=moved.table,
                pair=contestant,
                who=who(movement, contestant),
                home=path[0].table,
            )


# -- boards -----------------------------------------------------------------------------------------------------------


def _full_sets(movement: Movement) -> Iterator[Fault]:
    """A set that lacks a board is told once, at the first table that gets it so."""
    full = max((len(meeting.boards) for meeting in movement.meetings), default=0)
    if full < movement.boards_per_round:
        said = counted("boards", movement.boards_per_round)
        yield fault("Rounds are said to have {said}, but no table has more than {full}.", said=said, full=full)
    if movement.kind == "teams" or movement.draws:
        return  # matches of unequal length are matches
    short: dict[frozenset[int], Meeting] = {}
    complete: set[frozenset[int]] = set()
    for meeting in movement.meetings:
        boards = frozenset(meeting.boards)
        if len(boards) == full:
            complete.add(boards)
        elif boards:
            short.setdefault(boards, meeting)
    for boards, meeting in short.items():
        whole = next((each for each in complete if boards < each), boards)
        lacking = sorted(whole - boards)
        place = {"round": meeting.round, "table": meeting.table, "board": min(lacking or boards)}
        if lacking:
            yield fault(
                "Round {round}, table {table}: boards {boards} lack {lacking}.",
                boards=spans(boards),
                lacking=spans(lacking),
                **place,
            )
        else:
            yield fault(
                "Round {round}, table {table}: boards {boards} are {count}, and not {full} as in the other sets.",
                boards=spans(boards),
                count=len(boards),
                full=full,
                **place,
            )


def _shares(movement: Movement) -> Iterator[Fault]:
    for group in movement.shares:
        together: set[int] = set()
        for meetings in movement.by_round.values():
            here = [meeting for meeting in meetings if meeting.table in group]
            boards = Counter(board for meeting in here for board in meeting.boards)
            together.update(m.table for m in here if any(boards[board] > 1 for board in m.boards))
        if not together:
            yield fault(
                "Tables {tables} are said to share, but never have the same boards.",
                table=min(group, default=None),
                tables=spans(group),
            )
            continue
        for table in sorted(set(group) - together):
            yield fault(
                "Table {table} is said to share with tables {tables}, but never has their boards.",
                table=table,
                tables=spans(set(group) - {table}),
            )


def _relays(movement: Movement) -> Iterator[Fault]:
    for relay in movement.relays:
        if found := _relay(movement, relay) or _on_a_table(movement, relay):
            yield found


def _relay(movement: Movement, relay: Relay) -> Fault | None:
    """Boards that leave one table must reach the other after resting on the relay, in one direction or the other."""
    low, high = relay.between
    if low == high:
        return fault("A relay stands between two tables, not between {table} and {table}.", table=low)
    highest = max(movement.tables, (len(movement.contestants) + 1) // 2)  # a phantom's table counts
    for table in relay.between:
        if table > highest:
            return fault("There is no table {table} for a relay to stand at.", table=table)
    delay = relay.sets + 1
    broken: list[tuple[int, int, int, int]] = []
    for start, end in ((high, low), (low, high)):
        wrong = [
            (number, start, end, min(here.boards))
            for (number, table), here in movement.at.items()
            if table == start
            and (there := movement.at.get((number + delay, end))) is not None
            and set(here.boards) != set(there.boards)
        ]
        if not wrong:
            return None
        broken.append(min(wrong))
    number, start, end, board = max(broken, key=lambda found: found[0])
    return fault(
        "Round {round}: board {board} leaves table {start} by the relay between {low} and {high}, "
        "but is not at table {end} in round {later}.",
        round=number,
        table=start,
        board=board,
        start=start,
        low=low,
        high=high,
        end=end,
        later=number + delay,
    )


def _on_a_table(movement: Movement, relay: Relay) -> Fault | None:
    """What lies on a relay before play cannot be at a table in round 1, unless there is another copy of it."""
    low, high = relay.between
    for meeting in movement.by_round.get(1, ()) if movement.copies == 1 else ():
        boards = sorted(set(meeting.boards) & set(relay.boards))
        if boards:
            return fault(
                "Round 1, table {table}: boards {boards} cannot be here, they lie on the relay between {low} and {high}.",
                round=1,
                table=meeting.table,
                board=boards[0],
                boards=spans(boards),
                low=low,
                high=high,
            )
    return None


# -- time -------------------------------------------------------------------------------------------------------------


def _stanzas(movement: Movement) -> Iterator[Fault]:
    """Scores are compared after a stanza, so that both halves of a match must be played in it."""
    for end in movement.stanzas:
        if end > movement.rounds:
            yield fault(
                "A stanza is said to end after round {round}; there are {rounds}.", round=end, rounds=movement.rounds
            )
    rounds: defaultdict[tuple[int, int, int], set[int]] = defaultdict(set)
    for meeting in movement.meetings if movement.stanzas and movement.kind == "teams" else ():
        for board in meeting.boards:
            rounds[min(meeting.sides), max(meeting.sides), board].add(meeting.round)
    told: set[tuple[int, int, int]] = set()
    for (one, other, board), played in sorted(rounds.items()):
        within = next((end for end in movement.stanzas if min(played) <= end < max(played)), None)
        if within is not None and (within, one, other) not in told:
            told.add((within, one, other))
            yield fault(
                "Round {round}: a stanza ends here, between the halves of the match of teams {one} and {other} "
                "(rounds {played}).",
                round=within,
                pair=one,
                board=board,
                one=one,
                other=other,
                played=spans(played),
            )


def _instructions(movement: Movement) -> Iterator[Fault]:
    for instruction in movement.instructions:
        if instruction.after > movement.rounds:
            yield fault(
                "An instruction is due after round {round}, but the last is round {rounds}: {text}",
                round=instruction.after,
                rounds=movement.rounds,
                text=instruction.text,
            )
        elif instruction.occasion == "skip" and _nothing_skips(movement, instruction):
            yield fault(
                "After round {round} a skip is announced, but pairs and boards move as always.",
                round=instruction.after,
            )


def _nothing_skips(movement: Movement, skip: Instruction) -> bool:
    """Whether pairs and boards go on after this round just as after the others."""
    skips = {each.after for each in movement.instructions if each.occasion == "skip"}
    tables = max(movement.tables, *(each.table or 0 for each in movement.sit_outs), 1)
    return all(_usual_step(tracks, tables, skips, skip.after) for tracks in (_pairs(movement), _boards(movement)))


def _pairs(movement: Movement) -> Iterable[dict[int, int]]:
    """The table of each pair that changes tables, round by round."""
    waits: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for each in movement.sit_outs:
        if each.table:
            waits[each.pair][each.round] = each.table
    for pair, path in movement.paths.items():
        track = {meeting.round: meeting.table for meeting in path} | waits[pair]
        if len(set(track.values())) > 1:
            yield track


def _boards(movement: Movement) -> Iterable[dict[int, int]]:
    """The table of each set, round by round."""
    tracks: defaultdict[tuple[int, ...], dict[int, int]] = defaultdict(dict)
    for meeting in movement.meetings:
        tracks[meeting.boards].setdefault(meeting.round, meeting.table)
    return tracks.values()


def _usual_step(tracks: Iterable[dict[int, int]], tables: int, skips: set[int], after: int) -> bool:
    steps: Counter[int] = Counter()
    here: Counter[int] = Counter()
    for track in tracks:
        for number, table in track.items():
            if number + 1 in track:
                step = (track[number + 1] - table) % tables
                if number == after:
                    here[step] += 1
                elif number not in skips:
                    steps[step] += 1
    return not here or not steps or here.most_common(1)[0][0] == steps.most_common(1)[0][0]


def _both_halves(movement: Movement) -> Iterator[Fault]:
    """A plan gives both halves of a team a table, or the whole team a sit-out; on a night that was mended one half may wait."""
    if movement.kind != "teams":
        return
    for number, meetings in movement.by_round.items():
        times = Counter(side for meeting in meetings for side in set(meeting.sides))
        for team in sorted(team for team, halves in times.items() if halves == 1):
            yield fault(
                "Round {round}: {who} has no table and no sit-out.", round=number, pair=team, who=who(movement, team)
            )


CHECKS: tuple[Callable[[Movement], Iterator[Fault]], ...] = (
    _idle,
    _both_halves,
    _two_winners,
    _one_winner,
    _switched,
    _full_sets,
    _shares,
    _relays,
    _stationary,
    _stanzas,
    _instructions,
)
