"""Years of made-up nights for the demonstration club: to look at ladders and ratings with something in them, and to measure.

`nights` plays a night and knows no database; `years` keeps what was played.
"""
