"""What stands on each sheet, as plain data for the templates: numbers, words and nothing about paper."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import groupby
from typing import Any

from arrowswitch.movements.cards import cards
from arrowswitch.movements.cards.announcements import Announcement, announcements
from arrowswitch.movements.cards.cards import seat_word
from arrowswitch.movements.cards.moves import follows_cards, top_table
from arrowswitch.movements.cards.room import PairArrow, RoomDrawing, room
from arrowswitch.movements.model import Movement
from arrowswitch.press import forms
from arrowswitch.press.known import NOTHING_KNOWN, UNITS, PrintContext, Sheet, boards_word, dots, link_data
from arrowswitch.words import Sentence, counted, say

WHAT: tuple[tuple[str, Sentence], ...] = (
    ("pack", say("Everything")),
    ("cards", say("Table and guide cards")),
    ("table-cards", say("Table cards")),
    ("guide-cards", say("Guide cards")),
    ("rover-cards", say("Rover cards")),
    ("check-off", say("Check-off slips")),
    ("name-slips", say("Name slips")),
    ("number-slips", say("Slips with numbers for phones")),
    ("phones", say("How to enter a score on a phone")),
    ("travellers", say("Travellers")),
    ("pick-up-slips", say("Pick-up slips")),
    ("board-slips", say("Pick-up slips, one for each board")),
    ("score-cards", say("Personal score cards")),
    ("result-slips", say("Result slips of matches")),
    ("room", say("Room map")),
    ("announcements", say("Announcements")),
    ("movement", say("The whole movement")),
)
"""What can be printed: its name, and its title for people."""

ROUNDS_ON_A_PAGE = 13
TABLES_ON_A_PAGE = 16


def document(
    what: str, movement: Movement, *, title: str = "", club: str = "", known: PrintContext = NOTHING_KNOWN
) -> dict[str, Any]:
    """Everything the templates need for one PDF; its list of sheets is empty when the movement needs none."""
    return {
        "document": title or movement.name,
        "words": {"turned": say("A")},
        "sheets": section_sheets(what, movement, title=title, club=club, known=known),
    }


def section_sheets(
    what: str, movement: Movement, *, title: str = "", club: str = "", known: PrintContext
) -> list[Sheet]:
    """The sheets of one section, each with what stands at its head and foot."""
    wanted = PACKS.get(what, (what,))
    made = [sheet for name in wanted if (sheet := SHEETS[name](movement, known)) is not None]
    section = say("Section {section}", section=known.section) if known.section else ""
    what_it_is = say(
        "{name}, {entry} {unit}, {rounds}",
        name=movement.name,
        entry=movement.entry,
        unit=UNITS[movement.kind],
        rounds=counted("rounds", movement.rounds),
    )
    common = {
        "heading": dots([title or movement.name, section]),
        "foot": dots([club, title, section, what_it_is] if club or title else [section, what_it_is]),
    }
    return [{**sheet, "heads": {**sheet.get("heads", {}), **common}} for sheet in made]


def applies(movement: Movement) -> tuple[str, ...]:
    """What this movement can be printed as, in the order of the list; nothing, if nobody knows who met whom."""
    if not movement.meetings:
        return ()
    return tuple(name for name, _ in WHAT if name in PACKS or SHEETS[name](movement, NOTHING_KNOWN) is not None)


SWITCHED = say("arrow switch: turn the boards, arrow to East")


# --------------------------------------------------------------------------------------------------- tables and pairs


def _table_cards(movement: Movement, known: PrintContext) -> Sheet:
    return {
        "kind": "table-cards",
        "heads": {
            "table": say("Table"),
            "stays": say("Stays here"),
            "ns_next": say("NS next"),
            "ew_next": say("EW next"),
            "round": say("Round"),
            "ns": say("North-South"),
            "ew": say("East-West"),
            "ns_short": say("NS"),
            "ew_short": say("EW"),
            "boards": say("Boards"),
            "ns_goes": say("NS go to"),
            "ew_goes": say("EW go to"),
            "switched": SWITCHED,
            "scan": say("Scores by phone"),
            "deviation": say("not the usual step"),
        },
        "cards": [
            {
                "table": f"{known.section}{card.table}",
                "link": link_data(known.table_links.get(card.table)),
                "fixed": list(card.fixed),
                "ns": "" if card.ns_goes == say("stay") else _next(card.ns_goes),
                "ew": _next(card.ew_goes),
                "notes": list(card.notes),
                "ns_stays": all(row.ns_goes in ("", say("stay")) and not row.note for row in card.rows if row.boards),
                "rows": [
                    {
                        "round": row.round,
                        "ns": row.ns,
                        "ew": row.ew,
                        "boards": boards_word(row.boards),
                        "switched": row.switched,
                        "ns_goes": row.ns_goes,
                        "ew_goes": row.ew_goes,
                        "ns_other": _otherwise(row.ns_goes, card.ns_goes),
                        "ew_other": _otherwise(row.ew_goes, card.ew_goes),
                        "note": row.note,
                    }
                    for row in card.rows
                ],
            }
            for card in cards.table_cards(movement)
        ],
    }


def _otherwise(way: Sentence, usual: Sentence) -> bool:
    """Whether a round breaks what stands large at the top of the card; after the last nobody goes anywhere."""
    return usual != "" and way not in ("", usual)


def _next(way: Sentence) -> Sentence:
    """A bare table number becomes 'table 8'; anything else is clear enough."""
    return say("table {way}", way=way) if way[:1].isdigit() else way


def _guides(chosen: Iterable[cards.GuideCard], known: PrintContext) -> Sheet | None:
    made = [
        {
            "name": dots([known.section, card.name]),
            "people": known.names.get(card.who.number, ""),
            **_number(known, card.who.number),
            "kind": say("Rover card") if card.rover else say("Guide card"),
            "hint": _hint(card),
            "rows": [_guide_row(row) for row in card.rows],
        }
        for card in chosen
        if card.who.number not in known.away
    ]
    if not made:
        return None
    return {
        "kind": "guide-cards",
        "heads": {
            "round": say("Round"),
            "table": say("Table"),
            "seat": say("Sit"),
            "against": say("Against"),
            "boards": say("Boards"),
            "goes": say("Then go to"),
            "switched": SWITCHED,
            "deviation": say("not the usual step"),
        },
        "cards": made,
    }


def _number(known: PrintContext, contestant: int) -> dict[str, Any]:
    """The number of a pair, and its square, which makes a phone the pair's own without it."""
    link = known.pair_links.get(contestant)
    square = link_data(replace(link, code="")) if link else None
    return {"link": square, "number": say("Number {number}", number=link.code) if link and link.code else ""}


