"""What PBN, LIN and RBN have in common: games, each one board as it was played at one table, and how they make a `Record`.

A game says who sat where, the deal, the auction, the play and what came of it; any of these may be missing. A record has
contestants instead, and one deal for all who played it: both directions of that are here. What a trick or an auction comes
to is worked out only where the file does not say it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple

from arrowswitch.bridge import (
    LAST_BOARD,
    PACK,
    PASSED_OUT,
    Auction,
    Card,
    Contract,
    OtherCall,
    Result,
    Seat,
    Side,
    Suit,
    Vulnerability,
    dealer_of,
    ns_score,
    parse_call,
    parse_card,
    vulnerability_of,
)
from arrowswitch.deals import BoardHands, TrickTable, deal_text
from arrowswitch.formats.dealing.deals import hands_of
from arrowswitch.formats.format import MOST_BOARDS, MOST_LINES, BadFile, check_size
from arrowswitch.formats.record import (
    Record,
    RecordContestant,
    RecordDeal,
    RecordLine,
    RecordPlayer,
    RecordTeamPair,
)
from arrowswitch.scoring import METHODS, Line, Score
from arrowswitch.scoring.figures import shown
from arrowswitch.scoring.numbers import Number, tidy
from arrowswitch.words import Sentence, say, spans

TEAMS_METHODS = ("imps", "board-a-match", "point-a-board", "patton", "aggregate")
MOST_TEXT_LINES = 2_000_000
LONGEST_AUCTION = 319
"""Calls: three passes, and after each of 35 bids two passes, a double, two passes, a redouble, two passes."""
Names = tuple[str, str, str, str]
NOBODY: Names = ("", "", "", "")


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One board as it was played at one table, or only its deal."""

    board: int
    hands: BoardHands | None = None
    dealer: Seat | None = None
    vulnerability: Vulnerability | None = None
    names: Names = NOBODY
    """North, East, South, West."""
    teams: tuple[str, str] = ("", "")
    """Who sat North-South, and who East-West."""
    room: str = ""
    """O, C or nothing."""
    section: str = ""
    round: int | None = None
    table: int | None = None
    auction: tuple[str, ...] = ()
    contract: Contract | None = None
    declarer: Seat | None = None
    tricks: int | None = None
    score: int | None = None
    """Of North-South, where there is no contract."""
    points: Number | None = None
    """Of North-South."""
    play: tuple[str, ...] = ()
    remark: str = ""
    table_of_tricks: TrickTable | None = None
    par: str = ""

    @property
    def deals(self) -> Seat:
        """Who deals."""
        return self.dealer or dealer_of(self.board)

    @property
    def vulnerable(self) -> Vulnerability:
        return self.vulnerability or vulnerability_of(self.board)


