"""`acp-types show FILE`: a recorded session in readable form."""