def _hint(card: cards.GuideCard) -> Sentence:
    if card.rover and card.step:
        return say("Usual step: {step} up.", step=counted("tables", card.step)) if card.step > 0 else say("")
    if card.irregular:
        return say("Follow this card, not the pair in front of you.")
    return say("")


def _guide_row(row: cards.GuideRow) -> dict[str, Any]:
    waits = say("sit out at table {table}", table=row.table) if row.table else say("sit out")
    return {
        "round": row.round,
        "table": str(row.table or ""),
        "seat": say("{chair} with {partner}", chair=row.chair, partner=row.partner)
        if row.chair
        else seat_word(row.seat),
        "against": row.opponent,
        "boards": boards_word(row.boards),
        "switched": row.switched,
        "deviation": row.deviation,
        "goes": row.goes,
        "sits_out": waits,
    }


def _phones(_movement: Movement, _known: PrintContext) -> Sheet:
    return {
        "kind": "phones",
        "heads": {"title": say("How to enter a score"), "calm": say("Nothing can go wrong that cannot be put right.")},
        "steps": [
            [
                say("Point the phone at the square"),
                say("on the table’s card, with its camera. Or type the address under it and the six letters."),
            ],
            [say("Touch the board"), say("that you have played: the black one is the next.")],
            [
                say("Touch the contract"),
                say("one touch: the keys lie as in a bidding box. Doubled? There is a key on the next page."),
            ],
            [say("Touch who played it"), say("North, East, South or West, and then the card that was led.")],
            [say("Touch the result"), say("= is just made, +1 one more, −1 one down.")],
            [
                say("Show it to the other side"),
                say("They read the score and touch Agree. Wrong? Change takes you back."),
            ],
        ],
        "notes": [
            say(
                "No network? Go on entering. The phone keeps everything and sends it later; it says how many scores wait."
            ),
            say("Phone empty or dropped? Take another, and point it at the same square: everything is there."),
            say("A wrong score of this round: touch the board, Change, and let the other side agree again."),
            say("Something else? Touch Call the director."),
        ],
    }


# --------------------------------------------------------------------------------------------------------------- slips


