"""The club's cards: movements of its own, designed, edited or brought in, kept with who and when."""
