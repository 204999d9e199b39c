"""`acp-types show FILE`: a recorded session as a person wants to read it."""
