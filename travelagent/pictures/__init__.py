"""Pictures of cities and sights: drawn posters, photographs of Wikimedia Commons where allowed, share previews."""
