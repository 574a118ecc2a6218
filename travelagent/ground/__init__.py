"""The ground beneath maps: land, water, borders and names, packaged, for the page and for pictures made here."""

from travelagent.ground.layers import Ground, Place, around
from travelagent.ground.pieces import Box, Detail, detail_for

__all__ = ["Box", "Detail", "Ground", "Place", "around", "detail_for"]
