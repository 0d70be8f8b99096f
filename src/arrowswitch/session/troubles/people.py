"""Ways out when people come late, leave, or the evening is too short."""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.movements import ImpossibleWish, Movement
from arrowswitch.movements.catalogue import has
from arrowswitch.movements.repair.edit import all_sides_turned
from arrowswitch.movements.repair.late_howell import at_a_howell
from arrowswitch.movements.repair.late_pairs import late_pair, late_table
from arrowswitch.movements.repair.rest import fewer_boards
from arrowswitch.movements.repair.table import pair_leaves, rounds_cut
from arrowswitch.movements.repair.tools import Repair, check_round, known_pair
from arrowswitch.scoring import MINUS, PLUS
from arrowswitch.session import acts
from arrowswitch.session.night.lines import Adjustment, LineKey, NotPlayed
from arrowswitch.session.night.mending import cut
from arrowswitch.session.night.seats import seats_of
from arrowswitch.session.night.sections import minutes_of
from arrowswitch.session.night.state import Section, State
from arrowswitch.session.troubles.proposals import Answers, Deed, Idea, Thought, from_repair
from arrowswitch.words import Sentence, counted, say


def late_pairs(state: State, section: Section, told: Answers) -> Iterator[Thought]:
    """A pair is late: at the half table, at a new table, or in a Howell."""
    movement = section.movement

    def begin(name: str, at_round: int) -> Idea:
        full_howell = has(movement.family, "guide cards") and not len(movement.contestants) % 2
        repair = (
            at_a_howell(movement, at_round=at_round, keep_numbers=True)
            if full_howell
            else late_pair(movement, at_round)
        )
        if full_howell and section.round > 1:
            raise ImpossibleWish(say("A pair can join a full Howell only during the first round."))
        first = max(2 if full_howell else at_round, section.round, 1)
        (new,) = set(repair.movement.contestants) - set(movement.contestants)
        idea = from_repair(
            section,
            name,
            say("Let them in as {pair}, from round {round}.", pair=repair.movement.label(new), round=first),
            repair,
            first,
            follow=False,
        )
        deeds = tuple(
            Deed(acts.LatePair(section.name, new, deed.act.movement, first))
            if isinstance(deed.act, acts.ChangeMovement)
            else deed
            for deed in idea.deeds
        )
        awards = tuple(_missed(section, repair, new)) if told.award else ()
        seats = _seats(section, repair.movement, (new,), told)
        return Idea(idea.name, idea.title, (*deeds, *seats, *awards), idea.steps, idea.lost)

    yield lambda: begin("now", told.at_round)
    if len(movement.contestants) % 2 and told.at_round == section.round < movement.rounds:
        yield lambda: begin("next", told.at_round + 1)


def _seats(section: Section, movement: Movement, new: tuple[int, ...], told: Answers) -> Iterator[Deed]:
    """The names, if they were told."""
    places = [acts.Place(section.name, pair, seat) for pair in new for seat in seats_of(movement, pair)]
    seatings = tuple(
        acts.Seating(place, player) for place, player in zip(places, told.people, strict=False) if player.name
    )
    if seatings:
        yield Deed(acts.Seat(seatings))


def _missed(section: Section, repair: Repair, late: int) -> Iterator[Deed]:
    """Average minus for who came too late, average plus for who waited (Busbridge directors' instructions L326)."""
    missed = [one for one in repair.boards_to_adjust if one.why == "missed"]
    sides = {(one.round, one.table): one for one in missed if one.pair != late}
    for one in missed:
        if one.pair != late or one.round > section.round:
            continue
        other = sides[one.round, one.table].pair
        north_south = late in repair.movement.stationary or repair.movement.label(late).startswith("NS")
        ns, ew = (late, other) if north_south else (other, late)
        for board in one.boards:
            key = LineKey(section.name, one.round, one.table, board)
            award = (
                Adjustment(MINUS, PLUS, "directly", "none")
                if north_south
                else Adjustment(PLUS, MINUS, "none", "directly")
            )
            yield Deed(acts.Enter(key, NotPlayed(), ns=ns, ew=ew), force=True)
            yield Deed(acts.Adjust(key, award), force=True)


