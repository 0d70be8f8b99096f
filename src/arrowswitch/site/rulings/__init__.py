"""The law book that asks: finding a procedure, walking through it one question a screen, also without a network."""
