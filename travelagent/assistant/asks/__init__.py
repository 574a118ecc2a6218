"""Questions of a traveller answered from the plan at hand and the catalogue: one file a topic in `topics`."""
