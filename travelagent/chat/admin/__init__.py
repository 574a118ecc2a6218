"""Conversations in the admin: history is read, never edited, and reading it is itself recorded."""

from travelagent.chat.admin import queue, runs, sessions, switches  # noqa: F401  # they register themselves
