"""Measurements, each a command of its own. None of them is a test: they depend on the machine."""
