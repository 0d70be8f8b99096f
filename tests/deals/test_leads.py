"""Opening leads against double dummy: the best one leaves declarer what the published table says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arrowswitch.bridge import Denomination, Seat, parse_card
from arrowswitch.deals import BoardHands, TrickTable, cards_of
from arrowswitch.deals.leads import after_leads

PUBLISHED = json.loads((Path(__file__).parent.parent / "data" / "double_dummy.json").read_text())
WHOLE = [row for row in PUBLISHED if row["table"]][:3]


def hands_of(row: dict[str, str]) -> BoardHands:
    assert row["deal"].startswith("N:")
    return BoardHands(1, *row["deal"][2:].split())


@pytest.mark.parametrize("row", WHOLE, ids=[row["deal"][:20] for row in WHOLE])
@pytest.mark.parametrize("declarer", Seat)
@pytest.mark.parametrize("trumps", [Denomination.NOTRUMP, Denomination.HEARTS])
def test_the_best_lead_leaves_declarer_what_the_table_says(
    row: dict[str, str], declarer: Seat, trumps: Denomination
) -> None:
    hands = hands_of(row)
    found = after_leads(hands, declarer, trumps)
    assert min(found.values()) == TrickTable(row["table"]).tricks(declarer, trumps)
    assert set(found) == cards_of(hands.of(declarer.left))


def test_a_lead_can_cost_a_trick() -> None:
    hands = hands_of(WHOLE[1])  # 4♥ by North makes ten
    found = after_leads(hands, Seat.NORTH, Denomination.HEARTS)
    assert min(found.values()) == 10
    assert found[parse_card("HK")] == 11  # the king of trumps falls to the ace
