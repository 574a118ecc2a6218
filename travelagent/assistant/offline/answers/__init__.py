"""The offline assistant's words: one file a kind of answer, in both languages, every fact from a tool's result."""
