"""A package of one's own from any ACP-style schema."""
