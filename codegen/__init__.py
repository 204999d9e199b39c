"""Generates the `acp_types` package from the published ACP schemas. The generated package never imports it."""
