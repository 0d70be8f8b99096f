"""Families of pairs movements, one module each; `chain` is the engine under the Mitchells, `howell_cards` the printed and found cards."""
