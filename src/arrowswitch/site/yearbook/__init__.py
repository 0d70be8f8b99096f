"""The yearbook: what posted results say of every player, kept in rows so that a year, or twenty, can be read at once.

Nothing here is a second truth. Every row is made from the journal of a session as it was posted last, and is made anew when that
journal has grown; all of them can be thrown away and made again (`keeper.rebuild`). What a page shows of a year it asks of `reading`.
"""
