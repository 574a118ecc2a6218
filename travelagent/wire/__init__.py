"""Plans on the wire: requests, itineraries, changes, outcomes and budgets to and from JSON, under frozen names."""
