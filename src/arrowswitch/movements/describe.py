"""What a movement does to people, in sentences: opponents, boards, sit-outs, seats that stay, what is hard about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product

from arrowswitch.movements.audit import MovementFacts, facts
from arrowswitch.movements.catalogue import FAMILIES
from arrowswitch.movements.model import Movement
from arrowswitch.words import Sentence, counted, say, say_count, spans


def least_boards(movement: Movement) -> tuple[int, int]:
    """Boards that the worst served NS and the worst served EW pair plays; the same twice in one field.

    >>> from arrowswitch.movements import build
    >>> least_boards(build("mitchell", tables="8½")), least_boards(build("howell", tables="6½", rounds=12))
    ((27, 24), (22, 22))
    """
    north = {meeting.ns for meeting in movement.meetings} if movement.winners == 2 else set(movement.contestants)
    east = set(movement.contestants) - north or north
    return min(movement.boards_played[one] for one in north), min(movement.boards_played[one] for one in east)


def longest_sit_out(movement: Movement) -> int:
    """The most boards that a pair sits out on end."""
    rounds: dict[int, set[int]] = {}
    for sit_out in movement.sit_outs:
        rounds.setdefault(sit_out.pair, set()).add(sit_out.round)
    longest = 0
    for idle in rounds.values():
        run = 0
        for number in range(1, movement.rounds + 1):
            run = run + 1 if number in idle else 0
            longest = max(longest, run)
    return longest * movement.boards_per_round


def describe(movement: Movement, told: MovementFacts | None = None) -> tuple[Sentence, ...]:
    """The facts that a director weighs, as sentences.

    >>> from arrowswitch.movements import build
    >>> describe(build("mitchell", tables=7))[0]
    'Everybody meets everybody and plays every board.'
    """
    return tuple(_sentences(movement, told or facts(movement)))


def _sentences(movement: Movement, told: MovementFacts) -> Iterator[Sentence]:
    if movement.kind == "teams":
        yield from _teams(movement, told)
        return
    if movement.kind == "individual":
        yield from _players(movement, told)
        return
    if not told.missed and not told.repeated and not told.boards_missed:
        yield say("Everybody meets everybody and plays every board.")
    else:
        yield from _opponents(movement, told)
        if told.boards_missed and not told.sit_outs:
            yield _left_out(movement, [len(boards) for boards in told.boards_missed.values()])
    yield from _sit_outs(movement, told)
    yield from _seats(movement)
    tops = sorted(set(told.comparisons.values()))
    if len(tops) > 1:
        yield say("Boards are played {least} to {most} times.", least=tops[0], most=tops[-1])


def _left_out(movement: Movement, missing: Sequence[int]) -> Sentence:
    values = {"boards": max(missing), "all": counted("boards", len(movement.boards))}
    if min(missing) < max(missing):
        return say(
            "{pairs} leave out up to {boards} of the {all} in play.", pairs=counted("pairs", len(missing)), **values
        )
    if len(missing) < len(movement.contestants):
        return say_count(
            "{n} pair leaves out {boards} of the {all} in play.",
            "{n} pairs leave out {boards} of the {all} in play.",
            len(missing),
            **values,
        )
    return say("Each pair leaves out {boards} of the {all} in play.", **values)


def _seats(movement: Movement) -> Iterator[Sentence]:
    still = set(movement.stationary)
    if movement.winners == 1 or movement.kind == "teams":
        if len(still) == 1:
            yield say("Pair {pair} keeps its seat.", pair=spans(still))
        elif still:
            yield say("Pairs {pairs} keep their seats.", pairs=spans(still))
        return
    north = {meeting.ns for meeting in movement.meetings}
    if still == north:
        yield say("All North-South pairs keep their seats.")
    elif still < north and len(north - still) == 1:
        (mover,) = north - still
        yield say("All North-South pairs but {pair} keep their seats.", pair=movement.label(mover))
    elif still:
        yield say_count(
            "{pairs} keeps its seat.",
            "{pairs} keep their seats.",
            len(still),
            pairs=", ".join(movement.label(number) for number in sorted(still)),
        )


def _opponents(movement: Movement, told: MovementFacts) -> Iterator[Sentence]:
    missed: Counter[int] = Counter(number for couple in told.missed for number in couple)
    if told.missed:
        most = max(missed.values())
        if most == min(missed[number] for number in movement.contestants):
            yield say_count("Each pair misses one opponent.", "Each pair misses {n} opponents.", most)
        elif most == 1:
            yield say_count("{n} pair misses one opponent.", "{n} pairs miss one opponent.", len(missed))
        else:
            yield say("Pairs miss up to {count}.", count=counted("opponents", most))
    elif not told.repeated:
        yield say("Everybody meets everybody.")
    if told.repeated:
        often = max(times for *_, times in told.repeated)
        count = len(told.repeated)
        if often > 2:
            yield say_count(
                "{n} couple of opponents meets {often} times.",
                "{n} couples of opponents meet more than once, some {often} times.",
                count,
                often=often,
            )
        else:
            yield say_count("{n} couple of opponents meets twice.", "{n} couples of opponents meet twice.", count)


def _sit_outs(movement: Movement, told: MovementFacts) -> Iterator[Sentence]:
    if not told.sit_outs:
        return
    boards = longest_sit_out(movement)
    most = max(told.sit_outs.values())
    if most == 1:
        yield say_count(
            "{n} pair sits out once, {longest}.",
            "{n} pairs sit out once, {longest}.",
            len(told.sit_outs),
            longest=say_count("for one board", "for {n} boards", boards),
        )
    else:
        yield say_count(
            "{n} pair sits out, {twice} of them {often}, {longest}.",
            "{n} pairs sit out, {twice} of them {often}, {longest}.",
            len(told.sit_outs),
            twice=sum(times > 1 for times in told.sit_outs.values()),
            often=say("twice") if most == 2 else say("more than once, some {times} times", times=most),
            longest=say_count("for one board on end", "for up to {n} boards on end", boards),
        )


def _teams(movement: Movement, told: MovementFacts) -> Iterator[Sentence]:
    rivals = len(movement.contestants) - 1
    met = sorted(set(told.opponents.values()))
    if met == [rivals]:
        yield say("Every team meets every other.")
    elif len(met) == 1:
        yield say("Each team meets {met} of {rivals}.", met=met[0], rivals=counted("others", rivals))
    else:
        yield say(
            "Teams meet {least} to {most} of {rivals}.", least=met[0], most=met[-1], rivals=counted("others", rivals)
        )
    if movement.stanzas and len(movement.stanzas) > 1:
        yield say("Played in {count} stanzas; the scores are compared after each.", count=len(movement.stanzas))


def _players(movement: Movement, told: MovementFacts) -> Iterator[Sentence]:
    others = len(movement.contestants) - 1
    partnered = sorted(set(told.partners.values()))
    if partnered == [others]:
        yield say("Everybody partners everybody once.")
    elif len(partnered) == 1:
        yield say("Everybody has {partners}, each once.", partners=counted("partners", partnered[0]))
    else:
        yield say("Players have {least} to {most} partners, each once.", least=partnered[0], most=partnered[-1])
    least, most = _opposed(movement)
    if least == most:
        yield say("Everybody plays {times} against everybody.", times=counted("times", most))
    else:
        yield say("Two players are opponents {least} to {most} times.", least=least, most=most)
    compared = sorted(set(told.comparisons.values()))
    if compared == [movement.tables]:
        yield say("Every board is played at all {tables}.", tables=counted("tables", movement.tables))
    elif len(compared) == 1:
        yield say("Every board is played at {tables}.", tables=counted("tables", compared[0]))
    else:
        yield say("Boards are played {least} to {most} times.", least=compared[0], most=compared[-1])
    if told.sit_outs:
        often = sorted({told.sit_outs.get(player, 0) for player in movement.contestants})
        if len(often) == 1:
            yield say_count("Everybody sits out once.", "Everybody sits out {n} times.", often[0])
        else:
            yield say("Players sit out {least} to {most} times.", least=often[0], most=often[-1])
    if movement.stationary:
        yield say_count(
            "Player {players} stays at one table.",
            "Players {players} stay at one table.",
            len(movement.stationary),
            players=spans(movement.stationary),
        )


def _opposed(movement: Movement) -> tuple[int, int]:
    """How seldom and how often two players are opponents."""
    met: Counter[tuple[int, ...]] = Counter()
    for meeting in movement.meetings:
        for one, other in product(movement.members(meeting.ns), movement.members(meeting.ew)):
            met[tuple(sorted((one, other)))] += 1
    everybody = [met[couple] for couple in combinations(movement.contestants, 2)]
    return min(everybody), max(everybody)


def hard(movement: Movement) -> Sentence | None:
    """What can go wrong with this very movement, if anything.

    >>> from arrowswitch.movements import build
    >>> hard(build("share-relay", tables="7½"))
    'The relay must stand in the right place.'
    """
    family = FAMILIES.get(movement.family)
    return family.hazard(movement) if family else None
