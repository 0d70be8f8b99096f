"""Files of deals, auctions and play, as people exchange them."""
