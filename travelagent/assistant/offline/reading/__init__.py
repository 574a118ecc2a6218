"""Reading one message and one conversation without a model: small extractors, one file each, over rules kept as data.

A message is folded (lower case, simplified characters, no accents) and its places are replaced by marks; then every
extractor in turn takes what it understands and blanks it out for those after it, so that a span is read once: the
day of a date is no length, the amount of a rate is no count of people. `dialogue` joins the messages to one state.
"""
