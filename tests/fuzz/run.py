"""Runs the coverage-guided fuzzer; its options are libFuzzer's."""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["acp_types"]):
    from tests.fuzz.target import SURFACES, one_input

    # What is imported at its first use must be instrumented too.
    for index in range(len(SURFACES)):
        one_input(bytes([index, 0]) + b"{}")
        one_input(bytes([index | 8, 0]) + b"{}")


if __name__ == "__main__":
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
