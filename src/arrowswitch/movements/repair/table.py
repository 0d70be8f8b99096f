"""Mistakes of one table, one pair or the clock: sides turned, a wrong board, wrong opponents, a rover, a pair that leaves.

Each function takes the movement and what happened, and gives the evening as a `Repair` (ACBL club director's notes
L1195-1220, L4708-4758, L4869-4901; NZ Club Directors Manual L1996-2018).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace

from arrowswitch.movements.build import sit_outs
from arrowswitch.movements.catalogue import has
from arrowswitch.movements.model import ImpossibleWish, Meeting, Movement
from arrowswitch.movements.repair.tools import (
    Repair,
    ToAdjust,
    check_round,
    exchanged,
    finish,
    known_pair,
    meeting_at,
    named,
    only_pairs,
    step,
    who,
    with_meeting,
    with_sit_outs,
)
from arrowswitch.words import Sentence, counted, say, spans

# -- mistakes at one table ------------------------------------------------------------------------------------------


def sides_turned(movement: Movement, number: int, table: int, board: int | None = None) -> Repair:
    """The pairs sat the other way in a round (a Howell table not switched), or one board was turned.

    >>> from arrowswitch.movements import build
    >>> repair = sides_turned(build("howell", tables=4), 3, 2)
    >>> repair.boards_to_adjust, repair.movement.at[3, 2].switched
    ((), True)
    """
    only_pairs(movement)
    planned = meeting_at(movement, number, table)
    turned = replace(planned, ns=planned.ew, ew=planned.ns, switched=not planned.switched)
    if board is None:
        text = say(
            "Round {round}, table {table}: enter {ns} as North-South and {ew} as East-West, as they sat. "
            "Everybody moves on as planned.",
            round=number,
            table=table,
            ns=who(movement, turned.ns),
            ew=who(movement, turned.ew),
        )
        meetings = tuple(turned if m is planned else m for m in movement.meetings)
        return finish(replace(movement, meetings=meetings), number + 1, [text])
    if board not in planned.boards:
        raise ImpossibleWish(_not_there(planned, board))
    text = say(
        "Round {round}, table {table}: mark board {board} as turned and enter {ns} as North-South on it.",
        round=number,
        table=table,
        board=board,
        ns=who(movement, turned.ns),
    )
    return finish(movement, number + 1, [text], single_boards=[replace(turned, boards=(board,))])


def _not_there(planned: Meeting, board: int) -> Sentence:
    return say(
        "Board {board} is not at table {table} in round {round}; boards {boards} are.",
        board=board,
        table=planned.table,
        round=planned.round,
        boards=spans(planned.boards),
    )


def wrong_board(movement: Movement, number: int, table: int, board: int, played: int) -> Repair:
    """A table played a board that was not due instead of one that was; it counts if it was new to both.

    >>> from arrowswitch.movements import build
    >>> [one[2:] for one in wrong_board(build("mitchell", tables=7), 1, 1, board=4, played=5).boards_to_adjust]
    [(1, (4,), 'missed'), (8, (4,), 'missed'), (1, (5,), 'seen'), (8, (5,), 'seen')]
    """
    planned = meeting_at(movement, number, table)
    if board not in planned.boards:
        raise ImpossibleWish(_not_there(planned, board))
    if played in planned.boards or played not in movement.boards:
        raise ImpossibleWish(
            say(
                "Board {board} cannot be the wrong one: it must be one of {boards} and not due at the table.",
                board=played,
                boards=spans(movement.boards),
            )
        )
    had = [pair for pair in planned.sides if any(played in m.boards for m in movement.path(pair) if m.round < number)]
    if had:
        return _void(movement, planned, board, played, had)
    boards = tuple(played if one == board else one for one in planned.boards)
    text = say(
        "Round {round}, table {table}: the result of board {played} stands. {ns} and {ew} have not played board "
        "{board}; let them play it if there is time, otherwise adjust it.",
        round=number,
        table=table,
        played=played,
        board=board,
        ns=who(movement, planned.ns),
        ew=who(movement, planned.ew),
    )
    return with_meeting(movement, number, table, boards=boards, steps=[text], missed=_not_played(planned, board))


def _not_played(planned: Meeting, board: int) -> list[ToAdjust]:
    return [ToAdjust(planned.round, planned.table, pair, (board,), "missed") for pair in planned.sides]


def _void(movement: Movement, planned: Meeting, board: int, played: int, had: list[int]) -> Repair:
    """The first score of those who had had the board stands; this one is nobody's (NZ Club Directors Manual L1982-1984)."""
    names = [who(movement, pair) for pair in had]
    values = {"round": planned.round, "table": planned.table, "board": board, "played": played}
    texts = [
        say("Round {round}, table {table}: {pair} had had board {played} before.", pair=names[0], **values)
        if len(names) == 1
        else say(
            "Round {round}, table {table}: {one} and {other} had had board {played} before.",
            one=names[0],
            other=names[1],
            **values,
        ),
        say("The first score on board {played} stands; this one is void.", **values),
        say(
            "{ns} and {ew} have not played board {board}: let them play it later, or adjust it by fault, for which "
            "North-South answer first.",
            ns=who(movement, planned.ns),
            ew=who(movement, planned.ew),
            **values,
        ),
    ]
    return finish(
        movement,
        planned.round + 1,
        texts,
        missed=_not_played(planned, board),
        void=[replace(planned, boards=(played,))],
    )


