"""Processes for long computations, so that none of them holds up the process that serves.

`ForkServer` forks workers that have everything loaded, `WorkerPool` gives them jobs in a fair order, each job can be
cancelled and has a limit of time. `client_left` answers whether the client of a request still waits. Knows nothing of
travel or of the framework.
"""
