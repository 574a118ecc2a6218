"""Text as typed tokens, in both languages, for reading messages and for checking answers."""
