"""What the director adds to the results: strata and handicaps for lists besides the ranking, and prizes."""
