"""Commit and reveal: a promise of deals that can be published before play, and what proves afterwards that it was kept.

The promise is SHA-256 of a plain text: a head line, the secret, and a line for each board with its number and the deal in one
line (`deal_text`), from the lowest board on, each line ended by a line feed. The secret has 128 bits or more, so nobody finds
deals by trying. Where the deals were dealt here the secret is their seed, and then the seed alone proves everything.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest

from arrowswitch.bridge import NotBridge, check_board
from arrowswitch.deals.dealing import dealt
from arrowswitch.deals.hands import BoardHands, check_deal, deal_text
from arrowswitch.words import say

HEAD = "arrowswitch deals 1"
KIND = "arrowswitch sealed deals 1"
SHORTEST = 16
"""Letters of a secret that nobody will guess; the sentence below says it too."""
MOST_BOARDS = 999
_PROMISE = re.compile("[0-9a-f]{64}")
_DEAL = re.compile("N:(\\S+) (\\S+) (\\S+) (\\S+)")


class BadPromise(ValueError):  # noqa: N818 - said to a person
    """A promise, a secret or a file of sealed deals that cannot be read."""


def new_secret() -> str:
    """A secret of 128 bits, also good as a seed.

    >>> len(new_secret())
    32
    """
    return secrets.token_hex(16)


def promise_text(deals: Iterable[BoardHands], secret: str) -> str:
    """The text whose hash is the promise.

    >>> suit = "AKQJT98765432"
    >>> print(promise_text([BoardHands(7, f"{suit}...", f".{suit}..", f"..{suit}.", f"...{suit}")], "open sesame"))
    arrowswitch deals 1
    secret open sesame
    7 N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432
    <BLANKLINE>
    """
    boards = sorted(deals, key=lambda hands: hands.board)
    lines = [HEAD, f"secret {secret}", *(f"{hands.board} {deal_text(hands)}" for hands in boards)]
    return "\n".join(lines) + "\n"


def promise_of(deals: Iterable[BoardHands], secret: str) -> str:
    """The promise: what is published before play.

    >>> promise_of(dealt("7", range(1, 3)), "7" * 16)
    'f5e6098029876875a7b91b7ca6be42c45d3158ea2c44502e33c1aef43bf3aeb5'
    """
    return sha256(promise_text(deals, secret).encode()).hexdigest()


def is_kept(promise: str, deals: Iterable[BoardHands], secret: str) -> bool:
    """Whether these deals are the ones that were promised."""
    return compare_digest(read_promise(promise), promise_of(deals, secret))


def comes_from_seed(deals: Iterable[BoardHands], seed: str) -> bool:
    """Whether deals are what a seed deals, so that nobody has picked them one by one.

    >>> comes_from_seed(dealt("7", [1, 2]), "7"), comes_from_seed(dealt("7", [1, 2]), "8")
    (True, False)
    """
    deals = list(deals)
    return [deal_text(hands) for hands in dealt(seed, [hands.board for hands in deals])] == list(map(deal_text, deals))


def read_promise(text: str) -> str:
    """A promise as somebody typed or copied it.

    >>> read_promise("C4D4 AD1A")
    Traceback (most recent call last):
    arrowswitch.deals.promises.BadPromise: “C4D4 AD1A” is no promise: it has 64 digits and letters from a to f.
    """
    plain = "".join(text.split()).lower().removeprefix("sha256:")
    if not _PROMISE.fullmatch(plain):
        raise BadPromise(
            say("“{text}” is no promise: it has 64 digits and letters from a to f.", text=" ".join(text.split())[:70])
        )
    return plain


def check_secret(secret: str) -> str:
    """A secret as it is used: one line, and long enough that nobody can try all of them.

    >>> check_secret(" tuesday ")
    Traceback (most recent call last):
    arrowswitch.deals.promises.BadPromise: The secret is too short: whoever guesses it knows the deals. Take sixteen letters or more.
    """
    plain = " ".join(secret.split())
    if len(plain) < SHORTEST:
        raise BadPromise(
            say("The secret is too short: whoever guesses it knows the deals. Take sixteen letters or more.")
        )
    return plain


@dataclass(frozen=True, slots=True)
class SealedDeals:
    """Deals with the secret of their promise: nobody should see them before play."""

    deals: tuple[BoardHands, ...]
    secret: str

    @property
    def promise(self) -> str:
        """What is published before play."""
        return promise_of(self.deals, self.secret)

    @property
    def from_seed(self) -> bool:
        """Whether the secret is also the seed of the deals."""
        return comes_from_seed(self.deals, self.secret)

    def dumps(self) -> str:
        """As a file.

        >>> sealed = SealedDeals(dealt("7" * 16, [1, 2]), "7" * 16)
        >>> loads_sealed(sealed.dumps()) == sealed
        True
        """
        boards = {str(hands.board): deal_text(hands) for hands in self.deals}
        return json.dumps({"kind": KIND, "promise": self.promise, "secret": self.secret, "deals": boards}, indent=2)


def loads_sealed(text: str) -> SealedDeals:
    """Sealed deals from their file; `BadPromise` if that is none."""
    try:
        data = json.loads(text)
        if data["kind"] != KIND or not isinstance(data["secret"], str) or len(data["deals"]) > MOST_BOARDS:
            raise BadPromise(say("This is no file of sealed deals."))
        deals = tuple(_read_deal(board, deal) for board, deal in data["deals"].items())
    except NotBridge as fault:
        raise BadPromise(fault.args[0]) from None
    except (KeyError, TypeError, AttributeError, ValueError, RecursionError) as fault:
        if isinstance(fault, BadPromise):
            raise
        raise BadPromise(say("This is no file of sealed deals.")) from None
    return SealedDeals(tuple(sorted(deals, key=lambda hands: hands.board)), data["secret"])


def _read_deal(board: str, deal: str) -> BoardHands:
    found = _DEAL.fullmatch(deal)
    if not found or not (board.isascii() and board.isdigit() and len(board) < 4):
        raise BadPromise(say("This is no file of sealed deals."))
    hands = BoardHands(check_board(int(board)), *found.groups())
    check_deal(hands)
    return hands
