"""Who may open the club: whoever sits at its computer, or can read what stands in its terminal.

Otherwise the first phone in the network that finds the pages would own the club. The words are made when the program
starts and there is no club yet; they are kept nowhere, and are good for nothing once the club is open.
"""

from __future__ import annotations

import os
import secrets

from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from arrowswitch.site.accounts.models import same_name
from arrowswitch.site.serving.network import is_loopback

WORDS = "ARROWSWITCH_WORDS"
"""The environment holds them; who runs the pages where there is no terminal to look at can set them there."""
COUNT = 4
EASY = (
    "amber anchor apple autumn bacon badger basket beach bishop bottle breeze bridge bronze butter cabin camel candle "
    "carpet castle cedar cherry circle clover coffee copper coral cotton cradle dragon eagle ember engine falcon feather "
    "fiddle forest garden ginger hammer harbour honey island ivory jacket kettle ladder lemon lilac lobster maple marble "
    "meadow mirror monkey muffin orange orchid oyster paddle parrot pencil pepper pigeon pillow planet pocket poppy potato "
    "puzzle rabbit raven ribbon river rocket saddle sailor salmon saturn shadow silver spider spring squirrel summer "
    "sunset thunder tiger timber tomato trumpet tulip turtle velvet violin walnut whistle willow window winter yellow zebra"
)
"""Words that are easy to read out and to spell."""
BY_WAY_OF = (
    "HTTP_FORWARDED",
    "HTTP_X_FORWARDED",
    "HTTP_X_REAL_IP",
    "HTTP_VIA",
    "HTTP_X_CLIENT",
    "HTTP_TRUE_CLIENT",
    "HTTP_CF_",
)
"""How the headers begin by which a proxy says for whom it speaks: somebody elsewhere."""


def make_words() -> None:
    """Makes the words, unless somebody has set them."""
    os.environ.setdefault(WORDS, " ".join(secrets.choice(EASY.split()) for _ in range(COUNT)))


def is_here(request: HttpRequest) -> bool:
    """Whether who asks sits at the computer that answers."""
    asked = request.META
    address = asked.get("REMOTE_ADDR", "")
    direct = not any(header.startswith(BY_WAY_OF) for header in asked)
    return direct and bool(address) and (is_loopback(address) or address == asked.get("SERVER_NAME"))


def are_right(given: str) -> bool:
    """Whether these are the words; where there are none, none are."""
    words = os.environ.get(WORDS, "")
    return bool(words) and constant_time_compare(same_name(given), same_name(words))
