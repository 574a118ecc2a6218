"""How a benchmark says that a figure is past its limit."""


class OverLimit(Exception):
    """A figure is past its limit. The message says which one, a sentence for each."""
