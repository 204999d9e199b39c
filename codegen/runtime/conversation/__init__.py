"""Checks both directions of one connection against the protocol's MUSTs and SHOULDs. Shared by all surfaces, without I/O."""
