"""The site as an app that is installed, and what of it can be read without a network."""
