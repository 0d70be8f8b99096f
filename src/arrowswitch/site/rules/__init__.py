"""The club's regulations as pages: every value with its source, and the club's own values in place of the federation's."""
