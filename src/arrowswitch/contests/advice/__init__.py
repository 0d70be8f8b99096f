"""Which format suits an event: so many teams or pairs, so many evenings. The formats that fit, the best first, with reasons."""

from arrowswitch.contests.advice.advise import advise
from arrowswitch.contests.advice.choice import EventChoice, EventWish

__all__ = ["EventChoice", "EventWish", "advise"]
