"""Which rounds or tables to arrow-switch so that one winner is a fair winner.

Whole rounds are tried in every combination while that is quick; single tables are found by a tabu search on the
competition of every pair with every other (see `balance`). The searches count steps, not time, so that the same wish
gives the same answer on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from arrowswitch.movements.balance import Plays, balance, competition, directions, least_squares, opponents, plays
from arrowswitch.movements.model import ImpossibleWish, Instruction, Movement
from arrowswitch.words import Sentence, say, say_count, spans

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

STEPS_A_SECOND = 15_000
"""What a plain laptop does; a wish in seconds is turned into steps by it."""
ROUNDS_SECONDS, TABLES_SECONDS = 0.5, 2.0
"""How long is looked for whole rounds and for single tables, when nobody says."""
EXACT_ROUNDS = 15
"""With more rounds than this not every combination is tried."""


@dataclass(frozen=True, slots=True)
class Switches:
    """The best arrow switches found: which places, and what they gain."""

    rounds: tuple[int, ...]
    """The whole rounds to switch; empty when single tables are switched."""
    places: tuple[tuple[int, int], ...]
    """Every (round, table) to switch."""
    before: float
    after: float
    reason: Sentence
    movement: Movement
    """The movement with these switches, and with the words to announce them."""


def best_switches(
    movement: Movement, *, single_tables: bool = False, seconds: float | None = None, seed: int = 0
) -> Switches:
    """The arrow switches that balance a movement best: whole rounds, or single tables when asked.

    Of equally good choices the last rounds win, being the simplest to announce.

    >>> from arrowswitch.movements.build import SketchRow, two_fields, wrap
    >>> seats = (SketchRow(r, t, t, wrap(t - r + 1, 7), wrap(t + r - 1, 7)) for r in range(1, 8) for t in range(1, 8))
    >>> found = best_switches(two_fields(seats, name="Mitchell", family="mitchell", boards_per_round=4))
    >>> found.rounds, round(found.before, 2), round(found.after, 2)
    ((7,), 46.94, 92.0)
    """
    seats = plays(movement)
    before = balance(movement).qf
    if seconds is None:
        seconds = TABLES_SECONDS if single_tables else ROUNDS_SECONDS
    steps = max(1, int(seconds * STEPS_A_SECOND))
    rounds = _best_rounds(movement, seats, steps, seed)
    places = _places(movement, rounds)
    if single_tables:
        found = _best_tables(movement, seats, places, steps, seed)
        if found != places:
            rounds, places = (), found
    better = movement.switched(places) if places else movement
    after = balance(better).qf
    reason = _reason(movement, rounds, places, before, after)
    return Switches(rounds, places, before, after, reason, announced(better, places))


def parse_switch(text: str, movement: Movement) -> Movement:
    """A movement switched as the director wrote it: '8,9' rounds, '3:8' table 3 in round 8, 'auto', 'auto-tables'.

    >>> from arrowswitch.movements.build import SketchRow, two_fields, wrap
    >>> seats = (SketchRow(r, t, t, wrap(t - r + 1, 5), wrap(t + r - 1, 5)) for r in range(1, 6) for t in range(1, 6))
    >>> mitchell = two_fields(seats, name="Mitchell", family="mitchell", boards_per_round=5)
    >>> [m.table for m in parse_switch("3:2, 5", mitchell).meetings if m.switched]
    [3, 1, 2, 3, 4, 5]
    """
    wish = text.strip().lower()
    if wish in {"", "none"}:
        return movement
    if wish in {"auto", "auto-tables"}:
        return best_switches(movement, single_tables=wish == "auto-tables").movement
    places: set[tuple[int, int]] = set()
    for part in wish.split(","):
        table, colon, number = part.strip().rpartition(":")
        if not number.strip().isdecimal() or (colon and not table.strip().isdecimal()):
            raise ImpossibleWish(
                say(
                    "“{part}” is not an arrow switch: write rounds (8,9), tables in rounds (3:8 for table 3 in round"
                    " 8), auto or auto-tables.",
                    part=part.strip(),
                )
            )
        if not 1 <= int(number) <= movement.rounds:
            raise ImpossibleWish(
                say(
                    "Round {round} cannot be switched: this movement has rounds 1 to {rounds}.",
                    round=int(number),
                    rounds=movement.rounds,
                )
            )
        places.update([(int(number), int(table))] if colon else _places(movement, [int(number)]))
    return announced(movement.switched(places), places)


def announced(movement: Movement, places: Iterable[tuple[int, int]]) -> Movement:
    """The movement with what to read out the round before each arrow switch, and that pairs keep their numbers."""
    tables: dict[int, list[int]] = {}
    for number, table in sorted(places):
        tables.setdefault(number, []).append(table)
    calls: list[Instruction] = []
    for number, here in tables.items():
        everywhere = len(here) == len(movement.by_round[number])
        same_before = tables.get(number - 1) == here
        if everywhere and same_before:
            text = say("Arrow switch again in round {round}: all tables stay turned.", round=number)
        elif everywhere:
            text = say(
                "Arrow switch in round {round}: at every table turn the board a quarter, so that North-South play the"
                " East-West cards and East-West the North-South cards. Keep your pair numbers.",
                round=number,
            )
        elif len(here) == 1:
            text = say(
                "Arrow switch in round {round} at table {table} only: turn the board a quarter there. Keep your pair"
                " numbers.",
                round=number,
                table=here[0],
            )
        else:
            text = say(
                "Arrow switch in round {round} at tables {tables} only: turn the board a quarter there. Keep your pair"
                " numbers.",
                round=number,
                tables=spans(here),
            )
        calls.append(Instruction("switch", number - 1, text))
    if not calls:
        return movement
    return replace(movement, instructions=tuple(sorted((*movement.instructions, *calls), key=lambda call: call.after)))


def _places(movement: Movement, rounds: Iterable[int]) -> tuple[tuple[int, int], ...]:
    return tuple((m.round, m.table) for number in sorted(rounds) for m in movement.by_round.get(number, ()))


def _reason(
    movement: Movement, rounds: tuple[int, ...], places: tuple[tuple[int, int], ...], before: float, after: float
) -> Sentence:
    figures = {"before": f"{before:.2f}", "after": f"{after:.2f}"}
    if not places:
        return say("No arrow switch improves this movement: its quality is {before} of 100.", **figures)
    if rounds:
        return say(
            "Switching round {rounds} lifts the quality from {before} to {after} of 100; the rule of thumb is one round"
            " in eight, here {thumb}.",
            rounds=spans(rounds),
            thumb=max(1, round(movement.rounds / 8)),
            **figures,
        )
    return say_count(
        "Switching {n} single table lifts the quality from {before} to {after} of 100; the rule of thumb is one"
        " table in eight, here {thumb}.",
        "Switching {n} single tables lifts the quality from {before} to {after} of 100; the rule of thumb is one"
        " table in eight, here {thumb}.",
        len(places),
        thumb=max(1, round(len(movement.meetings) / 8)),
        **figures,
    )


# -- whole rounds -------------------------------------------------------------------------------------------------


def _is_last(rounds: tuple[int, ...], total: int) -> bool:
    return rounds == tuple(range(total - len(rounds) + 1, total + 1))


def _best_rounds(movement: Movement, seats: Plays, steps: int, seed: int) -> tuple[int, ...]:
    """Every combination of rounds up to `EXACT_ROUNDS`; beyond that the best of random starts and single changes."""
    import numpy as np

    total = movement.rounds
    round_of = np.array([meeting.round for meeting in movement.meetings])[seats.meeting]
    upper = np.triu_indices(len(seats.contestants), 1)
    signs = np.zeros((total, len(seats.contestants), len(seats.weight)))
    np.add.at(signs, (round_of - 1, seats.ns, seats.unit), 1)
    np.add.at(signs, (round_of - 1, seats.ew, seats.unit), -1)
    count = len(seats.contestants)
    rows = signs.reshape(total * count, -1)
    first, second = np.triu_indices(total, 1)
    cross = ((rows * seats.weight) @ rows.T).reshape(total, count, total, count).transpose(0, 2, 1, 3)
    both = (cross + cross.transpose(1, 0, 2, 3))[first, second][:, upper[0], upper[1]].astype(np.float32)
    fixed = (np.einsum("rrps->ps", cross) + opponents(seats))[upper].astype(np.float32)
    if total <= EXACT_ROUNDS:
        bits = np.arange(2 ** (total - 1))[:, None] >> np.arange(total - 1)
        choices = np.concatenate([np.zeros((len(bits), 1), dtype=np.int64), bits & 1], axis=1)  # round 1 unswitched
    else:
        choices = _likely_rounds(total, min(steps, 8192), seed)
    squares = _squares(choices, both, fixed, first, second)
    if total > EXACT_ROUNDS:
        squares, choices = _climb(choices, squares, both, fixed, first, second)
    least = squares.min()
    equal = [_fewer(tuple(int(n) + 1 for n in np.flatnonzero(choice)), total) for choice in choices[squares == least]]
    return min(equal, key=lambda rounds: (not _is_last(rounds, total), len(rounds), [-number for number in rounds]))


def _fewer(rounds: tuple[int, ...], total: int) -> tuple[int, ...]:
    """Turning the other rounds comes to the same; the shorter list is meant."""
    if 2 * len(rounds) <= total:
        return rounds
    return tuple(number for number in range(1, total + 1) if number not in rounds)


def _squares(
    choices: NDArray[np.int64],
    both: NDArray[np.float32],
    fixed: NDArray[np.float32],
    first: NDArray[np.intp],
    second: NDArray[np.intp],
) -> NDArray[np.float64]:
    """The sum of squared competitions for each choice of rounds."""
    import numpy as np

    signs = (1 - 2 * choices).astype(np.float32)
    found = np.empty(len(choices))
    for start in range(0, len(choices), 2048):
        part = signs[start : start + 2048]
        values = (part[:, first] * part[:, second]) @ both + fixed
        found[start : start + 2048] = np.einsum("cv,cv->c", values, values, dtype=np.float64)
    return found


def _likely_rounds(total: int, count: int, seed: int) -> NDArray[np.int64]:
    """Last rounds, single rounds, pairs of rounds, and a random sample."""
    import numpy as np

    wanted = [np.array([n >= total - k for n in range(total)]) for k in range(total // 2 + 1)]
    wanted += [np.isin(np.arange(total), [a, b]) for a in range(total) for b in range(a, total)]
    chance = np.random.default_rng(seed).random((count, total))
    share = np.linspace(0.05, 0.5, count)[:, None]
    return np.concatenate([np.array(wanted), chance < share]).astype(np.int64)


def _climb(
    choices: NDArray[np.int64],
    squares: NDArray[np.float64],
    both: NDArray[np.float32],
    fixed: NDArray[np.float32],
    first: NDArray[np.intp],
    second: NDArray[np.intp],
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """From the ten best choices, change one round at a time while that helps."""
    import numpy as np

    kept, values = list(choices), list(squares)
    for start in np.argsort(squares, kind="stable")[:10]:
        here, worth = choices[start], squares[start]
        while True:
            near = here ^ np.eye(len(here), dtype=np.int64)
            nearby = _squares(near, both, fixed, first, second)
            best = int(nearby.argmin())
            if nearby[best] >= worth:
                break
            here, worth = near[best], nearby[best]
        kept.append(here)
        values.append(worth)
    return np.array(values), np.array(kept)


# -- single tables ------------------------------------------------------------------------------------------------


def _best_tables(
    movement: Movement, seats: Plays, start: tuple[tuple[int, int], ...], steps: int, seed: int
) -> tuple[tuple[int, int], ...]:
    import numpy as np

    turned = np.array([(m.round, m.table) in set(start) for m in movement.meetings])
    if len(seats.meeting) != len(movement.meetings):
        raise ImpossibleWish(
            say("Single tables cannot be chosen where boards do not stay in their sets; switch whole rounds.")
        )
    best = turn_tables(seats, turned, steps, seed)
    if 2 * best.sum() > len(best):
        best = ~best
    return tuple((m.round, m.table) for m, turn in zip(movement.meetings, best, strict=True) if turn)


def turn_tables(
    seats: Plays, start: NDArray[np.bool_] | None, steps: int, seed: int, held: NDArray[np.bool_] | None = None
) -> NDArray[np.bool_]:
    """A tabu search for the meetings to turn round: every step turns the best meeting not turned lately.

    Turning a meeting of i and j on a unit changes the sum of squares by a term that one matrix product gives for all
    meetings at once. The search begins with `start` (nobody turned) and ends early when the balance is perfect. Meetings
    that are `held` stay as they are: they were played, or somebody cannot sit the other way.
    """
    import numpy as np

    random = np.random.default_rng(seed)
    free = np.arange(len(seats.ns)) if held is None else np.flatnonzero(~held)
    if not len(free):
        return np.zeros(len(seats.ns), dtype=np.bool_) if start is None else start
    turned = np.zeros(len(seats.ns), dtype=np.bool_) if start is None else start
    ns, ew = np.where(turned, seats.ew, seats.ns), np.where(turned, seats.ns, seats.ew)
    here = seats._replace(ns=ns, ew=ew)
    signs = directions(here)
    matrix = competition(here).astype(np.float64)
    width, count, meetings = signs.shape[1], len(matrix), len(ns)
    ns_at, ew_at, meet_at = ns * width + seats.unit, ew * width + seats.unit, ns * count + ew
    weight = seats.weight[seats.unit].astype(np.float64)
    constant = 8 * weight * weight * (2 * seats.tables[seats.unit] - 2)
    squares = float((matrix * matrix).sum()) / 2
    total, cells = round(float(matrix.sum()) / 2), count * (count - 1) // 2
    unit = float(np.gcd.reduce(seats.weight))
    floor = unit * unit * least_squares(round(total / unit), cells)
    least, best = squares, turned.copy()
    state = turned.copy()
    locked = np.zeros(meetings, dtype=np.int64)
    if held is not None:
        constant = np.where(held, np.inf, constant)
    shortest = max(3, meetings // 12)
    stale = 0
    for step in range(1, steps + 1):
        if least <= floor:
            break
        pull = (matrix @ signs).ravel()
        sign = signs.ravel()[ns_at]
        change = constant - 4 * weight * sign * (pull[ns_at] - pull[ew_at] + 2 * sign * matrix.ravel()[meet_at])
        allowed = np.where((locked < step) | (squares + change < least), change, np.inf)
        value = allowed.min()
        if stale > 40 * meetings or value == np.inf:
            chosen = [int(n) for n in random.choice(free, size=min(len(free), max(2, meetings // 8)), replace=False)]
            stale = 0
        else:
            equal = np.flatnonzero(allowed == value)
            chosen = [int(equal[random.integers(len(equal))] if len(equal) > 1 else equal[0])]
        for meeting in chosen:
            i, j, column = int(ns[meeting]), int(ew[meeting]), int(seats.unit[meeting])
            old = matrix[i, j]
            difference = 2 * weight[meeting] * signs[i, column] * signs[:, column]
            signs[i, column] *= -1
            signs[j, column] *= -1
            matrix[i] -= difference
            matrix[j] += difference
            matrix[i, j] = old
            matrix[j, i] = old
            matrix[i, i] = matrix[j, j] = 0
            matrix[:, i] = matrix[i]
            matrix[:, j] = matrix[j]
            state[meeting] = not state[meeting]
            locked[meeting] = step + shortest + int(random.integers(shortest + 1))
        squares = squares + float(value) if len(chosen) == 1 else float((matrix * matrix).sum()) / 2
        stale += 1
        if squares < least:
            least, best, stale = squares, state.copy(), 0
    return best
