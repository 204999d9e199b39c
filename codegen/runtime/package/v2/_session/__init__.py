"""The implementation of `acp_types.v2.session` and `acp_types.v2.unstable.session`."""