def late_tables(state: State, section: Section, told: Answers) -> Iterator[Thought]:
    """Two pairs are late and make a new table."""

    def seated() -> Idea:
        repair = late_table(section.movement, told.at_round)
        new = tuple(sorted(set(repair.movement.contestants) - set(section.movement.contestants)))
        first = max(told.at_round, section.round, 1)
        if first > 2:
            raise ImpossibleWish(say("A table can only be added during the first round."))
        title = say(
            "Add table {table}: {name} with {entry} tables.",
            table=repair.movement.tables,
            name=repair.movement.name,
            entry=repair.movement.entry,
        )
        return from_repair(
            section,
            "table",
            title,
            repair,
            first,
            follow=False,
            more=tuple(_seats(section, repair.movement, new, told)),
        )

    yield seated


def leaving(state: State, section: Section, told: Answers) -> Iterator[Thought]:
    """A pair goes home: its opponents sit out, and it is not ranked; what it played stands, or none of it does.

    Its share is of the rounds that it has sat down for, whether their results are in or still on the travellers.
    """
    movement = section.movement
    path = movement.path(told.pair) if told.pair in movement.contestants else ()
    played = sum(len(meeting.boards) for meeting in path if meeting.round < told.at_round)
    planned = sum(len(meeting.boards) for meeting in path)

    def leave(*, stands: bool) -> Idea:
        known_pair(movement, told.pair)
        if told.at_round == 1:
            raise ImpossibleWish(
                say("Before the first round set the session up for one pair fewer: change the movement.")
            )
        repair = pair_leaves(movement, told.pair, told.at_round)
        values = {"pair": movement.label(told.pair), "boards": played, "planned": counted("boards", planned)}
        title = (
            say("{pair} leaves after {boards} of {planned}: all its results stand. It is not ranked.", **values)
            if stands
            else say(
                "{pair} leaves after {boards} of {planned}: all its results are cancelled. It is not ranked.",
                **values,
            )
        )
        known = [told.pair] if told.pair in repair.movement.contestants else []  # nobody knows of one that never played
        gone = tuple(Deed(acts.PairLeaves(section.name, each, told.at_round, stands)) for each in known)
        name = "keep" if stands else "strike"
        return from_repair(section, name, title, repair, told.at_round, follow=False, more=gone)

    half = played * 2 >= planned
    yield from (lambda: leave(stands=half), lambda: leave(stands=not half))


def too_late(state: State, section: Section, told: Answers) -> Iterator[Thought]:
    """The evening must end earlier: fewer rounds, or fewer boards in each."""
    movement, last = section.movement, told.at_round
    a_round = minutes_of(state, section)
    turned = {m.round for m in movement.meetings if m.switched}

    def saved(minutes: float) -> Sentence:
        return counted("minutes", round(minutes))

    def end(name: str, everywhere: bool) -> Idea:
        repair = rounds_cut(movement, last)
        where = None if everywhere else section.name
        minutes = saved((movement.rounds - last) * a_round)
        title = (
            say(
                "Round {round} is the last in every section: about {minutes} saved.",
                round=last,
                minutes=minutes,
            )
            if everywhere
            else say("Round {round} is the last: about {minutes} saved.", round=last, minutes=minutes)
        )
        return Idea(name, title, (Deed(acts.CutRounds(last, where)),), repair.instructions)

    def end_switched() -> Idea:
        if not turned or max(turned) <= last or last <= section.round:
            raise ImpossibleWish(say("No arrow switch falls away."))
        repair = all_sides_turned(cut(movement, last), last)
        title = say("Round {round} is the last, and the arrow switch is made then.", round=last)
        idea = from_repair(section, "switched", title, repair, last, follow=False)
        return Idea(idea.name, title, (Deed(acts.CutRounds(last, section.name)), *idea.deeds), idea.steps)

    def shorter() -> Idea:
        first = section.round + 1
        check_round(movement, first)
        repair = fewer_boards(movement, first)
        minutes = (movement.rounds - section.round) * a_round / movement.boards_per_round
        title = say(
            "All rounds are played, from round {round} on with {boards}: about {minutes} saved.",
            round=first,
            boards=counted("boards", movement.boards_per_round - 1),
            minutes=saved(minutes),
        )
        return from_repair(section, "shorter", title, repair, first, follow=False)

    yield lambda: end("cut", everywhere=False)
    yield end_switched
    if len(state.sections) > 1:
        yield lambda: end("cut-all", everywhere=True)
    yield shorter
