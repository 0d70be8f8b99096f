"""A night against the cards: what each board brought, and how much of it was bidding, the lead, the play, or luck."""

from arrowswitch.session.review.boards import BoardReview, ReviewPart, Sureness, reviewed
from arrowswitch.session.review.people import PairReview, PlayerReview, by_pair, by_player

__all__ = [
    "BoardReview",
    "PairReview",
    "PlayerReview",
    "ReviewPart",
    "Sureness",
    "by_pair",
    "by_player",
    "reviewed",
]
