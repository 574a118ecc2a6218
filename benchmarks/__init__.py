"""What is measured, runnable by anyone; never part of the tests."""
