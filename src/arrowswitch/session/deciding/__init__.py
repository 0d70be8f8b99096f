"""What may be done: who may do it and when, what speaks against it, and the decision that makes an event of a command."""
