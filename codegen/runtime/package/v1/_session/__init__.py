"""The implementation of `acp_types.v1.session` and `acp_types.v1.unstable.session`."""
