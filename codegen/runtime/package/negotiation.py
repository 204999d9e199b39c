"""The negotiated version of the protocol, from the JSON of an `initialize` exchange.

    version = negotiate(response.result)      # 1 or 2: continue with acp_types.v1 or acp_types.v2

Loads no surface, so that a program can choose one first.
"""

from acp_types._runtime.negotiation import V2_MEMBERS, Version, negotiate, version_of

__all__ = ["V2_MEMBERS", "Version", "negotiate", "version_of"]
