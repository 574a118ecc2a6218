"""Chains of changes upon plans of the catalogue: what the traveller said must hold after each, or be named as lost."""
