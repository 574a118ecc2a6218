"""The topics, one module each, named as the topic: copy a neighbour to add one."""