def pairs_exchanged(movement: Movement, number: int, one: int, other: int) -> Repair:
    """Two pairs sat in each other's seats in a round and played there.

    >>> from arrowswitch.movements import build
    >>> repair = pairs_exchanged(build("mitchell", tables=7), 1, 8, 9)
    >>> repair.repeated_meetings, sorted({one.round for one in repair.boards_to_adjust})
    (((1, 9, 2), (2, 8, 2)), [4, 5])
    """
    only_pairs(movement)
    check_round(movement, number)
    for pair in (one, other):
        known_pair(movement, pair)
    if one == other or not any({one, other} & set(m.sides) for m in movement.by_round.get(number, ())):
        raise ImpossibleWish(say("Name two pairs, of whom at least one plays in that round."))
    meetings = exchanged(movement, one, other, (number,))
    text = say(
        "Round {round}: {one} and {other} played in each other's seats. Enter the results under the pairs that played; "
        "then both go where the movement sends them next.",
        round=number,
        one=who(movement, one),
        other=who(movement, other),
    )
    return finish(with_sit_outs(replace(movement, meetings=meetings)), number + 1, [text])


def rover_missed(movement: Movement, number: int, boards: tuple[int, ...] = ()) -> Repair:
    """Play began before the rover came: the pair to be displaced played some boards of the round, or all.

    >>> from arrowswitch.movements import build
    >>> repair = rover_missed(build("rover", tables="7½"), 2)
    >>> [(one.round, one.pair) for one in repair.movement.sit_outs if one.round == 2]
    [(2, 8)]
    """
    rovers = {one.pair for one in movement.sit_outs if one.round == 1}
    waiting = [one.pair for one in movement.sit_outs if one.round == number]
    if not has(movement.family, "rover") or len(rovers) != 1 or len(waiting) != 1:
        raise ImpossibleWish(say("This movement has no rover in round {round}.", round=number))
    (rover,), (displaced,) = rovers, waiting
    due = next((m for m in movement.by_round[number] if rover in m.sides), None)
    if due is None:
        raise ImpossibleWish(say("The rover sits out round {round}.", round=number))
    if any(board not in due.boards for board in boards):
        raise ImpossibleWish(_not_there(due, next(board for board in boards if board not in due.boards)))
    if not boards or set(boards) == set(due.boards):
        return pairs_exchanged(movement, number, rover, displaced)
    ns, ew = (displaced if side == rover else side for side in due.sides)
    text = say(
        "Round {round}, table {table}: enter boards {boards} for {displaced}, who played them; {rover} plays the rest.",
        round=number,
        table=due.table,
        boards=spans(boards),
        displaced=who(movement, displaced),
        rover=who(movement, rover),
    )
    single = [replace(due, ns=ns, ew=ew, boards=(board,)) for board in boards]
    return finish(movement, number + 1, [text], single_boards=single)


