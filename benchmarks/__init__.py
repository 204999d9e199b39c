"""How acp-types compares with other ways to read and write ACP messages: `python -m benchmarks`."""
