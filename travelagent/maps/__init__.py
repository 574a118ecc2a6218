"""What the maps of the pages are given: pieces of the packaged ground, and the tiles that the settings choose."""
