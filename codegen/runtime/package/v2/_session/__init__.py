"""How `acp_types.v2.session` and `acp_types.v2.unstable.session` do it: one implementation serves both surfaces."""
