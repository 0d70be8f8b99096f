"""The hands of a board, wherever it was played; and whether hands can be those that were played.

Sections may play deals of their own, and a fouled board had other hands in one group: those hands are found before the session's.
A wrong set of deals shows itself by its numbers, and by leads that no leader held.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from arrowswitch.bridge import parse_card
from arrowswitch.deals.hands import BoardHands, deal_text, hand_of
from arrowswitch.deals.promises import is_kept
from arrowswitch.deals.tables import TrickTable
from arrowswitch.session.night.lines import Contracted, LineKey
from arrowswitch.session.night.promised import HandsKey
from arrowswitch.session.night.state import State
from arrowswitch.words import Sentence, say, say_count, spans

DOUBTFUL_SHARE = 4
"""One lead in so many that no leader held, and the deals are others; with the right ones it is a slip of the finger."""


def hands_at(state: State, section: str, board: int, group: str = "") -> BoardHands | None:
    """The hands of a board in a section; of a group of a fouled board only those that were attached for it."""
    found = state.own_hands.get(HandsKey(section, board, group)) or state.own_hands.get(HandsKey("", board, group))
    return found or (None if group else state.hands.get(board))


def table_at(state: State, section: str, board: int, group: str = "") -> TrickTable | None:
    """The double-dummy table of the same hands, if it is known."""
    for key in (HandsKey(section, board, group), HandsKey("", board, group)):
        if key in state.own_hands:
            return state.own_tables.get(key)
    return None if group else state.tables.get(board)


def line_hands(state: State, key: LineKey) -> BoardHands | None:
    """The hands that a line was played with."""
    mine = state.lines.get(key)
    return hands_at(state, key.section, key.board, mine.group if mine else "")


def all_hands(state: State, board: int) -> dict[HandsKey, BoardHands]:
    """All hands of a board: the session's first, then those of sections and groups."""
    found = {HandsKey("", board): state.hands[board]} if board in state.hands else {}
    return {**found, **{key: hands for key, hands in sorted(state.own_hands.items()) if key.board == board}}


def wrong_numbers(state: State, given: Iterable[int], section: str = "") -> Iterator[Sentence]:
    """Boards that are not played here."""
    sections = [state.sections[section]] if section in state.sections else list(state.sections.values())
    played = {board for each in sections for board in each.movement.boards} | (
        set() if section else set(state.on_board)
    )
    found = set(given)
    if played and not found & played:
        yield say(
            "None of these boards is played here: the file has {given}, the movement {played}.",
            given=spans(found),
            played=spans(played),
        )


def wrong_leads(
    state: State, given: Mapping[int, BoardHands], section: str = "", group: str = "", *, few: bool = False
) -> Iterator[Sentence]:
    """Leads that no leader held, had these hands been played: so many that the deals must be others, or a `few` slips."""
    wrong, leads = _leads(state, given, section, group)
    if wrong and few == (len(wrong) * DOUBTFUL_SHARE < leads):
        yield say_count(
            "{n} lead that was entered is not in the leader's hand (boards {boards}): is this the right file?",
            "{n} leads that were entered are not in the leader's hand (boards {boards}): is this the right file?",
            len(wrong),
            boards=spans(wrong),
        )


def _leads(state: State, given: Mapping[int, BoardHands], section: str, group: str) -> tuple[list[int], int]:
    """The boards of leads that cannot be, and how many leads there are."""
    found = [
        (board, _could_lead(state.lines[key].entry, hands))
        for board, hands in given.items()
        for key in state.on_board.get(board, ())
        if state.lines[key].group == group and section in ("", key.section)
    ]
    told = [(board, could) for board, could in found if could is not None]
    return [board for board, could in told if not could], len(told)


def _could_lead(entry: object, hands: BoardHands) -> bool | None:
    """Whether the leader held the lead that was entered; None if none was."""
    if not isinstance(entry, Contracted) or not entry.lead or entry.result.declarer is None:
        return None
    return parse_card(entry.lead) in hand_of(hands, entry.result.declarer.left)


def not_promised(state: State, given: Iterable[BoardHands], section: str = "", group: str = "") -> Iterator[Sentence]:
    """Other hands for promised boards than the promised, once these are opened; before that nothing shows what they are."""
    promise = state.promise
    promised = {hands.board: hands for hands in given if promise and hands.board in promise.boards}
    known = {board: hands_at(state, section, board, group) for board in promised}
    new = [board for board, hands in known.items() if not hands or deal_text(hands) != deal_text(promised[board])]
    if promise is None or not new:
        return
    if promise.opened is None:
        yield say("The deals of boards {boards} were promised, and not opened yet.", boards=spans(new))
    elif not is_kept(
        promise.promise,
        (hands for board, hands in {**state.hands, **promised}.items() if board in promise.boards),
        promise.secret,
    ):
        yield say("These are not the deals that were promised.")


def same_deal_twice(given: Iterable[BoardHands]) -> Iterator[Sentence]:
    """Boards with the very same cards."""
    seen: dict[str, int] = {}
    for hands in given:
        first = seen.setdefault(deal_text(hands), hands.board)
        if first != hands.board:
            yield say("Boards {one} and {other} have the same cards.", one=first, other=hands.board)
