"""Help: the guides of docs/ as pages, searched, and on every page the way to the guide of that page."""
