"""The club's money: fees, who has paid, vouchers, what is owed, the cash return of a night, and the treasurer's books."""
