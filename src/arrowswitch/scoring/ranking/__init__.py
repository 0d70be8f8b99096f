"""From points to places: ranked lists, tie-breaks, factors, handicaps."""
