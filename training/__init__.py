"""What the packaged data is made with; nothing of it runs in the product."""
