"""What a model sees of each tool's result, as frozen typed values: one module a result.

A result is read by `parsed` from its JSON. What a module does not name is ignored; what older releases did not write
has a default.
"""
