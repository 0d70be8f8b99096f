"""A session as a JSON file, and its answer: the contract of the command `score`."""
