"""OpenAI's chat completions: the assistant as a model of any chat client."""
