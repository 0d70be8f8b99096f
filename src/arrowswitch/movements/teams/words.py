"""What the director arranges and reads out in a teams movement, made from its card."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from arrowswitch.movements.model import Instruction
from arrowswitch.movements.teams.cards import Stretch, TeamCard, Turn
from arrowswitch.words import Sentence, counted, say, say_count, spans


def players_move(tables_down: int, teams: int) -> Sentence:
    """Where East-West go.

    >>> players_move(2, 7), players_move(-3, 7), players_move(0, 7)
    ('move down 2 tables', 'move up 3 tables', 'stay')
    """
    return _move(
        tables_down,
        teams,
        say("stay"),
        lambda n: say_count("move down {n} table", "move down {n} tables", n),
        lambda n: say_count("move up {n} table", "move up {n} tables", n),
    )


def boards_move(places_down: int, ring: int) -> Sentence:
    """Where the boards go.

    >>> boards_move(1, 7), boards_move(0, 7)
    ('go down 1 place', 'stay')
    """
    return _move(
        places_down,
        ring,
        say("stay"),
        lambda n: say_count("go down {n} place", "go down {n} places", n),
        lambda n: say_count("go up {n} place", "go up {n} places", n),
    )


def _move(
    down: int, around: int, none: Sentence, lower: Callable[[int], Sentence], higher: Callable[[int], Sentence]
) -> Sentence:
    down %= around
    if down == 0:
        return none
    return lower(down) if down <= around // 2 else higher(around - down)


def round_words(number: int, matches: Iterable[tuple[int, ...]]) -> Instruction:
    """Who meets whom in a round, head to head."""
    text = say(
        "Round {round}: {matches}. East-West go to the other team's table.",
        round=number,
        matches=", ".join(f"{match[0]} v {match[1]}" for match in matches if len(match) == 2),
    )
    return Instruction("start" if number == 1 else "move", number - 1, text)


def announcements(card: TeamCard, size: int) -> tuple[Instruction, ...]:
    """Everything to arrange and to read out, in order."""
    said = [Instruction("layout", 0, text) for text in (*card.layout, *_boards_layout(card, size))]
    before: tuple[Stretch, Turn] | None = None
    for number, stretch, turn in card.rounds_with_stretch():
        after = number - 1
        if before is None:
            said.append(
                Instruction(
                    "start",
                    0,
                    say(
                        "Before the first round East-West {players}; the boards {boards}.",
                        players=players_move(turn.team, card.teams),
                        boards=boards_move(turn.set - card.home_set, stretch.ring),
                    ),
                )
            )
        elif stretch is not before[0]:
            said.extend(_new_stretch(card, after, before, (stretch, turn), size))
        else:
            said.append(_next_round(card, after, (before[1], turn), stretch.ring))
        before = (stretch, turn)
    return (*said, Instruction("last", card.rounds, say("Play is over: go back to your home table and score up.")))


def _boards_layout(card: TeamCard, size: int) -> Iterator[Sentence]:
    first = card.stretches[0]
    yield say("Sets have {size}: set 1 is {boards}.", size=counted("boards", size), boards=spans(range(1, size + 1)))
    if first.boards < size:
        yield say_count(
            "Before the break play only the lowest board of each set.",
            "Before the break play only the lowest {n} boards of each set.",
            first.boards,
        )


def _next_round(card: TeamCard, after: int, turns: tuple[Turn, Turn], ring: int) -> Instruction:
    down, places = turns[1].team - turns[0].team, turns[1].set - turns[0].set
    words: Mapping[str, object] = {
        "round": after,
        "players": players_move(down, card.teams),
        "boards": boards_move(places, ring),
    }
    times = 1 if card.usual is None else next((n for n in (1, 2) if _is_usual(card, n, down, places, ring)), 0)
    if times == 1:
        return Instruction("move", after, say("After round {round} East-West {players}; the boards {boards}.", **words))
    if times == 2 and card.usual is not None:
        twice = players_move(2 * card.usual.team, 4 * card.teams)  # the usual way, however far round that is
        return Instruction(
            "double",
            after,
            say(
                "After round {round} there is a double move: East-West {players}; the boards {boards}.",
                **{**words, "players": twice},
            ),
        )
    return Instruction(
        "special",
        after,
        say("After round {round} the move is different: East-West {players}; the boards {boards}.", **words),
    )


def _is_usual(card: TeamCard, times: int, down: int, places: int, ring: int) -> bool:
    """Whether a move is the usual one, so many times over."""
    usual = card.usual or Turn(0, 0)
    return (down - times * usual.team) % card.teams == 0 and (places - times * usual.set) % ring == 0


def _new_stretch(
    card: TeamCard, after: int, before: tuple[Stretch, Turn], now: tuple[Stretch, Turn], size: int
) -> Iterator[Instruction]:
    stretch, turn = now
    if after not in card.stanza_ends:
        half = card.teams // 2
        yield Instruction(
            "relay",
            after,
            say(
                "After round {round} the last matches are between teams {half} tables apart: East-West {players} from "
                "home. The two tables of a match share one newly dealt set. Short of time, leave this round out.",
                round=after,
                half=half,
                players=players_move(turn.team, card.teams),
            ),
        )
        return
    yield Instruction(
        "stanza", after, say("After round {round} everybody goes home and scores up: a stanza is over.", round=after)
    )
    boards = stretch.boards_at(1, turn, size)
    if (stretch.deck, stretch.skip) == (before[0].deck, before[0].skip):
        move = boards_move(turn.set - before[1].set, stretch.ring)
        yield Instruction(
            "stanza",
            after,
            say(
                "Then East-West {players} from home; the boards {boards}, so that table 1 has {first}.",
                players=players_move(turn.team, card.teams),
                boards=move,
                first=spans(boards),
            ),
        )
    else:
        yield Instruction(
            "stanza",
            after,
            say(
                "Then put out new boards, {first} on table 1 and so on upwards; East-West {players} from home.",
                players=players_move(turn.team, card.teams),
                first=spans(boards),
            ),
        )
    if stretch.boards < before[0].boards:
        yield Instruction(
            "stanza",
            after,
            say(
                "From now on each round has {boards}: take the highest out of every set.",
                boards=counted("boards", stretch.boards),
            ),
        )
    elif stretch.boards > before[0].boards:
        yield Instruction(
            "stanza", after, say("From now on each round has {boards}.", boards=counted("boards", stretch.boards))
        )