def _check_off(movement: Movement, known: PrintContext) -> Sheet | None:
    slips = [
        {
            "title": say("Table {table}", table=slip.table),
            "source": say("Check-off: relay") if slip.source == "relay" else say("Check-off: feed-in"),
            "text": slip.text,
            "rows": [
                {
                    "round": say("round {round}", round=row.round),
                    "boards": boards_word(row.boards),
                    "marks": ", ".join(row.marks),
                }
                for row in slip.rows
            ],
        }
        for slip in cards.check_off_slips(movement)
    ]
    reminders = [
        {
            "title": say("Table {table}, North-South: please remind the director", table=slip.table),
            "boards": say("after round {round}: boards {boards}", round=slip.after, boards=boards_word(slip.boards))
            if len(slip.boards) > 1
            else say("after round {round}: board {boards}", round=slip.after, boards=boards_word(slip.boards)),
            "text": slip.text,
        }
        for slip in cards.reminder_slips(movement)
    ]
    return {"kind": "check-off", "slips": slips, "reminders": reminders} if slips or reminders else None


def _name_slips(movement: Movement, known: PrintContext) -> Sheet:
    compass = {"ns": [say("North"), say("South")], "ew": [say("East"), say("West")]}
    return {
        "kind": "name-slips",
        "heads": {},
        "slips": [
            {
                "name": dots([known.section, slip.name]),
                "place": say("table {table}, {seat}", table=slip.table, seat=seat_word(slip.seat))
                if slip.table
                else "",
                "seats": compass[slip.seat or "ns"],
            }
            for slip in cards.name_slips(movement)
        ],
    }


def _called(movement: Movement, contestant: int) -> str:
    """A pair with its word, where its label is a bare number."""
    label = movement.label(contestant)
    word = say("Player {number}", number=label) if movement.kind == "individual" else say("Pair {number}", number=label)
    return word if label.isdigit() else label


def _number_slips(movement: Movement, known: PrintContext) -> Sheet | None:
    """One for every pair whose number is known."""
    slips = [
        {
            "name": dots([known.section, _called(movement, number)]),
            "people": known.names.get(number, ""),
            **_number(known, number),
        }
        for number in movement.contestants
        if number in known.pair_links and number not in known.away
    ]
    if not slips:
        return None
    with_phone = say(
        "With your own phone: point it at the square, or at the table’s and type the number. Keep it to yourselves."
    )
    agree = say("You agree to scores with this number, where that is asked for. Keep it to yourselves.")
    return {
        "kind": "number-slips",
        "heads": {"hint": agree if movement.kind == "teams" else with_phone},
        "slips": slips,
    }


# ---------------------------------------------------------------------------------------------- for the director's desk


def _room(movement: Movement, known: PrintContext) -> Sheet:
    drawing = room(movement)
    by_card = follows_cards(movement)
    ordinary = [said.text for said in announcements(movement) if said.moment == "before" and said.occasion == "move"]
    return {
        "kind": "room",
        "heads": {
            "title": say("Room map: an ordinary round"),
            "pairs": say("pairs go"),
            "boards": say("boards go"),
            "fixed": say("stays in these chairs"),
            "shares": say("tables share boards"),
        },
        "room": {
            "shape": drawing.shape,
            **_gaps(drawing),
            "words": dots(ordinary),
            "shares": [list(group) for group in drawing.shares],
            "tables": [
                {
                    "table": spot.table,
                    "x": spot.x,
                    "y": spot.y,
                    "plays": spot.plays,
                    "fixed": list(spot.fixed),
                    "ways": [
                        _way(way)
                        for way in drawing.pairs
                        if way.start[0] == spot.table and (by_card or way.start[1] != way.end[1])
                    ],
                }
                for spot in drawing.tables
            ],
            "pairs": [{"start": way.start[0], "end": way.end[0]} for way in drawing.pairs],
            "boards": [{"start": way.start, "end": way.end, "waits": way.waits} for way in drawing.boards],
            "relays": [
                {
                    "x": spot.x,
                    "y": spot.y,
                    "word": say("feed-in") if spot.feed_in else say("relay"),
                    "boards": boards_word(spot.relay.boards),
                }
                for spot in drawing.relays
            ],
        },
    }


def _way(way: PairArrow) -> Sentence:
    """An arrow of a Howell in words: 'NS → 3 EW'."""
    return say("{seat} → {table} {then}", seat=seat_word(way.start[1]), table=way.end[0], then=seat_word(way.end[1]))


def _gaps(drawing: RoomDrawing) -> dict[str, float]:
    """The least distance between two tables, across and down, as shares of the drawing."""
    spots = drawing.tables
    pairs = [(a, b) for number, a in enumerate(spots) for b in spots[:number]]
    if drawing.shape == "ring":
        least = min((((a.x - b.x) ** 2 + (a.y - b.y) ** 2) ** 0.5 for a, b in pairs), default=0.5)
        return {"gap": least, "gap_y": least}
    return {
        "gap": min((abs(a.x - b.x) for a, b in pairs if a.y == b.y), default=1.0),
        "gap_y": min((abs(a.y - b.y) for a, b in pairs if a.y != b.y), default=1.0),
    }


