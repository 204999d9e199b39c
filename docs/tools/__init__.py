"""Tools that build the documentation: reference pages from the model, and the migration tables."""
