"""OpenStreetMap's elements as the catalogue's values: what is worth a visit, where to eat, where to sleep.

Knows no network and no Django: the elements come from a provider or, by `extract`, from a file.
"""