def boards_out_of_sequence(movement: Movement, really: Mapping[int, int], *, right_again: int | None = None) -> Repair:
    """Boards lay in each other's places at the start: `really` says for a planned board which one was there.

    Left as they are, nothing repeats; put right between two rounds, some boards come back to those who had them.

    >>> from arrowswitch.movements import build
    >>> mitchell = build("mitchell", tables=7)
    >>> changed = {1: 5, 2: 6, 3: 7, 4: 8, 5: 1, 6: 2, 7: 3, 8: 4}
    >>> len(boards_out_of_sequence(mitchell, changed).boards_to_adjust)
    0
    >>> len(boards_out_of_sequence(mitchell, changed, right_again=2).boards_to_adjust)
    4
    """
    only_pairs(movement)
    if not really or sorted(really) != sorted(really.values()) or not set(really) <= set(movement.boards):
        raise ImpossibleWish(
            say(
                "Say for each board that was not in its place which board was there, as 1:5,5:1; boards {boards}.",
                boards=spans(movement.boards),
            )
        )
    if right_again is not None:
        check_round(movement, right_again, first=2)
    last = movement.rounds if right_again is None else right_again - 1
    meetings = tuple(
        replace(m, boards=tuple(really.get(board, board) for board in m.boards)) if m.round <= last else m
        for m in movement.meetings
    )
    relays = tuple(
        replace(relay, boards=tuple(really.get(board, board) for board in relay.boards)) for relay in movement.relays
    )
    if right_again is None:
        text = say(
            "Leave the boards as they are and move them on as usual; boards {boards} come in another order than printed.",
            boards=spans(really),
        )
    else:
        text = say("Before round {round} put boards {boards} in order.", round=right_again, boards=spans(really))
    whole = replace(movement, meetings=meetings, relays=relays if right_again is None else ())
    return finish(whole, right_again or 1, [], further=[step((right_again or 2) - 1, text)])


# -- fewer pairs, fewer rounds --------------------------------------------------------------------------------------


def pair_leaves(movement: Movement, pair: int, from_round: int) -> Repair:
    """A pair goes home: from that round on it is a phantom, and its opponents sit out; a rover displaces nobody more.

    >>> from arrowswitch.movements import build
    >>> repair = pair_leaves(build("mitchell", tables=7), 3, from_round=5)
    >>> [one.pair for one in repair.sit_outs if one.pair != 3]
    [13, 12, 11]
    """
    only_pairs(movement)
    check_round(movement, from_round, first=2)
    known_pair(movement, pair)
    gone = tuple(m for m in movement.meetings if m.round >= from_round and pair in m.sides)
    if not gone:
        raise ImpossibleWish(say("There are no more rounds to play for {pair}.", pair=named(movement, pair)))
    back = _displaced(movement, pair, gone)
    if back:
        return _rover_leaves(movement, pair, from_round, back)
    waiting = {(one.round, one.pair): one.table for one in movement.sit_outs if one.table}
    for meeting in gone:
        waiting |= {(meeting.round, one): meeting.table for one in meeting.sides if one != pair}
    meetings = tuple(m for m in movement.meetings if m not in gone)
    opponents = ", ".join(f"{who(movement, other)} ({m.round})" for m in gone for other in m.sides if other != pair)
    texts = [
        _not_there_any_more(movement, pair, from_round),
        say("These sit out when they are due against it (round): {opponents}.", opponents=opponents),
        say("The boards are moved as if it still played."),
    ]
    base = _staying(movement, pair, meetings)
    left = sit_outs(base.contestants, movement.rounds, meetings, waiting)
    whole = replace(base, meetings=meetings, sit_outs=left)
    return finish(whole, from_round, texts, "sit-out")


def _not_there_any_more(movement: Movement, pair: int, from_round: int) -> Sentence:
    return say("From round {round} on {pair} is not there.", round=from_round, pair=named(movement, pair))


def _staying(movement: Movement, pair: int, meetings: tuple[Meeting, ...]) -> Movement:
    """The movement without a pair that leaves before it has played at all."""
    if any(pair in m.sides for m in meetings):
        return movement
    return replace(movement, contestants=tuple(each for each in movement.contestants if each != pair))


