"""Protocols of other programs over the same actions, rights, limits and log: each translates, and decides nothing."""
