"""The kinds of edit: one class for each thing that can be changed of a plan, whoever asks for it.

registry.py finds them, apply.py puts several upon a request; `planning/editing.py` makes the plan that follows.
"""
