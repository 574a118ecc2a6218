"""The quantities that a text states in prose: numbers with units, amounts, dates and clock times, each with how exactly
it is meant. What the lexer types is taken from it; `units.toml` holds the units and the closed classes around them."""
