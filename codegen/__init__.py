"""Makes the `acp_types` package from the published ACP schemas. Never imported by what it makes."""