def _displaced(movement: Movement, pair: int, gone: tuple[Meeting, ...]) -> dict[Meeting, int]:
    """Where the pair is a rover: whose seat it would take at each of its tables, and who would play there without it."""
    if not has(movement.family, "rover") or not any(one.round == 1 and one.pair == pair for one in movement.sit_outs):
        return {}
    out: defaultdict[int, list[int]] = defaultdict(list)
    for one in movement.sit_outs:
        if one.table is None:  # who waits at a table is out for another reason
            out[one.round].append(one.pair)
    return {m: out[m.round][0] for m in gone} if all(len(out[m.round]) == 1 for m in gone) else {}


def _rover_leaves(movement: Movement, pair: int, from_round: int, back: Mapping[Meeting, int]) -> Repair:
    """Nobody is displaced any more: whoever would have sat out keeps the seat and plays."""
    meetings = tuple(
        m if m not in back else replace(m, ns=back[m]) if m.ns == pair else replace(m, ew=back[m])
        for m in movement.meetings
    )
    texts = [
        _not_there_any_more(movement, pair, from_round),
        say(
            "Nobody is displaced any more; these keep their seats and play (round): {pairs}.",
            pairs=", ".join(f"{who(movement, each)} ({m.round})" for m, each in back.items()),
        ),
        say("Everybody else and the boards move as before."),
    ]
    base = _staying(movement, pair, meetings)
    whole = replace(base, meetings=meetings, sit_outs=sit_outs(base.contestants, movement.rounds, meetings))
    return finish(whole, from_round, texts, "sit-out", no_longer=["sit-out"])


def rounds_cut(movement: Movement, last: int, *, switch_last: bool = False) -> Repair:
    """The evening ends earlier, after round `last`.

    Where nobody has sat both ways by then there are two winners, unless the arrow switch is made in the last round, which is
    still to come.

    >>> from arrowswitch.movements import build
    >>> rounds_cut(build("mitchell", tables=7), 6).movement.rounds
    6
    """
    only_pairs(movement)
    if not 1 <= last < movement.rounds:
        raise ImpossibleWish(
            say(
                "The movement has {rounds}; it can end after 1 to {most}.",
                rounds=counted("rounds", movement.rounds),
                most=movement.rounds - 1,
            )
        )
    meetings = tuple(m for m in movement.meetings if m.round <= last)
    texts = [say("Round {round} is the last one.", round=last)]
    winners, labels = movement.winners, movement.labels
    switches_gone = any(m.switched for m in movement.meetings) and not any(m.switched for m in meetings)
    whole = replace(movement, meetings=meetings, rounds=last)
    fields_apart = winners == 1 and whole.sides_taken[0].isdisjoint(whole.sides_taken[1])
    if switch_last and not switches_gone:
        raise ImpossibleWish(say("No arrow switch falls away, so that none need be made in its place."))
    if switch_last:
        meetings = tuple(replace(m, ns=m.ew, ew=m.ns, switched=True) if m.round == last else m for m in meetings)
        whole = replace(whole, meetings=meetings)
        texts.append(say("Turn every table for round {round}: the arrow switch is made then.", round=last))
    elif fields_apart:
        winners = 2
        texts.append(
            say("No arrow switch is left, so there are two winners.")
            if switches_gone
            else say("Nobody has sat both ways by then, so there are two winners.")
        )
        texts.append(say("To keep one winner turn every table for round {round}, if it has not begun.", round=last))
    playing = whole.sides_taken[0] | whole.sides_taken[1]
    if idle := [pair for pair in movement.contestants if pair not in playing]:
        texts.append(
            say(
                "Without a score, as they only sat out: {pairs}.", pairs=", ".join(who(movement, pair) for pair in idle)
            )
        )
    whole = replace(
        whole,
        contestants=tuple(pair for pair in movement.contestants if pair in playing),
        winners=winners,
        labels=labels,
        sit_outs=tuple(one for one in movement.sit_outs if one.round <= last and one.pair in playing),
        stanzas=tuple(end for end in movement.stanzas if end <= last),
    )
    if whole.boards != movement.boards:
        texts.append(
            say("Boards {boards} are not played any more.", boards=spans(set(movement.boards) - set(whole.boards)))
        )
    return finish(whole, last, texts, "last")
