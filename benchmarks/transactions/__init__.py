"""Changes of a trip as transactions: forty operations at every door, random wrong operations, and the ledger against
violations that were planted into plans.
"""
