"""Chains of changes upon plans of the catalogue: each statement of the traveller must hold after each, or be named as
lost.
"""
