"""What to pack for a trip, and what to book by when: proposed from its plan, each entry with its reason."""
