"""The command line: `acp-types check FILE...`."""
