"""Ways out when a table or the whole room did something else than the movement says."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from arrowswitch.movements import FAMILIES, ImpossibleWish, Instruction, Movement, build
from arrowswitch.movements.repair.edit import all_sides_turned
from arrowswitch.movements.repair.kinds import Happened, mend
from arrowswitch.movements.repair.mitchell import forgotten_skip, skip_at_the_wrong_time, stopped_after_a_wrong_skip
from arrowswitch.movements.repair.rest import courses_exchanged, exchanged_again, opponents_for_one_board
from arrowswitch.movements.repair.special import missed_special_move, special_due
from arrowswitch.movements.repair.table import (
    boards_out_of_sequence,
    pairs_exchanged,
    rover_missed,
    sides_turned,
    wrong_board,
)
from arrowswitch.movements.repair.tools import Repair, meeting_at, only_pairs, replaced_from
from arrowswitch.scoring import AVERAGE, MINUS, PLUS
from arrowswitch.scoring.lines import ELSEWHERE
from arrowswitch.session import acts
from arrowswitch.session.night.lines import Adjustment, LatePlay, LineKey, NotPlayed
from arrowswitch.session.night.state import Section, State
from arrowswitch.session.troubles.proposals import Answers, Deed, Idea, Thought, from_repair
from arrowswitch.words import Sentence, counted, say, spans

# -- at one table -----------------------------------------------------------------------------------------------------


def wrong_boards(state: State, section: Section, told: Answers) -> Iterator[Thought]:
    """A table played a board that was not due: the result stands if the board was new to both, otherwise it is void."""
    movement = section.movement
    due = LineKey(section.name, told.at_round, told.table, told.board)
    odd = due._replace(board=told.played)

    def stands() -> Idea:
        repair = wrong_board(movement, told.at_round, told.table, told.board, told.played)
        if repair.void:
            raise ImpossibleWish(repair.steps[0])
        title = say("The result of board {board} stands.", board=told.played)
        record = state.lines.get(due)
        later = () if record and record.entry else (_late_play(movement, due),)
        return from_repair(section, "stands", title, repair, told.at_round, follow=told.follow, more=later)

    def void(name: str, title: Sentence, deed: Deed) -> Idea:
        repair = wrong_board(movement, told.at_round, told.table, told.board, told.played)
        if not repair.void:
            raise ImpossibleWish(say("Nobody had played board {board} before.", board=told.played))
        record = state.lines.get(odd)
        struck = (Deed(acts.Strike(odd)),) if record and not record.void else ()
        idea = from_repair(section, name, title, repair, told.at_round, follow=False, more=(*struck, deed))
        return replace(idea, lost=tuple(one for one in idea.lost if one.why == "seen"))

    yield stands
    yield lambda: void(
        "later",
        say("The wrong play does not count; board {board} is played later.", board=told.board),
        _late_play(movement, due),
    )
    yield lambda: void(
        "ns",
        say("North-South should have looked: 40% and 60% on board {board}.", board=told.board),
        Deed(acts.Adjust(due, Adjustment(MINUS, PLUS, "directly"))),
    )
    yield lambda: void(
        "both",
        say("Both sides should have looked: 40% each on board {board}.", board=told.board),
        Deed(acts.Adjust(due, Adjustment(MINUS, MINUS, "directly", "directly"))),
    )


def _late_play(movement: Movement, key: LineKey) -> Deed:
    """A board to be played later by those who were to play it, whatever the movement has there by then."""
    there = meeting_at(movement, key.round, key.table)
    return Deed(acts.Enter(key, LatePlay(), ns=there.ns, ew=there.ew), force=True)


def mend_steps(after: int, *texts: Sentence) -> tuple[Instruction, ...]:
    """Things to do after a round."""
    return tuple(Instruction("special", after, text) for text in texts)


def wrong_opponents(state: State, section: Section, told: Answers) -> Iterator[Thought]:
    """Two pairs sat in each other's seats, for the round or until it was noticed after a board."""
    movement = section.movement
    number, one, other = told.at_round, told.pair, told.other_pair

    def idea(name: str, title: Sentence, repair: Repair) -> Idea:
        made = from_repair(
            section, name, title, repair, number, follow=told.follow, more=_singles(state, section, repair)
        )
        return replace(made, tasks=(*made.tasks, *_entries(state, section, repair)))

    if told.board:
        yield lambda: _with_award(
            idea(
                "board",
                say("Only board {board} was played so; it stands, and the rest is as planned.", board=told.board),
                opponents_for_one_board(movement, number, one, other, told.board),
            ),
            section,
            told,
        )
        return
    yield lambda: idea(
        "round",
        say("The results of round {round} stand; then both go where the plan sends them.", round=number),
        pairs_exchanged(movement, number, one, other),
    )
    yield lambda: idea(
        "rest",
        say("They stay on each other's course to the end."),
        courses_exchanged(movement, number, one, other),
    )
    yield lambda: idea(
        "again",
        say("They exchange seats again in some later rounds, where it costs least."),
        exchanged_again(movement, number, one, other),
    )


