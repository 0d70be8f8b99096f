"""What the director says, and when: before play, during a round, after a round.

The movement's own instructions come first; what they leave out (the ordinary move, arrow switches, sit-outs, the last
round, refreshments) is derived from the meetings. NZ manual section 6.3 and TIM-07, Busbridge instructions sections 2.2 and 6.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from arrowswitch.movements.cards.moves import (
    Move,
    Ordinary,
    PairMove,
    Partnership,
    Paths,
    Seat,
    board_move,
    ordinary,
    paths,
    side_move,
    stays,
    top_table,
    usual_steps,
)
from arrowswitch.movements.cards.room import relay_ways
from arrowswitch.movements.model import Meeting, Movement, Occasion, Side
from arrowswitch.words import Sentence, counted, say, say_count, spans

Moment = Literal["before", "during", "after"]
MOVES: frozenset[Occasion] = frozenset({"move", "skip", "special", "double", "stanza"})


@dataclass(frozen=True, slots=True)
class Announcement:
    """Words to say: before play (round 0), during a round, or after it."""

    moment: Moment
    round: int
    occasion: Occasion | Literal["refreshments", "end"]
    text: Sentence


def announcements(
    movement: Movement, *, refreshments: bool = False, break_after: int | None = None, break_minutes: int = 0
) -> tuple[Announcement, ...]:
    """Everything to announce, in order.

    A break is told after its round. Where none is planned, `refreshments` may be asked for: they are then taken during
    the round that holds the middle of the night.

    >>> from arrowswitch.movements.build import SketchRow, two_fields
    >>> rows = [SketchRow(r, t, t, (t - r) % 3 + 1, (t + r - 2) % 3 + 1) for r in (1, 2, 3) for t in (1, 2, 3)]
    >>> mitchell = two_fields(rows, name="Mitchell", family="mitchell", boards_per_round=8)
    >>> [(said.moment, said.round, said.text) for said in announcements(mitchell)][-2]
    ('after', 2, 'The next round is the last.')
    """
    whole = paths(movement)
    usual = ordinary(movement, whole)
    said = [*_before(movement, whole, usual)]
    served = refreshment_round(movement) if refreshments and break_after is None else None
    for number in range(1, movement.rounds + 1):
        if number == served:
            said.append(Announcement("during", number, "refreshments", _refreshment_words(movement)))
        said += _during(movement, number, "arrows" in (usual.ns.kind, usual.ew.kind))
        if number == break_after:
            said.append(Announcement("after", number, "refreshments", break_words(break_minutes)))
        said += _after(movement, whole, usual, number)
    return tuple(said)


def break_words(minutes: int) -> Sentence:
    """What is said when the break begins.

    >>> break_words(15), break_words(0)
    ('There is a break of 15 minutes now.', 'There is a break now.')
    """
    if not minutes:
        return say("There is a break now.")
    return say_count("There is a break of {n} minute now.", "There is a break of {n} minutes now.", minutes)


def refreshment_round(movement: Movement) -> int | None:
    """The round with the break: it holds one board more than half (TIM-07); none with stanzas, which have their own.

    >>> [-(-(boards // 2 + 1) // each) for boards, each in ((24, 2), (26, 1))]
    [7, 14]
    """
    if len(movement.stanzas) > 1 or movement.rounds < 4:
        return None
    return -(-(movement.rounds * movement.boards_per_round // 2 + 1) // movement.boards_per_round)


def special_moves(movement: Movement) -> Mapping[int, tuple[Occasion, Sentence]]:
    """The moves that are not the ordinary one, by the round after which they are made."""
    whole = paths(movement)
    usual = ordinary(movement, whole)
    told: dict[int, tuple[Occasion, Sentence]] = {}
    for said in movement.instructions:
        if said.after and said.occasion in MOVES - {"move"}:
            earlier = [told[said.after][1]] if said.after in told else []
            told[said.after] = said.occasion, join([*earlier, said.text])
    derived = {
        after: _move(movement, whole, usual, after)
        for after in range(1, movement.rounds if not movement.draws else 1)
        if _unusual(movement, whole, usual, after)
    }
    return dict(sorted((derived | told).items()))


# --------------------------------------------------------------------------------------------------------- before play


def _before(movement: Movement, whole: Paths, usual: Ordinary) -> Iterable[Announcement]:
    def start(occasion: Occasion, text: Sentence) -> Announcement:
        return Announcement("before", 0, occasion, text)

    told = [instruction for instruction in movement.instructions if instruction.after == 0]
    occasions = {instruction.occasion for instruction in told}
    yield start("start", _size(movement))
    for instruction in told:
        yield start(instruction.occasion, instruction.text)
    about_relays = movement.relays and movement.copies == 1 and "relay" not in occasions
    if "layout" not in occasions or about_relays:  # layout told for relays only
        yield from (start("layout", text) for text in _layout(movement))
    if "share" not in occasions:
        yield from (start("share", _share(group)) for group in movement.shares)
    if not {"relay", "layout"} & occasions:
        yield from (start("relay", text) for text in _relays(movement))
    if "sit-out" not in occasions and movement.sit_outs:
        if not movement.draws:
            yield start("sit-out", _sit_out_rule(movement))
        if waiting := _waiting(movement, 1):
            yield start("sit-out", waiting)
    if movement.kind == "teams" and "start" not in occasions and (text := _first_walk(movement, whole)):
        yield start("start", text)
    if "move" not in occasions:
        yield start("move", _ordinary_words(movement, whole, usual))
    yield start(
        "start",
        say(
            "Check the number and the direction of each board, count your cards, stay seated until the move is called."
        ),
    )


def _size(movement: Movement) -> Sentence:
    teams, entry = movement.kind == "teams", movement.entry
    what = say("{entry} teams", entry=entry) if teams else say("{entry} tables", entry=entry)
    if movement.kind == "individual":
        what = counted("players", len(movement.contestants))
    rounds = counted("rounds", movement.all_rounds)
    if movement.to_draw:
        return say(
            "{what}, {rounds} of {each}.", what=what, rounds=rounds, each=counted("boards", movement.boards_per_round)
        )
    if movement.boards_per_round == 1:
        return say("{what}, {rounds} of one board.", what=what, rounds=rounds)
    return say(
        "{what}, {rounds} of {each}, {boards} in play.",
        what=what,
        rounds=rounds,
        each=counted("boards", movement.boards_per_round),
        boards=counted("boards", len(movement.boards)),
    )


def _layout(movement: Movement) -> Iterable[Sentence]:
    """Runs of tables with boards in order are told as one."""
    shared = {table for group in movement.shares for table in group[1:]}
    runs: list[list[Meeting]] = []
    for meeting in movement.by_round.get(1, ()):
        if meeting.table in shared:
            continue
        last = runs[-1][-1] if runs else None
        if last and meeting.table == last.table + 1 and meeting.boards[0] == last.boards[-1] + 1:
            runs[-1].append(meeting)
        else:
            runs.append([meeting])
    listed = [
        say("boards {boards} on table {table}", boards=spans(run[0].boards), table=run[0].table)
        if len(run) == 1
        else say(
            "boards {boards} in order on tables {first} to {last}",
            boards=f"{run[0].boards[0]}-{run[-1].boards[-1]}",
            first=run[0].table,
            last=run[-1].table,
        )
        for run in runs
    ]
    if listed:
        yield say("Put out {listed}.", listed=join(listed, "; "))
    placed = {board for meeting in movement.by_round.get(1, ()) for board in meeting.boards}
    placed.update(board for way in relay_ways(movement) for board in way.relay.boards)
    if (later := spans(set(movement.boards) - placed)) and movement.copies == 1:
        yield say("Boards {boards} come into play later.", boards=later)


def _share(group: tuple[int, ...]) -> Sentence:
    *first, last = group
    return say("Tables {first} and {last} share their boards.", first=", ".join(map(str, first)), last=last)


def _relays(movement: Movement) -> Iterable[Sentence]:
    for way in relay_ways(movement):
        low, high = sorted(way.relay.between)
        boards = spans(way.relay.boards)
        if way.feed_in:
            yield say("Feed-in boards beside table {table}: {boards}.", table=way.gives_to, boards=boards)
        else:
            yield say(
                "Relay between tables {low} and {high}: {boards}.",
                low=low,
                high=high,
                boards=boards,
            )


def _sit_out_rule(movement: Movement) -> Sentence:
    tables = {sit.table for sit in movement.sit_outs}
    if len(tables) == 1 and (table := tables.pop()):
        return say("Whoever comes to table {table} sits out for that round.", table=table)
    if movement.kind == "individual":
        resting = len(movement.contestants) - 4 * movement.tables
        return say_count(
            "One player sits out in each round; the cards say who.",
            "{n} players sit out in each round; the cards say who.",
            resting,
        )
    return say("One pair sits out in each round; the cards say who.")


def _first_walk(movement: Movement, whole: Paths) -> Sentence | None:
    """Teams: how East-West get from their home table to their first opponents."""
    ways = []
    for number in movement.contestants:
        home, away = (whole.get(Partnership(number, half), ()) for half in ("ns", "ew"))
        if home and away and home[0].table and away[0].table:
            ways.append((home[0].table, away[0].table))
    top = top_table(movement)
    shifts = {(away - home) % top for home, away in ways}
    if len(shifts) != 1 or shifts == {0}:
        return None
    by = shifts.pop()
    return say("Before play {move}", move=_walk("ew", Move("shift", by - top if by > top / 2 else by, top)))


# -------------------------------------------------------------------------------------------------- words for the moves

SIDES: dict[Side, Sentence] = {"ns": say("North-South"), "ew": say("East-West")}


def tables_up(by: int) -> Sentence:
    """So many tables up or down, in words.

    >>> tables_up(1), tables_up(-2), tables_up(3)
    ('up one table', 'down two tables', 'up 3 tables')
    """
    known = {
        1: say("up one table"),
        2: say("up two tables"),
        -1: say("down one table"),
        -2: say("down two tables"),
    }
    if by in known:
        return known[by]
    return say("up {number} tables", number=by) if by > 0 else say("down {number} tables", number=-by)


def _walk(side: Side, move: Move) -> Sentence:
    if move.kind == "mirror":
        return say(
            "{who} take their table number from {sum} and go to that table (1 to {top}, 2 to {next}, and so on).",
            who=SIDES[side],
            sum=move.modulus + 1,
            top=move.modulus,
            next=move.modulus - 1,
        )
    return say("{who} move {how}.", who=SIDES[side], how=tables_up(move.by))


def _boards(move: Move) -> Sentence | None:
    if move.kind == "shift":
        return say("Boards move {how}.", how=tables_up(move.by))
    return {"stay": say("Boards stay."), "new": say("New boards come to every table.")}.get(move.kind)


def _move_words(moves: Mapping[Side, Move], boards: Move, usual: Mapping[Seat, Seat]) -> Sentence:
    """One sentence or two for what people and boards do.

    Chairs that always lead elsewhere are named; pairs that go their own way have a card that says so.
    """
    parts: list[Sentence] = []
    if any(move.kind == "arrows" for move in moves.values()):
        parts.append(say("Everybody goes where the cards say."))
    else:
        parts += [_walk(side, move) for side, move in moves.items() if move.kind in ("shift", "mirror")]
        others = [step for move in moves.values() for step in move.others if step.start != step.end]
        always = [step for step in others if usual.get(step.start) == step.end]
        parts += [_exception(step) for step in always]
        if len(always) < len(others):
            parts.append(say("Whoever has a card that says otherwise follows the card."))
    if said := _boards(boards):
        parts.append(said)
    return join(parts)


def _exception(step: PairMove) -> Sentence:
    (start, seat), (end, then) = step.start, step.end
    if start == end:
        return say("{who} at table {table} stay there and sit {seat}.", who=SIDES[seat], table=start, seat=SIDES[then])
    if seat == then:
        return say("{who} at table {table} go to table {end}.", who=SIDES[seat], table=start, end=end)
    return say(
        "{who} at table {table} go to table {end} and sit {seat}.",
        who=SIDES[seat],
        table=start,
        end=end,
        seat=SIDES[then],
    )


def join(parts: Iterable[Sentence], between: str = " ") -> Sentence:
    """Several sentences as one that can still be translated.

    >>> join([say("One."), say("Two.")])
    'One. Two.'
    """
    values = {f"part{number}": part for number, part in enumerate(parts)}
    return say(between.join("{" + key + "}" for key in values), **values)


def _ordinary_move(movement: Movement, whole: Paths, usual: Ordinary) -> Sentence:
    """The words of the first round after which the move is the ordinary one."""
    for after in range(1, movement.rounds):
        if not _unusual(movement, whole, usual, after):
            return _move(movement, whole, usual, after)[1]
    return _move_words({"ns": usual.ns, "ew": usual.ew}, usual.boards, {})


def _ordinary_words(movement: Movement, whole: Paths, usual: Ordinary) -> Sentence:
    fixed = [who.number for who, path in whole.items() if stays(path)]
    words = _ordinary_move(movement, whole, usual)
    if movement.kind == "pairs" and fixed and usual.ew.kind == "arrows":
        seats = say("Stationary: {pairs}.", pairs=", ".join(movement.label(number) for number in sorted(fixed)))
        return join([say("After each round:"), words, seats])
    return join([say("After each round:"), words])


# --------------------------------------------------------------------------------------------- during and after a round


def _refreshment_words(movement: Movement) -> Sentence:
    if movement.boards_per_round > 2:
        return say("Refreshments in this round: the last board of the round is played after the break.")
    return say("Refreshments in this round: when your last board has been bid, dummy may fetch them.")


def _during(movement: Movement, number: int, cards_rule: bool) -> Iterable[Announcement]:
    """An arrow switch is announced in the round before it (Busbridge instructions, section 6)."""
    told = {instruction.after for instruction in movement.instructions if instruction.occasion == "switch"}
    if cards_rule or number >= movement.rounds or number in told:
        return
    if text := _switch(movement, number + 1):
        yield Announcement("during", number, "switch", join([say("In the next round:"), text]))


def _switch(movement: Movement, number: int) -> Sentence | None:
    meetings = movement.by_round.get(number, ())
    turned = [meeting.table for meeting in meetings if meeting.switched]
    if not turned:
        return None
    if len(turned) == len(meetings):
        return say("arrow switch at every table. Turn the boards so that the arrow points to East.")
    left = [meeting.table for meeting in meetings if not meeting.switched]
    if len(left) < len(turned):
        return say(
            "arrow switch at every table except {tables}. Turn the boards so that the arrow points to East.",
            tables=spans(left),
        )
    return say(
        "arrow switch at tables {tables} only. Turn the boards so that the arrow points to East.", tables=spans(turned)
    )


def _unusual(movement: Movement, whole: Paths, usual: Ordinary, after: int) -> bool:
    if "arrows" in (usual.ns.kind, usual.ew.kind):
        return False
    rules: dict[Side, Move] = {"ns": usual.ns, "ew": usual.ew}
    people = any(
        side_move(movement, whole, side, after).rule != rule for side, rule in rules.items() if rule.kind != "none"
    )
    return people or (movement.kind == "teams" and board_move(movement, after) != usual.boards)


def _move(movement: Movement, whole: Paths, usual: Ordinary, after: int) -> tuple[Occasion, Sentence]:
    sides: tuple[Side, ...] = ("ns", "ew")
    moves = {side: side_move(movement, whole, side, after) for side in sides}
    boards = board_move(movement, after)
    if moves["ew"].kind == usual.ew.kind == "shift" and moves["ew"].by * usual.ew.by < 0:
        moves["ew"] = _the_other_way(moves["ew"])
    words = _move_words(moves, boards, usual_steps(movement, whole))
    if not _unusual(movement, whole, usual, after):
        return "move", words
    ew = moves["ew"]
    if ew.kind == "mirror":
        return "special", join([say("Special move:"), words])
    if after in movement.stanzas:
        return "stanza", join([say("New stanza:"), words])
    skips = movement.kind == "pairs" and boards == usual.boards
    if skips and ew.kind == usual.ew.kind == "shift" and abs(ew.by) == abs(usual.ew.by) + 1:
        return "skip", join([say("Skip now:"), words])
    if ew.kind == usual.ew.kind == "shift" and (ew.by - 2 * usual.ew.by) % ew.modulus == 0:
        return "double", join([say("Double move now:"), words])
    return "special", join([say("This time:"), words])


def _the_other_way(move: Move) -> Move:
    """Down four tables rather than up three, when the boards and people otherwise go down."""
    return replace(move, by=move.by - move.modulus if move.by > 0 else move.by + move.modulus)


def _after(movement: Movement, whole: Paths, usual: Ordinary, number: int) -> Iterable[Announcement]:
    told = [instruction for instruction in movement.instructions if instruction.after == number]
    occasions = {instruction.occasion for instruction in told}
    if number == movement.rounds and movement.to_draw:
        draw = movement.draws[-1].number + 1
        yield Announcement(
            "after", number, "move", say("Agree your scores, and wait for the draw of round {n}.", n=draw)
        )
        return
    if number == movement.rounds:
        yield from (Announcement("after", number, i.occasion, i.text) for i in told)
        if not told:
            yield Announcement("after", number, "end", say("That was the last round. Please check your scores."))
        return
    unusual = _unusual(movement, whole, usual, number)
    boards = board_move(movement, number)
    boards_skip = boards.kind == usual.boards.kind == "shift" and boards.by != usual.boards.by
    told_already = unusual or boards_skip or _rearranged(movement, whole, number)
    if "move" not in occasions and not (MOVES & occasions and told_already):
        yield Announcement("after", number, *_move(movement, whole, usual, number))
    yield from (Announcement("after", number, i.occasion, i.text) for i in told if i.occasion != "last")
    if (
        "arrows" not in (usual.ns.kind, usual.ew.kind)
        and "switch" not in occasions
        and (text_switch := _switch(movement, number + 1))
    ):
        yield Announcement("after", number, "switch", join([say("This round:"), text_switch]))
    if number + 1 == movement.rounds and not movement.to_draw:
        last = [i.text for i in told if i.occasion == "last"] or [say("The next round is the last.")]
        yield from (Announcement("after", number, "last", text) for text in last)
    if "sit-out" not in occasions and (text_waiting := _waiting(movement, number + 1)):
        yield Announcement("after", number, "sit-out", text_waiting)


def _rearranged(movement: Movement, whole: Paths, after: int) -> bool:
    """Whether people who have no cards, since they moved by a rule, go here and there: the plan that made it so names them."""
    then, now = ([side_move(movement, whole, side, each).kind for side in ("ns", "ew")] for each in (1, after))
    return movement.kind == "pairs" and "arrows" not in then and "arrows" in now


def _waiting(movement: Movement, number: int) -> Sentence | None:
    waiting = [movement.label(sit.pair) for sit in movement.sit_outs if sit.round == number]
    if not waiting:
        return None
    return say("Sitting out in round {round}: {pairs}.", round=number, pairs=", ".join(waiting))
