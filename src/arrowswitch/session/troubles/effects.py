"""What a change of the movement does to the players: who misses whom, who meets twice, who sits out, what is factored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator

from arrowswitch.movements import Movement, facts
from arrowswitch.words import Sentence, counted, say, spans

MOST = 12
"""More are counted, not listed."""


def effects(before: Movement, after: Movement, gone: Container[int] = ()) -> Iterator[Sentence]:
    """What is different for the players, one thing a sentence; whoever has gone has no percentage.

    >>> from arrowswitch.movements import build
    >>> from arrowswitch.session.night.mending import cut
    >>> mitchell = build("mitchell", tables=3)
    >>> next(effects(mitchell, cut(mitchell, 2)))
    'No longer meet: NS 1 and EW 2; NS 2 and EW 3; NS 3 and EW 1.'
    """
    old, new = facts(before), facts(after)
    label = after.label
    everybody = set(before.contestants)
    apart = [couple for couple in new.missed if couple not in old.missed and everybody.issuperset(couple)]
    if apart:
        yield say("No longer meet: {who}.", who=_list(_couple(after, one, other) for one, other in apart))
    met = {(one, other): times for one, other, times in old.repeated}
    again = [(one, other) for one, other, times in new.repeated if times > met.get((one, other), 1)]
    if again:
        yield say("Meet more often than planned: {who}.", who=_list(_couple(after, *each) for each in again))
    sat = {(each.round, each.pair) for each in before.sit_outs}
    waiting = [each for each in after.sit_outs if (each.round, each.pair) not in sat]
    if waiting:
        yield say("Sit out (round): {who}.", who=_list(f"{label(each.pair)} ({each.round})" for each in waiting))
    yield from _boards(before, after, gone)


def _boards(before: Movement, after: Movement, gone: Container[int]) -> Iterator[Sentence]:
    old, new = before.boards_played, after.boards_played
    fewer: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for pair in after.contestants:
        if pair not in gone and new.get(pair, 0) != old.get(pair, new.get(pair, 0)):
            fewer[old[pair], new.get(pair, 0)].append(pair)
    if len(fewer) == 1 and len(next(iter(fewer.values()))) == len(after.contestants):
        (planned, left), _ = next(iter(fewer.items()))
        yield say("Everybody plays {left} instead of {planned}.", left=counted("boards", left), planned=planned)
    else:
        for (planned, left), pairs in sorted(fewer.items()):
            yield say(
                "Boards to play: {left} instead of {planned} for {who}; the percentage is of what was played.",
                left=left,
                planned=planned,
                who=_list(map(after.label, pairs)),
            )
    compared, usual = facts(after).comparisons, facts(before).comparisons
    changed: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for board in after.boards:
        if board in usual and compared[board] != usual[board]:
            changed[usual[board], compared[board]].append(board)
    if len(set(compared.values())) > 1:
        for (planned, left), boards in sorted(changed.items()):
            yield say(
                "Boards {boards} are played {left} instead of {planned}, so that their scores are factored.",
                boards=spans(boards),
                left=counted("times", left),
                planned=planned,
            )


def _couple(movement: Movement, one: int, other: int) -> str:
    return str(say("{one} and {other}", one=movement.label(one), other=movement.label(other)))


def _list(texts: Iterable[str]) -> str:
    found = list(texts)
    mark = "; " if any(" and " in text for text in found) else ", "
    more = len(found) - MOST
    text = mark.join(found[:MOST])
    return str(say("{some}; and {more} more", some=text, more=more)) if more > 0 else text
