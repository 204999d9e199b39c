"""Measurements.

- `python -m benchmarks`: against peers;
- `python -m benchmarks.scaling`: as messages grow;
- `python -m benchmarks.generator`: generating, as the schema grows;
- `python -m benchmarks.checkers`: what mypy and pyright need for a program that imports a surface.
"""
