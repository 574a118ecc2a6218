"""The search: large neighbourhood search for the team orienteering problem with several windows a day, on plain arrays.

One step tears strings of neighbouring stops out of the plan (slack induction by string removals, after Christiaens and
Vanden Berghe 2020), puts candidates back greedily in one of several orders while now and then blinking at one, and
keeps the result by simulated annealing. Now and then it exchanges the ends of two days instead of tearing (2-opt*,
after Potvin and Rousseau 1995), which no few strings could do. Only the days that were touched are evaluated, and
copied back when the step is refused. Whether a candidate fits is answered in constant time: every stop knows when one
is free to leave it and the latest start that still lets the rest of the day happen. The cheapest position of a
candidate on a day is remembered until that day changes.

Meals are stops without a place of their own: they are taken where the stop before them is, so whatever is inserted
around them only shifts where one eats. A long sight may have a second node that `replaces` a meal: the meal is then
taken on site. Meals and bookings are never removed, except a meal by a node that replaces it.

All quantities are int64 (times, money-like prices, profits), so compiled and uncompiled runs agree to the last bit; the
random numbers are a 64-bit xorshift of shifts and exclusive ors for the same reason. Without numba the very same code
runs as Python.
"""
