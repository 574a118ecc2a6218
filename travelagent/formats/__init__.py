"""How dates are written where Django's own form of a language is not this product's."""
