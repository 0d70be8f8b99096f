"""The club's ladders, trophies and series over its sessions, the winners by year, and the register of handicaps.

What a ladder says follows from the yearbook, the rules and the handicaps, and can be made again from nothing (`keeping`). Decisions are
never overwritten: rules, handicaps, closing and winners are rows, and a correction is a new one.
"""
