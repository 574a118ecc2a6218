"""A server that speaks the protocols of the public services, with a small world around Ljubljana and Bled.

The answers have the forms that the services document; their values are written for the tests. Each service can be made
to fail in the ways that services do.
"""
