"""Measurements: `python -m benchmarks` against peers, `python -m benchmarks.scaling` as messages grow."""
