"""Make the weights of the reader: a pretrained encoder with heads for roles and acts."""
