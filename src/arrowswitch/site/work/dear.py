"""What is dear to make: remembered if it was made before, else made in the workshop, for others than the desk not too
often."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from django.conf import settings

from arrowswitch.site.accounts.gate import DESK
from arrowswitch.site.accounts.middleware import Allowance
from arrowswitch.site.requests import ClubRequest
from arrowswitch.site.serving.network import whence
from arrowswitch.site.work import workshop
from arrowswitch.site.work.memory import Memory
from arrowswitch.words import say

Made = TypeVar("Made")

ALLOWANCE = Allowance(settings.DEAR_PAGES_A_MINUTE)


class TooOften(workshop.NotMade):
    """Somebody who is not of the desk asks for more than is made for visitors."""

    status = 429


def dear(
    request: ClubRequest, memory: Memory[Hashable, Made], key: Hashable, function: Callable[..., Made], *arguments: Any
) -> Made:
    """What a function gives, made once; `NotMade` if it cannot be had now."""
    found = memory.get(key)
    if found is not None:
        return found
    if request.actor.role not in DESK and not ALLOWANCE.grants(whence(request.META)):
        raise TooOften(say("Too many large pages were asked for from this address. Wait a minute and try again."), 60)
    return memory.put(key, workshop.make(function, *arguments))
