"""Both directions of one connection, checked against the protocol's MUSTs and SHOULDs. Shared by all surfaces, no I/O."""
