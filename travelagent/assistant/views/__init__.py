"""What language models read of tools' results: short lines with ids, keys in English, values in the run's language.

The first line states the artifact and what it is; it is all that is left of the result in later turns.
"""
