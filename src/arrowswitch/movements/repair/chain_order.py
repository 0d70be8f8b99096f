"""The sets on the chain of a Mitchell in round 1, which need not lie there in order.

A relay put out with the highest boards, or a table added by a late pair, changes the order and not the chain.
"""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.movements.build import boards_of_sets
from arrowswitch.movements.catalogue import has
from arrowswitch.movements.families.chain import Chain
from arrowswitch.movements.model import Movement, Relay


@dataclass(frozen=True)
class Order:
    """A chain of places with the sets that lie in them in round 1, which need not be in order."""

    chain: Chain
    sets: tuple[int, ...]

    def set_at(self, table: int, number: int) -> int:
        return self.sets[self.chain.set_at(table, number) - 1]

    @property
    def relay_sets(self) -> tuple[int, ...]:
        middle = self.chain.middle
        return self.sets[middle : middle + self.chain.relay]

    @property
    def feed_ins(self) -> tuple[int, ...]:
        return self.sets[len(self.sets) - self.chain.feed_ins :] if self.chain.feed_ins > 0 else ()

    def relays(self, boards_per_round: int) -> tuple[Relay, ...]:
        middle, tables = self.chain.middle, self.chain.tables
        between, after = (boards_of_sets(sets, boards_per_round) for sets in (self.relay_sets, self.feed_ins))
        return (
            *((Relay((middle, middle + 1), 1, between),) if self.chain.relay else ()),
            *((Relay((tables, 1), len(self.feed_ins), after),) if self.feed_ins else ()),
        )


def chain_order(movement: Movement, tables: int) -> Order:
    """The chain of a Mitchell and the sets on it in round 1."""
    share = has(movement.family, "share")
    between = next((relay for relay in movement.relays if relay.between[1] != 1), None)
    after = next((relay for relay in movement.relays if relay.between[1] == 1), None)
    each = movement.boards_per_round
    on_relay = (between.boards[0] - 1) // each + 1 if between else 0
    feeding = [(board - 1) // each + 1 for board in after.boards[::each]] if after else []
    relay = 1 if between else 0
    sets = tables if share else tables + relay + len(feeding)
    chain = Chain(tables, sets, relay=relay, share=share)
    known = {chain.set_at(m.table, 1): (m.boards[0] - 1) // each + 1 for m in movement.by_round[1]}
    if between:
        known[chain.middle + 1] = on_relay
    known |= dict(enumerate(feeding, tables + relay + 1))
    left = sorted(set(range(1, sets + 1)) - set(known.values()))
    return Order(chain, tuple(known.get(place) or left.pop(0) for place in range(1, sets + 1)))
