"""Small faults planted in the sources one at a time, to see whether the tests notice each of them."""
