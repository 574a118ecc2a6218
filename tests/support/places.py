"""Places of the catalogue that tests count on."""

MUSEUM = "kyoto/kyoto-national-museum"
"""Closed on Mondays."""
