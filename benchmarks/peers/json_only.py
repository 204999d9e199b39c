"""The standard library's json, the baseline."""

from __future__ import annotations

import json

from . import Code


def decoding(form: str) -> Code:  # noqa: ARG001  (all forms are dicts)
    return Code("loads(text)", loads=json.loads)


def encoding(form: str) -> Code:  # noqa: ARG001
    return Code("dumps(value)", dumps=json.dumps)
