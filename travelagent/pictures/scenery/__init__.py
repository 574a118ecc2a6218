"""What a place lies in: sky, land, water and plants, drawn in layers from the horizon to the front."""
