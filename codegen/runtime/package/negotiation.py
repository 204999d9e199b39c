"""Which version of the protocol two sides agreed on, from the JSON of an `initialize` exchange.

    version = negotiate(response.result)      # 1 or 2: read on with acp_types.v1 or acp_types.v2

Loads no surface, so that a program can look before it chooses.
"""

from acp_types._runtime.negotiation import V2_MEMBERS, Version, negotiate, version_of

__all__ = ["V2_MEMBERS", "Version", "negotiate", "version_of"]
