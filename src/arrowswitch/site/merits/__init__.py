"""What players have earned: awards as a register, ranks and promotions, a rating of our own, and form.

All of it is made from posted results, in the footsteps of the yearbook. The rules are in `contests.awards`, `contests.ratings` and
`contests.form`; here is what is kept of them, and the pages.
"""
