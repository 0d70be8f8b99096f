"""A night against the cards: what each board brought, and how much of it was bidding, the lead, the play, or luck."""

from arrowswitch.session.review.boards import BoardReview, reviewed
from arrowswitch.session.review.people import DOINGS, PairReview, SideReview, by_pair, by_player

__all__ = ["DOINGS", "BoardReview", "PairReview", "SideReview", "by_pair", "by_player", "reviewed"]
