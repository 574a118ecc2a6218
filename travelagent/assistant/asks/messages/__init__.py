"""The texts of the answers by their ids, one file a language."""
