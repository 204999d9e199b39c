"""The shared runtime of all generated surfaces. Private: import from `acp_types.v1` or `acp_types.v2`."""
