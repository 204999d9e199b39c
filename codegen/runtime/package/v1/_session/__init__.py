"""How `acp_types.v1.session` and `acp_types.v1.unstable.session` do it: one implementation serves both surfaces."""