def _with_award(idea: Idea, section: Section, told: Answers) -> Idea:
    """And average plus for the pair that does not play the board: its line stands at the table where it sat meanwhile."""
    meetings = section.movement.by_round[told.at_round]
    place = next(m for m in meetings if told.board in m.boards and {told.pair, told.other_pair} & set(m.sides))
    astray = next((m for m in meetings if m is not place and {told.pair, told.other_pair} & set(m.sides)), None)
    if astray is None:
        return idea
    award = Adjustment(PLUS, ELSEWHERE) if place.ns in (told.pair, told.other_pair) else Adjustment(ELSEWHERE, PLUS)
    task = acts.LeaveTask("award", section.name, told.at_round, astray.table, (told.board,), *place.sides, award)
    return replace(idea, tasks=(*idea.tasks, task))


def _entries(state: State, section: Section, repair: Repair) -> Iterator[acts.LeaveTask]:
    """Single boards that are still to be entered, for those who played them."""
    for single in repair.single_boards:
        for board in single.boards:
            record = state.lines.get(LineKey(section.name, single.round, single.table, board))
            if record is None or not record.entry:
                yield acts.LeaveTask("enter", section.name, single.round, single.table, (board,), *single.sides)


def _singles(state: State, section: Section, repair: Repair) -> tuple[Deed, ...]:
    """Results of single boards, given to those who played them."""
    found = []
    for single in repair.single_boards:
        for board in single.boards:
            key = LineKey(section.name, single.round, single.table, board)
            record = state.lines.get(key)
            if record and record.entry and (record.ns, record.ew) != single.sides:
                correct = acts.Correct(key, record.entry, ns=single.ns, ew=single.ew, error="scorer")
                found.append(Deed(correct, force=True))
    return tuple(found)


def turned(state: State, section: Section, told: Answers) -> Iterator[Thought]:
    """Two pairs sat the wrong way round, for a round or one board."""

    def whole() -> Idea:
        repair = sides_turned(section.movement, told.at_round, told.table)
        title = say("Turn table {table} in round {round}, with its results.", table=told.table, round=told.at_round)
        swap = acts.SwapDirections(section.name, told.at_round, told.table)
        return Idea("turned", title, (Deed(swap),), repair.instructions)

    def one_board() -> Idea:
        repair = sides_turned(section.movement, told.at_round, told.table, told.board)
        title = say("Board {board} was played the other way round; the rest as planned.", board=told.board)
        singles = _singles(state, section, repair)
        made = from_repair(section, "board", title, repair, told.at_round, follow=False, more=singles)
        return replace(made, tasks=(*made.tasks, *_entries(state, section, repair)))

    yield one_board if told.board else whole


def rover(state: State, section: Section, told: Answers) -> Iterator[Thought]:
    """Play began before the rover came, for a round or one board."""

    def missed() -> Idea:
        repair = rover_missed(section.movement, told.at_round, (told.board,) if told.board else ())
        title = (
            say("Board {board} stands for those who played it; the rover plays the rest.", board=told.board)
            if told.board
            else say("The round stands as it was played, without the rover.")
        )
        singles = _singles(state, section, repair)
        made = from_repair(section, "rover", title, repair, told.at_round, follow=told.follow, more=singles)
        return replace(made, tasks=(*made.tasks, *_entries(state, section, repair)))

    yield missed