def _announcements(movement: Movement, known: PrintContext) -> Sheet:
    told = announcements(
        movement,
        refreshments=known.refreshments,
        break_after=known.break_after,
        break_minutes=known.break_minutes,
    )
    return {
        "kind": "announcements",
        "heads": {"title": say("Announcements")},
        "groups": [
            {
                "when": _when(moment, number),
                "said": [{"text": said.text, "strong": _strong(said)} for said in group],
            }
            for (moment, number), group in groupby(told, key=lambda said: (said.moment, said.round))
        ],
    }


def _when(moment: str, number: int) -> Sentence:
    if moment == "before":
        return say("Before play")
    return say("During round {round}", round=number) if moment == "during" else say("After round {round}", round=number)


def _strong(said: Announcement) -> bool:
    return said.moment != "before" and said.occasion in ("skip", "special", "double", "stanza", "switch", "last")


def _movement(movement: Movement, known: PrintContext) -> Sheet:
    top = top_table(movement)
    pages = []
    by_card = follows_cards(movement)
    for tables in _even_parts(range(1, top + 1), TABLES_ON_A_PAGE):
        for rounds in _even_parts(range(1, movement.rounds + 1), ROUNDS_ON_A_PAGE):
            grid: list[dict[str, Any]] = [
                {"table": table, "cells": [_cell(movement, number, table, by_card) for number in rounds]}
                for table in tables
            ]
            title = say("Rounds {first} to {last}", first=rounds[0], last=rounds[-1])
            switched = any(cell["switched"] for row in grid for cell in row["cells"])
            pages.append({"title": title, "rounds": list(rounds), "tables": grid, "switched": switched})
    return {
        "kind": "movement",
        "pages": pages,
        "heads": {
            "table": say("Table"),
            "legend": say("Columns are rounds. Above: North-South against East-West; below: boards."),
            "switched": say("Grey: arrow switch."),
        },
    }


def _even_parts(numbers: range, most: int) -> list[range]:
    """A range in as few parts as fit, of nearly the same size.

    >>> _even_parts(range(1, 27), 13), _even_parts(range(1, 15), 13)
    ([range(1, 14), range(14, 27)], [range(1, 8), range(8, 15)])
    """
    parts = -(-len(numbers) // most)
    size = -(-len(numbers) // parts)
    return [numbers[start : start + size] for start in range(0, len(numbers), size)]


def _cell(movement: Movement, number: int, table: int, by_card: bool) -> dict[str, Any]:
    meeting = movement.at.get((number, table))
    if meeting is None:
        waiting = [movement.label(sit.pair) for sit in movement.sit_outs if (sit.round, sit.table) == (number, table)]
        return {"pairs": "", "boards": "", "note": ", ".join(waiting), "switched": False}
    ns, ew = cards.short(movement, meeting.ns, "ns"), cards.short(movement, meeting.ew, "ew")
    return {
        "pairs": f"{ns} v {ew}",
        "boards": boards_word(meeting.boards),
        "note": "",
        "switched": meeting.switched and not by_card,
    }


SHEETS: Mapping[str, Callable[[Movement, PrintContext], Sheet | None]] = {
    "table-cards": _table_cards,
    "guide-cards": lambda movement, known: _guides(cards.guide_cards(movement), known),
    "rover-cards": lambda movement, known: _guides(cards.rover_cards(movement), known),
    "check-off": _check_off,
    "phones": _phones,
    "name-slips": _name_slips,
    "number-slips": _number_slips,
    "travellers": forms.travellers,
    "pick-up-slips": forms.pick_up_slips,
    "board-slips": forms.board_slips,
    "score-cards": forms.score_cards,
    "result-slips": forms.result_slips,
    "room": _room,
    "announcements": _announcements,
    "movement": _movement,
}
PACKS = {
    "pack": (
        "announcements",
        "movement",
        "room",
        "table-cards",
        "guide-cards",
        "check-off",
        "name-slips",
        "number-slips",
        "phones",
        "travellers",
        "pick-up-slips",
        "score-cards",
        "result-slips",
    ),
    "cards": ("table-cards", "guide-cards"),
}
"""Several kinds in one file; rover cards are among the guide cards, and slips for a round serve as those for a board."""
