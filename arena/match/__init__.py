"""One match, from the players' start-up to its record: the referee, the clocks, faults, replay files."""
