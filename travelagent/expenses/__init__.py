"""What a trip did cost: expenses shared among its travellers, balances, and the transfers that settle them."""
