"""Ways and legs between places: estimates, and the times of a routing service."""
