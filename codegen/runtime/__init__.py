"""What every generated surface is built on. Private: import from `acp_types.v1` or `acp_types.v2`."""
