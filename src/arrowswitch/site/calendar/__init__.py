"""The club's calendar: what is on, who directs it, who comes with whom, and how many tables that makes."""
