"""The network of known railways, ferries, roads and flights between cities: door-to-door journeys through it."""
