"""One module a trouble: what is said, what is asked, and the ways out of it."""