SLOW: Mapping[str, tuple[Sentence, Adjustment]] = {
    "nobody": (say("Nobody was at fault: average plus to both."), Adjustment(PLUS, PLUS)),
    "partly": (say("Both were slow at times: average to both."), Adjustment(AVERAGE, AVERAGE, "partly", "partly")),
    "ns": (
        say("North-South were slow: average minus to them, average plus to East-West."),
        Adjustment(MINUS, PLUS, "directly"),
    ),
    "ew": (
        say("East-West were slow: average minus to them, average plus to North-South."),
        Adjustment(PLUS, MINUS, "none", "directly"),
    ),
    "both": (say("Both were slow: average minus to both."), Adjustment(MINUS, MINUS, "directly", "directly")),
}
"""Who was slow, and what a board that is taken away is worth then (Busbridge directors' instructions L342-348)."""


def slow_table(state: State, section: Section, told: Answers) -> Iterator[Thought]:
    """A board that has not been begun is taken from a slow table: a score by fault, a late play, or nothing."""
    key = LineKey(section.name, told.at_round, told.table, told.board)
    only_new = say("Take a board away only while nobody has looked at it.")

    def take(name: str, title: Sentence, deed: Deed) -> Idea:
        meeting = meeting_at(section.movement, told.at_round, told.table)
        if told.board not in meeting.boards:
            raise ImpossibleWish(
                say(
                    "Table {table} has boards {boards} in round {round}.",
                    table=told.table,
                    boards=spans(meeting.boards),
                    round=told.at_round,
                )
            )
        return Idea(name, title, (deed,), mend_steps(told.at_round, only_new))

    title, adjustment = SLOW.get(told.which, SLOW["partly"])
    yield lambda: take("award", title, Deed(acts.Adjust(key, adjustment)))
    yield lambda: take(
        "later", say("They play it later, in the break or at the end."), _late_play(section.movement, key)
    )
    yield lambda: take("none", say("It is not played and counts for nobody."), Deed(acts.Enter(key, NotPlayed())))


# -- in the whole room ------------------------------------------------------------------------------------------------


def skip_forgotten(state: State, section: Section, told: Answers) -> Iterator[Thought]:
    """The skip was forgotten: made up for now, or turned into a skip of the boards."""
    due = skip_due(section.movement)
    moved = told.at_round <= section.round

    def repaired(*, seated: bool) -> Repair:
        return forgotten_skip(section.movement, told.at_round, seated=seated, moved=moved)

    def idea(name: str, title: Sentence, *, seated: bool) -> Idea:
        repair = repaired(seated=seated)
        if not seated and repair.movement == repaired(seated=True).movement:
            raise ImpossibleWish(say("It is too late for the skip; move the boards."))
        return from_repair(section, name, title, repair, due + 1, follow=told.follow)

    stay = (
        say("East-West stay, and the boards skip a table.")
        if moved
        else say("East-West move as usual, and the boards skip a table.")
    )
    yield lambda: idea("skip", say("East-West skip now."), seated=False)
    yield lambda: idea("boards", stay, seated=True)


def skip_due(movement: Movement) -> int:
    """The round after which East-West skip."""
    return _due(movement, "skip")


def _due(movement: Movement, occasion: str) -> int:
    return next((each.after for each in movement.instructions if each.occasion == occasion), 0)


def wrong_skip(state: State, section: Section, told: Answers) -> Iterator[Thought]:
    """The skip was made after another round."""
    movement = section.movement
    since = min(told.made_after, skip_due(movement) or told.made_after) + 1

    def idea(name: str, title: Sentence, keep: bool) -> Idea:
        repair = skip_at_the_wrong_time(movement, told.made_after, told.at_round, keep=keep)
        if not keep and repair == skip_at_the_wrong_time(movement, told.made_after, told.at_round, keep=True):
            raise ImpossibleWish(repair.steps[0])
        return from_repair(section, name, title, repair, since, follow=told.follow)

    def stop() -> Idea:
        repair = stopped_after_a_wrong_skip(movement, told.made_after, told.at_round)
        title = say("Go on from here, and stop after round {round}.", round=repair.movement.rounds)
        return from_repair(section, "stop", title, repair, since, follow=told.follow)

    yield stop
    yield lambda: idea("skip", say("Go on from here."), keep=True)
    yield lambda: idea("back", say("East-West go back to the tables of the plan."), keep=False)


