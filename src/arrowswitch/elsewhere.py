"""What a director may look for that Arrowswitch does not do, and what to do instead.

One table, from which the pages, the command and the guide read, so that a line is taken out here once the thing can be
done. `kind` says where somebody would look for it; `page` is the page of the site that helps.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from arrowswitch.words import Sentence, say

__all__ = ["KINDS", "PAGES", "TABLE", "Elsewhere", "looked_for", "of_kind"]

Kind = Literal["file", "deals", "points", "club"]
KINDS: dict[Kind, Sentence] = {
    "file": say("Results in a file, or sent"),
    "deals": say("Deals and hand records"),
    "points": say("Masterpoints and grades"),
    "club": say("The club"),
}
"""Where somebody would look."""
PAGES: dict[str, Sentence] = {
    "night-deals": say("Deals"),
    "night-phones": say("Phones"),
    "night-print": say("Print"),
    "night-results-awards": say("Awards"),
    "night-results-lists": say("Strata and handicaps"),
    "night-results-send": say("Send"),
    "players-import": say("Import players"),
    "results-list": say("The club’s results"),
}
"""The pages of the site that help instead, as people know them. Those of a session are named `night-`."""


@dataclass(frozen=True)
class Elsewhere:
    """One thing that is not done here: how it is called, and a sentence that says so and what to do."""

    name: Sentence
    words: tuple[str, ...]
    """What people type when they look for it, in small letters."""
    kind: Kind
    text: Sentence
    page: str


TABLE = (
    Elsewhere(
        say("Results that send themselves"),
        ("upload", "ftp", "api", "automatic", "password"),
        "file",
        say(
            "Nothing is sent to a federation or a site by itself, and no password of theirs is kept: the page Send makes every file"
            " with the right name, and you give it to the receiver."
        ),
        "night-results-send",
    ),
    Elsewhere(
        say("Files for ECats"),
        ("ecats", "simultaneous", "sims"),
        "file",
        say(
            "The four text files of ECats are not written, because what is in them was never published: type the results into the"
            " program of ECats from the table on the page Send."
        ),
        "night-results-send",
    ),
    Elsewhere(
        say("Game files of ACBLscore"),
        ("acblscore", "game-file"),
        "file",
        say("Game files of ACBLscore are neither read nor written: take the JSON of ACBL Live for Clubs, both ways."),
        "results-list",
    ),
    Elsewhere(
        say("Other pads than Bridgemates"),
        ("bridgetab", "bridgepad", "bridgescorer", "bridgepal", "pads"),
        "file",
        say(
            "Of table pads only Bridgemates are connected, by the command “arrowswitch bridgemate”; in the place of others the players’"
            " own phones take the scores, or slips and travellers do."
        ),
        "night-phones",
    ),
    Elsewhere(
        say("Driving a dealing machine"),
        ("dealing-machine", "duplimate", "dealer4", "machine"),
        "deals",
        say(
            "No dealing machine is driven: let “arrowswitch deal” write a file that the machine’s own program reads (DLM, DUP,"
            " BRI or PBN), or attach the file that it dealt."
        ),
        "night-deals",
    ),
    Elsewhere(
        say("Masterpoints sent to a federation"),
        ("masterpoints", "masterpoint", "mps"),
        "points",
        say(
            "Masterpoints are reckoned under Awards of a session, but not sent to a federation: take the file that is there, and write"
            " them in where the federation asks for them."
        ),
        "night-results-awards",
    ),
    Elsewhere(
        say("A federation’s grades"),
        ("ngs", "grades", "rating"),
        "points",
        say("A federation’s grades are not fetched: write strata and handicaps in by hand."),
        "night-results-lists",
    ),
    Elsewhere(
        say("Table money and bookings"),
        ("money", "payments", "booking", "bookings", "partner-desk"),
        "club",
        say("Table money, bookings and letters to members are not kept here; the register of players can be imported."),
        "players-import",
    ),
)


def of_kind(*kinds: Kind) -> tuple[Elsewhere, ...]:
    """What is not done here of these kinds.

    >>> [str(each.name) for each in of_kind("points")]
    ['Masterpoints sent to a federation', 'A federation’s grades']
    """
    return tuple(each for each in TABLE if each.kind in kinds)


def looked_for(word: str) -> Elsewhere | None:
    """What somebody means by a word, if it is something that is not done here.

    >>> looked_for("ECats").page, looked_for("score")
    ('night-results-send', None)
    """
    plain = word.strip().lower().replace("_", "-").replace(" ", "-")
    return next((each for each in TABLE if plain in each.words or plain == each.name.lower()), None)
