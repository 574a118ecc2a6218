"""A2A 1.0: the assistant as an agent that other agents find by its card and give tasks to.

Needs the extra `a2a`; without it the door is not there (`travelagent.urls`).
"""
