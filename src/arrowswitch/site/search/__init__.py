"""Search over all nights: a player, a pair, a board, a slam, a ruling.

It reads rows of the yearbook by their indexes and no journal. What is found is what the results show to who asks: the nights on the club's
list, the names that are not withheld; rulings are found by directors alone.
"""
