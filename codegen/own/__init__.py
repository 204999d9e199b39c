"""Generates a user's own package from any ACP-style schema."""
