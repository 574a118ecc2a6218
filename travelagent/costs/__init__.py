"""What a trip costs, in exact decimals."""
