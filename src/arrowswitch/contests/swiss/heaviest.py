"""Which two go together so that the weights add up to the most: the matching itself, by the package rustworkx.

It is an extra, and imported only for a draw: a club that never draws a Swiss does without it.
"""

from __future__ import annotations

from collections.abc import Iterable

from arrowswitch.contests.reading import BadContest
from arrowswitch.words import say


def heaviest(nodes: int, edges: Iterable[tuple[int, int, int]], *, most_pairs: bool = False) -> set[tuple[int, int]]:
    """Pairs of the numbers from 0 on, of these edges with their weights; with `most_pairs` as many pairs as can be.

    >>> sorted(map(sorted, heaviest(4, [(0, 1, 5), (1, 2, 6), (2, 3, 5)])))
    [[0, 1], [2, 3]]
    """
    try:
        import rustworkx
    except ImportError:
        raise BadContest(say("A draw needs another package: install arrowswitch[swiss].")) from None
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from(list(edges))
    return rustworkx.max_weight_matching(graph, max_cardinality=most_pairs, weight_fn=int)
