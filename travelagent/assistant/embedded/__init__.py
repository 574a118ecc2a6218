"""The embedded assistant: what a message asks for, read without a language model, and what is done about it."""
