"""Two models of the same surface, compared: what changed, what that means for users, which version it asks for."""