def special_move(state: State, section: Section, told: Answers) -> Iterator[Thought]:
    """The special move was forgotten, or made after another round."""
    movement = section.movement

    def idea() -> Idea:
        repair = missed_special_move(movement, told.at_round, told.made_after)
        since = min(told.made_after or told.at_round, special_due(movement)) + 1
        title = say("East-West go where fewest boards come again.")
        return from_repair(section, "special", title, repair, since, follow=told.follow)

    yield idea


RELAYS: Mapping[str, tuple[Sentence, str]] = {
    "low": (say("one table too low"), "relay-too-low"),
    "high": (say("one table too high"), "relay-too-high"),
    "none": (say("nowhere: it was forgotten"), "no-relay"),
}
SIT_OUT: Mapping[str, tuple[Sentence, str]] = {
    "left": (say("They stayed there: nobody moved them."), "boards-left"),
    "none": (say("None were ever put there."), "no-sit-out-boards"),
}


def from_the_start(kinds: Mapping[str, tuple[Sentence, str]]) -> Callable[[State, Section, Answers], Iterator[Thought]]:
    """Something that was wrong since the first round."""

    def ideas(state: State, section: Section, told: Answers) -> Iterator[Thought]:
        def idea() -> Idea:
            _, kind = kinds.get(told.which, next(iter(kinds.values())))
            at_round = 0 if kind == "no-sit-out-boards" else told.at_round
            repair = mend(kind, section.movement, Happened(at_round=at_round))
            if repair.from_round < section.round:
                raise ImpossibleWish(
                    say(
                        "This had to be put right before round {round}. Now compare boards and pairs at each table, "
                        "and change the meetings that are left by hand.",
                        round=repair.from_round,
                    )
                )
            title = say("Put it right before round {round}.", round=repair.from_round)
            return from_repair(section, "right", title, repair, 1, follow=told.follow)

        yield idea

    return ideas


def out_of_order(state: State, section: Section, told: Answers) -> Iterator[Thought]:
    """The boards of two tables lay in each other's place at the start."""
    movement = section.movement

    def places() -> dict[int, int]:
        only_pairs(movement)
        if told.table == told.other_table:
            raise ImpossibleWish(say("Name two different tables."))
        one, other = (meeting_at(movement, 1, table).boards for table in (told.table, told.other_table))
        if len(one) != len(other) or set(one) & set(other):
            raise ImpossibleWish(say("These two tables do not have a set of boards each."))
        return dict((*zip(one, other, strict=True), *zip(other, one, strict=True)))

    def idea(name: str, title: Sentence, right_again: int | None) -> Idea:
        repair = boards_out_of_sequence(movement, places(), right_again=right_again)
        if right_again is None:
            repair = replace(repair, from_round=section.round)
        return from_repair(section, name, title, repair, 1, follow=told.follow)

    yield lambda: idea("leave", say("Leave the boards as they are; they come in another order than printed."), None)
    if section.round < movement.rounds:
        following = section.round + 1
        yield lambda: idea("right", say("Put them in order before round {round}.", round=following), following)


def other_movements(state: State, section: Section, told: Answers) -> Iterator[Thought]:
    """Another movement for the same pairs from a round on: those that cost little."""
    movement, first = section.movement, told.at_round

    def idea(other: Movement) -> Idea:
        repair = replaced_from(movement, other, first)
        if repair.movement.meetings == movement.meetings:
            raise ImpossibleWish(say("That is the movement that is being played."))
        title = say(
            "{name}, {rounds}, from round {round} on",
            name=other.name,
            rounds=counted("rounds", other.rounds),
            round=first,
        )
        return from_repair(section, f"{other.family}-{other.rounds}", title, repair, first, follow=False)

    def switched() -> Idea:
        repair = all_sides_turned(movement, movement.rounds)
        title = say("The same, with an arrow switch in the last round")
        return from_repair(section, "switch", title, repair, movement.rounds, follow=False)

    if section.round < movement.rounds:
        yield switched
    for name, family in FAMILIES.items():
        if family.kind == "pairs":
            yield lambda name=name: idea(_built(name, movement))  # type: ignore[misc]


def _built(family: str, movement: Movement) -> Movement:
    return build(family, tables=movement.entry, boards_per_round=movement.boards_per_round)
