"""What the session views of both versions are made of. Nothing here knows a type of the protocol."""
