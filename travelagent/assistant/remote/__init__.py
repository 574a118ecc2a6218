"""Tools of other MCP servers, beside the assistant's own: chosen by the operator, answered as data."""
