"""Measurements.

- `python -m benchmarks`: compared with other libraries (peers);
- `python -m benchmarks.scaling`: as messages grow;
- `python -m benchmarks.generator`: generating, as the schema grows;
- `python -m benchmarks.checkers`: the cost of mypy and pyright for a program that imports a surface.
"""
