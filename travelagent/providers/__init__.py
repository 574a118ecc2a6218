"""Live facts of public services: places, elements of OpenStreetMap, texts, pictures, weather, exchange rates.

`access` is the entry for the other rooms. Nothing is asked unless one of its functions is called.
"""
