"""Roles of typed tokens: the annotated messages and how the weights are made of them."""