def lines_of(text: str) -> list[str]:
    """The lines of a text, however they end; a text with too many is refused before it is split.

    >>> lines_of("one\\r\\ntwo\\rthree\\n")
    ['one', 'two', 'three', '']
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    check_size(text.count("\n"), MOST_TEXT_LINES, say("lines"))
    return text.split("\n")


# -- auctions and tricks ------------------------------------------------------------------------------------------------


def calls_of(texts: Iterable[str]) -> tuple[str, ...]:
    """Calls in the one way in which a record has them; `NotBridge` if there is something else among them.

    >>> calls_of(["p", "1n", "D", "xx"])
    ('Pass', '1NT', 'X', 'XX')
    """
    return tuple(parse_call(text).plain for text in texts)


def auction_end(dealer: Seat, calls: Sequence[str]) -> tuple[Contract, Seat | None] | None:
    """What an auction comes to, once it is over.

    >>> [str(each) for each in auction_end(Seat.NORTH, ["1H", "Pass", "4H", "Pass", "Pass", "Pass"])]
    ['4♥', 'N']
    """
    if len(calls) > LONGEST_AUCTION:
        return None
    seats = (dealer, dealer.left, dealer.partner, dealer.right)
    auction = Auction(dealer, tuple((seats[turn % 4], parse_call(call)) for turn, call in enumerate(calls)))
    return (auction.contract, auction.declarer) if auction.contract else None


def all_pass(calls: Sequence[str]) -> tuple[str, ...]:
    """An auction with the passes that end it.

    >>> all_pass(["1C", "Pass"]), len(all_pass([]))
    (('1C', 'Pass', 'Pass', 'Pass'), 4)
    """
    passes = 0
    for call in reversed(calls):
        if call != OtherCall.PASS.plain:
            break
        passes += 1
    wanted = 4 if passes == len(calls) else 3
    return (*calls, *[OtherCall.PASS.plain] * (wanted - passes))


class Trick(NamedTuple):
    """Who led to a trick, and the cards in the order in which they were played; an empty text for one that is not known."""

    leader: Seat
    cards: tuple[str, ...]


def tricks_of(play: Sequence[str], leader: Seat, trumps: Suit | None) -> Iterator[Trick]:
    """The tricks of the play, as long as it is known who is to lead.

    >>> [str(trick.leader) for trick in tricks_of(["S2", "SA", "S3", "S4", "HK"], Seat.WEST, None)]
    ['W', 'N']
    """
    for start in range(0, min(len(play), 52), 4):
        trick = Trick(leader, tuple(play[start : start + 4]))
        yield trick
        winner = won_by(trick, trumps)
        if winner is None:
            return
        leader = winner


def won_by(trick: Trick, trumps: Suit | None) -> Seat | None:
    """Who took a trick, if all its cards are known.

    >>> str(won_by(Trick(Seat.WEST, ("S2", "SA", "H2", "S4")), Suit.HEARTS))
    'E'
    """
    if len(trick.cards) != 4 or not all(trick.cards):
        return None
    cards = [parse_card(card) for card in trick.cards]
    best = max(range(4), key=lambda turn: _worth(cards[turn], cards[0].suit, trumps))
    return (trick.leader, trick.leader.left, trick.leader.partner, trick.leader.right)[best]


def _worth(card: Card, led: Suit, trumps: Suit | None) -> tuple[int, int]:
    return (2 if card.suit is trumps else int(card.suit is led)), PACK.index(card)


def tricks_made(play: Sequence[str], contract: Contract, declarer: Seat) -> int | None:
    """How many tricks declarer took, if the board was played to the end.

    >>> tricks_made([], Contract(None), Seat.NORTH) is None
    True
    """
    if len(play) != 52 or not all(play) or contract.bid is None:
        return None
    trumps = contract.bid.denomination.suit
    winners = [won_by(trick, trumps) for trick in tricks_of(play, declarer.left, trumps)]
    return sum(winner is not None and winner.side is declarer.side for winner in winners)


# -- deals --------------------------------------------------------------------------------------------------------------


def whole_hands(
    board: int, cards: Mapping[Seat, Sequence[Card] | None], place: Sentence | str = ""
) -> BoardHands | None:
    """The hands of a board from those that are given; one that is missing has the rest. None where more are missing."""
    unknown = [seat for seat in Seat if cards.get(seat) is None]
    if len(unknown) > 1:
        return None
    held = {seat: list(cards.get(seat) or ()) for seat in Seat}
    if unknown:
        given = {card for seat in Seat for card in held[seat]}
        held[unknown[0]] = [card for card in PACK if card not in given]
    try:
        return hands_of(board, held)
    except BadFile as fault:
        raise BadFile(say("{place}: {fault}", place=place, fault=fault.args[0]) if place else fault.args[0]) from None


_SUIT_THEN_RANKS = re.compile(r"([SHDC])((?:10|[AKQJT2-9])*)", re.IGNORECASE)


def cards_by_suit(text: str) -> list[Card] | None:
    """A hand written with the letters of its suits before their ranks, in any order; None if it is not.

    >>> [card.plain for card in cards_by_suit("SA7H8D64")]
    ['SA', 'S7', 'H8', 'D6', 'D4']
    """
    found: list[Card] = []
    at = 0
    for part in _SUIT_THEN_RANKS.finditer(text):
        if part.start() != at:
            return None
        at = part.end()
        found += [parse_card(part[1] + rank) for rank in part[2].upper().replace("10", "T")]
    return found if at == len(text) else None


def missing_board(dealer: Seat | None, vulnerability: Vulnerability | None, after: int) -> int | None:
    """The next board with such a dealer and vulnerability, for a file that does not number them.

    >>> missing_board(Seat.EAST, Vulnerability.NS, 0), missing_board(Seat.EAST, Vulnerability.NS, 2)
    (2, 18)
    """
    if dealer is None or vulnerability is None:
        return None
    boards = range(after + 1, min(after + 16, LAST_BOARD) + 1)
    return next((each for each in boards if (dealer_of(each), vulnerability_of(each)) == (dealer, vulnerability)), None)


class GatheredDeals(NamedTuple):
    """The deals of many games, and which group each of the games belongs to."""

    deals: tuple[RecordDeal, ...]
    groups: Mapping[tuple[int, str], str]
    """By board and deal, where a board was there with several."""
    notes: tuple[Sentence, ...]


def gather_deals(games: Iterable[PlayedGame]) -> GatheredDeals:
    """One deal for all games that have it; a board with several deals has one for each section, or for each group."""
    found: dict[int, dict[str, tuple[RecordDeal, dict[str, None]]]] = {}
    for game in games:
        if game.hands is None:
            continue
        check_size(len(found), MOST_BOARDS, say("boards"))
        deals = found.setdefault(game.board, {})
        before, sections = deals.setdefault(deal_text(game.hands), (_deal(game), {}))
        sections[game.section] = None
        merged = replace(before, tricks=before.tricks or game.table_of_tricks, par=before.par or game.par)
        deals[deal_text(game.hands)] = merged, sections
    several = {board for board, deals in found.items() if len(deals) > 1}
    groups: dict[tuple[int, str], str] = {}
    told: list[RecordDeal] = []
    unsaid: list[int] = []
    for board in sorted(found):
        by_section = _sections_apart(found[board].values())
        for number, (text, (deal, sections)) in enumerate(found[board].items(), 1):
            if board not in several:
                told.append(deal)
            elif by_section:
                told += [replace(deal, section=section) for section in sections]
            else:
                groups[board, text] = str(number)
                told.append(replace(deal, group=str(number)))
                unsaid += [board] if number == 1 else []
    notes = (say("Boards {boards} are there with several deals, which are kept apart.", boards=spans(unsaid)),)
    return GatheredDeals(tuple(told), groups, notes if unsaid else ())


def _deal(game: PlayedGame) -> RecordDeal:
    assert game.hands is not None  # noqa: S101 - asked by the only caller
    dealer = game.dealer if game.dealer is not dealer_of(game.board) else None
    vulnerability = game.vulnerability if game.vulnerability is not vulnerability_of(game.board) else None
    return RecordDeal(game.hands, dealer=dealer, vulnerability=vulnerability)


def _sections_apart(deals: Iterable[tuple[RecordDeal, Mapping[str, None]]]) -> bool:
    names = [section for _, sections in deals for section in sections]
    return all(names) and len(names) == len(set(names))


# -- games to a record --------------------------------------------------------------------------------------------------


def ended(game: PlayedGame) -> PlayedGame:
    """A game with what its auction and its play say of the contract and the tricks, where it is not told."""
    if game.contract is None and game.auction and game.score is None:
        end = auction_end(game.deals, game.auction)
        game = replace(game, contract=end[0], declarer=end[1]) if end else game
    if game.contract is not None and game.tricks is None:
        if game.contract.bid is None:
            return replace(game, tricks=0, declarer=None)
        if game.declarer:
            return replace(game, tricks=tricks_made(game.play, game.contract, game.declarer))
    return game


def result_of(game: PlayedGame) -> Result | None:
    """What came of a game, if it is known."""
    if game.contract is not None and game.contract.bid is None:
        return Result(PASSED_OUT)
    if game.contract is None or game.tricks is None or game.declarer is None:
        return None
    return Result(game.contract, game.tricks, game.declarer)


def record_of(games: Sequence[PlayedGame], head: Record) -> tuple[Record, tuple[Sentence, ...]]:
    """What games tell, after the head of their file: deals, contestants, and a line for every game with a result."""
    check_size(len(games), MOST_LINES, say("results"))
    deals, groups, notes = gather_deals(games)
    ends = [ended(game) for game in games]
    told = [result_of(game) is not None or game.score is not None for game in ends]
    seated = PlayingField()
    lines = tuple(_line(game, seated, groups) for game, known in zip(ends, told, strict=True) if known)
    untold = [game.board for game, known in zip(ends, told, strict=True) if game.auction and not known]
    if untold:
        notes = (*notes, say("Boards {boards}: what came of it is not told.", boards=spans(untold)))
    if not deals and not lines:
        raise BadFile(say("There is no deal and no result in this file."))
    found = replace(head, deals=deals, lines=lines, contestants=seated.contestants)
    if seated.teams:
        found = replace(found, kind="teams", method=head.method if head.method in TEAMS_METHODS else "imps")
    if not METHODS[found.method].percent:  # what one side gains the other loses
        found = replace(found, lines=tuple(map(_both_points, found.lines)))
    return found, notes


def _both_points(told: RecordLine) -> RecordLine:
    return told if told.ns_points is None else replace(told, ew_points=tidy(-told.ns_points))


def _line(game: PlayedGame, seated: PlayingField, groups: Mapping[tuple[int, str], str]) -> RecordLine:
    result = result_of(game)
    score = Score(ns_score(result, game.vulnerable) if result else game.score or 0)
    north, east, south, west = game.names
    ns, ns_pair = seated.sat((north, south), game.teams[0], Side.NS)
    ew, ew_pair = seated.sat((east, west), game.teams[1], Side.EW)
    group = groups.get((game.board, deal_text(game.hands)), "") if game.hands and groups else ""
    line = Line(
        game.board,
        ns,
        ew,
        score,
        score,
        group=group,
        section=game.section,
        round=game.round,
        table=game.table,
        result=result,
    )
    lead = parse_card(game.play[0]) if game.play and game.play[0] else None
    return RecordLine(
        line,
        game.points,
        lead=lead,
        auction=game.auction,
        play=game.play if len(game.play) > 1 else (),  # one card alone is the lead
        remark=game.remark,
        ns_pair=ns_pair,
        ew_pair=ew_pair,
    )


@dataclass
class PlayingField:
    """Who played, as the games of a file come: pairs by their names, teams by theirs."""

    pairs: dict[tuple[str, ...], RecordContestant] = field(default_factory=dict)
    teams: dict[str, RecordContestant] = field(default_factory=dict)
    named: int = 0
    """How many pairs have names, and so a number."""

    def sat(self, names: tuple[str, str], team: str, side: Side) -> tuple[str, str]:
        """The id of a contestant and, of a team, that of its pair."""
        if team:
            return self._of_team(names, team)
        if not any(names):  # nobody is named: all that is known is where they sat
            return self.pairs.setdefault((side.value,), RecordContestant(side.value)).id, ""
        key = tuple(sorted(names))
        if key not in self.pairs:
            self.named += 1
            self.pairs[key] = RecordContestant(str(self.named), tuple(RecordPlayer(name) for name in names))
        return self.pairs[key].id, ""

    def _of_team(self, names: tuple[str, str], name: str) -> tuple[str, str]:
        team = self.teams.setdefault(name, RecordContestant(str(len(self.teams) + 1), name=name))
        if not any(names):
            return team.id, ""
        pair = next((each for each in team.pairs if {player.name for player in each.players} == set(names)), None)
        if pair is None:
            pair = RecordTeamPair(f"{team.id}-{len(team.pairs) + 1}", tuple(RecordPlayer(each) for each in names))
            new = tuple(player for player in pair.players if player.name and player not in team.players)
            self.teams[name] = replace(team, players=(*team.players, *new), pairs=(*team.pairs, pair))
        return team.id, pair.id

    @property
    def contestants(self) -> tuple[RecordContestant, ...]:
        """All of them, the first first."""
        return (*self.teams.values(), *self.pairs.values())


# -- a record to games --------------------------------------------------------------------------------------------------


def games_of(record: Record) -> tuple[list[PlayedGame], list[Sentence]]:
    """The lines of a record as games, and its other deals; and what is lost by that."""
    contestants, labels = record.by_id, team_names(record)
    deals: dict[int, list[RecordDeal]] = {}
    for deal in record.deals:
        deals.setdefault(deal.hands.board, []).append(deal)
    games: list[PlayedGame] = []
    lost: dict[Sentence, None] = {}
    used: set[int] = set()
    for told in record.lines:
        of_board = _deal_of(told.line, deals.get(told.line.board, ()))
        game, faults = _game(told, of_board, record, contestants, labels)
        lost.update(dict.fromkeys(faults))
        if game:
            games.append(game)
            used.add(id(of_board))
    games += [
        with_deal(PlayedGame(each.hands.board, section=each.section), each)
        for each in record.deals
        if id(each) not in used
    ]
    return sorted(games, key=lambda game: game.board), list(lost)


def lists_lost(record: Record) -> Iterator[Sentence]:
    """Why a night that is read again from a file of games has another ranking.

    >>> [str(each) for each in lists_lost(Record(winners=2))]
    ['That North-South and East-West are ranked apart is not in it; read again, there is one list.']
    """
    hidden = [
        (
            record.winners == 2,
            say("That North-South and East-West are ranked apart is not in it; read again, there is one list."),
        ),
        (record.apart, say("That sections are ranked apart is not in it; read again, there is one list.")),
        (bool(record.penalties), say("Penalties are not in it.")),
        (
            record.kind == "individual" and bool(record.lines),
            say("That everybody plays for themselves is not in it; read again, each two partners are a pair."),
        ),
    ]
    yield from (sentence for is_so, sentence in hidden if is_so)


def _deal_of(line: Line, deals: Sequence[RecordDeal]) -> RecordDeal | None:
    fits = [each for each in deals if each.section in ("", line.section) and each.group in ("", line.group)]
    return fits[0] if fits else None


def with_deal(game: PlayedGame, deal: RecordDeal | None) -> PlayedGame:
    """A game with the deal of its board."""
    if deal is None:
        return game
    return replace(
        game,
        hands=deal.hands,
        dealer=deal.dealer,
        vulnerability=deal.vulnerability,
        table_of_tricks=deal.tricks,
        par=deal.par,
    )


def _game(
    told: RecordLine,
    deal: RecordDeal | None,
    record: Record,
    contestants: Mapping[str, RecordContestant],
    labels: Mapping[str, str],
) -> tuple[PlayedGame | None, list[Sentence]]:
    line, lost = told.line, []
    score = line.score
    if score is None:
        return None, [say("Boards that were not played, and adjusted scores, are not in it.")]
    result = line.result
    vulnerability = (deal and deal.vulnerability) or vulnerability_of(line.board)
    if result and (result.declarer or result.passed_out) and ns_score(result, vulnerability) != score:
        lost.append(say("Boards with another score than their contract gives have only the contract in it."))
    known = result is not None and (result.passed_out or result.declarer is not None)
    sides = [
        people(record, contestants, each, pair) for each, pair in ((line.ns, told.ns_pair), (line.ew, told.ew_pair))
    ]
    (north, south), (east, west) = sides
    teams = [labels.get(each, "") for each in (line.ns, line.ew)]
    game = PlayedGame(
        line.board,
        names=(north, east, south, west),
        teams=(teams[0], teams[1]),
        section=line.section,
        round=line.round,
        table=line.table,
        auction=told.auction,
        contract=result.contract if result and known else None,
        declarer=result.declarer if result else None,
        tricks=result.tricks if result and known else None,
        score=None if known else score,
        points=told.ns_points,
        play=told.play or ((told.lead.plain,) if told.lead else ()),
        remark=told.remark,
    )
    if line.under_appeal or line.group:
        lost.append(say("Appeals, and groups of a fouled board, are not in it."))
    return with_deal(game, deal), lost


def team_names(record: Record) -> Mapping[str, str]:
    """What each team is called where it has no number: its name, with the number where two have the same."""
    if record.kind != "teams":
        return {}
    times = Counter(each.name for each in record.contestants)
    return {
        each.id: each.name if each.name and times[each.name] == 1 else f"{each.name} {each.id}".strip()
        for each in record.contestants
    }


def people(record: Record, contestants: Mapping[str, RecordContestant], who: str, pair: str = "") -> tuple[str, str]:
    """The names of the two who sat on a side: North and South, or East and West; empty where they are not known."""
    if who in record.partnerships:
        names = [
            player.name
            for each in record.partnerships[who]
            for player in contestants[each].players[:1]
            if each in contestants
        ]
    else:
        contestant = contestants.get(who)
        team_pair = next((each for each in contestant.pairs if each.id == pair), None) if contestant else None
        if contestant is None or (record.kind == "teams" and team_pair is None):
            return "", ""
        names = [player.name for player in (team_pair or contestant).players]
    return (*names, "", "")[0], (*names, "", "")[1]


def number_of(text: str) -> Number | None:
    """A number of a file, with a point or a comma; None for anything else.

    >>> number_of("41.50"), number_of("7"), number_of("-0,5"), number_of("1e9"), number_of("-")
    (Fraction(83, 2), 7, Fraction(-1, 2), None, None)
    """
    return tidy(Fraction(text.replace(",", "."))) if _NUMBER.fullmatch(text) else None


_NUMBER = re.compile(r"[+-]?[0-9]{1,9}(?:[.,][0-9]{1,6})?")


def figures_of(number: Number) -> str:
    """A number for a file: exact with up to four decimals.

    >>> figures_of(Fraction(83, 2)), figures_of(7), figures_of(Fraction(1, 3))
    ('41.5', '7', '0.3333')
    """
    return shown(number, 4)
