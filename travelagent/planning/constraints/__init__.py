"""What restricts the visits of a trip: one module a constraint, each a frozen class (`Rule` in base.py).

Those that a request's own fields ask for are made of the request (`rules_of` in of_request.py). Further kinds are
carried by the request in its `constraints`; registry.py knows them by name. See docs/adding-a-constraint.md.
"""
