"""The grounding check: whether every place, price, time and number of an answer stems from a tool's result.

`quantities` and `names` read a text, `evidence` reads what the conversation brought, `answer` lays the text out,
`money`, `times` and `measures` hold its claims against the evidence, `tracing` joins them, and `reviewer` is what the
agent's graph asks. No tool is known by its name: results are read by the keys of the contract.
"""
