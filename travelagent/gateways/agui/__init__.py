"""AG-UI 1.0: the assistant behind any front end that speaks the Agent-User Interaction Protocol."""
