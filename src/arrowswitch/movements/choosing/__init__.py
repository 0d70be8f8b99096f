"""Which movement for tonight: what the director said, what the manuals advise, and each candidate weighed in sentences."""
