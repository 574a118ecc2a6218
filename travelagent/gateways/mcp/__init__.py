"""MCP 2026-07-28: the travel tools, the assistant and the saved trips for any host, over HTTP and standard input."""
