"""The sentences of a review: what was there, what was done, and what it hangs on."""

from __future__ import annotations

from fractions import Fraction

from arrowswitch.bridge import BIDS, Card, Doubling, Result, Seat, Side, ns_score, vulnerability_of
from arrowswitch.bridge.contracts import Contract
from arrowswitch.deals import Par, TrickTable
from arrowswitch.words import Sentence, say, say_count


def luck_told(best: Par, gained: Fraction) -> Sentence:
    """What the other tables made of the board, which is nobody's merit here."""
    if not gained:
        return say("{par}; that is average against the other tables.", par=best.told)
    if gained > 0:
        return say("{par}; the other tables did worse for North-South, which is luck.", par=best.told)
    return say("{par}; the other tables did better for North-South, which is luck.", par=best.told)


def bidding_told(best: Par, result: Result | None, seen: int, table: TrickTable, board: int) -> Sentence:
    """The contract against par."""
    if result is None or result.contract.bid is None or result.declarer is None:
        return say("Passed out.") if not best.score else say("Passed out, where par is {par}.", par=f"{best.score:+d}")
    contract, side = result.contract, result.declarer.side
    worth = ns_score(Result(contract, seen, result.declarer), vulnerability_of(board))
    gained = (worth - best.score) * (1 if side is Side.NS else -1)
    makes = seen >= contract.needs
    if not gained:
        return say("{contract} is worth par.", contract=_called(result))
    if makes and contract.doubling is not Doubling.UNDOUBLED:
        return say("{contract} was doubled, and makes with all cards seen.", contract=_called(result))
    if not makes and gained > 0:
        return say(
            "{contract} fails with all cards seen, and costs less than par; it was not doubled or should have been left.",
            contract=_called(result),
        )
    if not makes:
        return say_count(
            "{contract} is too high: {n} trick is there.",
            "{contract} is too high: {n} tricks are there.",
            seen,
            contract=_called(result),
        )
    if gained > 0:
        return say(
            "{contract} makes, and par is less: {side} could have bid on.",
            contract=_called(result),
            side=side.other.full_name,
        )
    better = _better(table, result.declarer, seen, contract, board)
    if better is None:
        return say("{contract} makes, and par is more.", contract=_called(result))
    return say("{contract} makes, and {better} would too.", contract=_called(result), better=str(better))


def _called(result: Result) -> str:
    return f"{result.contract} {result.declarer}"


def _better(table: TrickTable, declarer: Seat, seen: int, contract: Contract, board: int) -> Contract | None:
    """The best contract that the side makes with all cards seen, if it scores more."""
    vulnerability = vulnerability_of(board)
    sign = 1 if declarer.side is Side.NS else -1

    def score(bid: Contract, tricks: int) -> int:
        return sign * ns_score(Result(bid, tricks, declarer), vulnerability)

    found = [
        (score(Contract(bid), tricks), -number, Contract(bid))
        for number, bid in enumerate(BIDS)
        if (tricks := table.best(declarer.side, bid.denomination)) >= 6 + bid.level
    ]
    best = max(found, default=None, key=lambda each: each[:2])
    return best[2] if best and best[0] > score(contract, seen) else None


def lead_told(lead: Card, seen: int, after: int) -> Sentence:
    """What the lead cost."""
    if after == seen:
        return say("{lead} was as good a lead as any.", lead=str(lead))
    return say_count(
        "The lead of {lead} gave declarer {n} trick.",
        "The lead of {lead} gave declarer {n} tricks.",
        after - seen,
        lead=str(lead),
    )


def play_told(result: Result, seen: int) -> Sentence:
    """What declarer took of what was there."""
    more = result.tricks - seen
    if not more:
        return say_count(
            "Declarer took the {n} trick that was there.", "Declarer took the {n} tricks that were there.", seen
        )
    if more > 0:
        return say_count(
            "Declarer took {n} trick more than the best defence gives.",
            "Declarer took {n} tricks more than the best defence gives.",
            more,
        )
    return say_count(
        "Declarer took {n} trick fewer than the best play takes.",
        "Declarer took {n} tricks fewer than the best play takes.",
        -more,
    )
