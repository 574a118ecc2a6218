"""The ground beneath maps: land, water, borders and names, packaged, for the page and for pictures made here."""

from travelagent.ground.date_line import cut_at_date_line, seam, unwrapped
from travelagent.ground.layers import Ground, Place, around
from travelagent.ground.pieces import Box, Detail, detail_for

__all__ = ["Box", "Detail", "Ground", "Place", "around", "cut_at_date_line", "detail_for", "seam", "unwrapped"]
