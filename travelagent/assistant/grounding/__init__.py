"""The grounding check: whether every place, price, time and number of an answer stems from a tool's result.

The text becomes typed quantities (the room `quantities`) and names (`names`); `layout` finds what each is about;
`evidence` reads what the conversation brought; `money`, `times` and `measures` compare the claims with it, `tracing`
joins them, and `reviewer` is what the agent's graph asks. Results are read by the keys of the contract.
"""
