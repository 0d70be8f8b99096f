"""Money on a night: who has paid, tonight's fees, and the cash return."""
