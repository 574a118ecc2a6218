"""Two scripted models behind a real endpoint on the loopback, by which the tasks' own checks are tested.

`strong` acts and reports what the product found; `sloppy` claims without acting.
"""
