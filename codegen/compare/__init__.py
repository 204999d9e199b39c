"""Compares two models of the same surface: what changed, what that means for users, and the version it requires."""
