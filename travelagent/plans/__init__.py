"""The values of plans: what is asked, what is offered, what comes out, what it is called, and what is refused."""
