"""The intent classifier's sentences, and the program that makes its weights of them."""
