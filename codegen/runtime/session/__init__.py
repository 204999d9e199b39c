"""Common parts of the session views of both versions, independent of the protocol's types."""
