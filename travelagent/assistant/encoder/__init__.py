"""A pretrained encoder that reads which parts of a message carry facts, and what its clauses do.

Its weights in `data` are made by `python -m training.reader` from intfloat/multilingual-e5-small (MIT).
"""
