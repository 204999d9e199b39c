"""Runs the coverage-guided fuzzer; its options are libFuzzer's."""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["acp_types"]):
    from tests.fuzz.target import one_input


if __name__ == "__main__":
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
