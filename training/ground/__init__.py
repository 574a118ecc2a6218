"""The ground of the maps, made from Natural Earth, GSHHG and GeoNames (README.md)."""
