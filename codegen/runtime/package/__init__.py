"""Typed bindings for the Agent Client Protocol (ACP).

Import a surface: `acp_types.v1`, `acp_types.v1.unstable`, `acp_types.v2` or `acp_types.v2.unstable`. This package
itself loads none of them.
"""

__all__: list[str] = []
