"""chuk-acp: of these messages it models the chunk alone, without the notification around it."""

from __future__ import annotations

import json

from chuk_acp.protocol.types import SessionUpdate

from . import Code


def decoding(form: str) -> Code:
    if form != "SessionNotification":
        raise NotImplementedError(f"no class for {form}")
    return Code("SessionUpdate.model_validate(loads(text)['update'])", SessionUpdate=SessionUpdate, loads=json.loads)


def encoding(form: str) -> None:
    """Nothing: the session's id is not in the object."""


def structuring(form: str) -> Code:
    if form != "SessionNotification":
        raise NotImplementedError(f"no class for {form}")
    return Code("SessionUpdate.model_validate(plain['update'])", SessionUpdate=SessionUpdate)


def unstructuring(form: str) -> None:
    """Nothing, as for `encoding`."""


def describing() -> Code:
    return Code("str(error)")


def building() -> None:
    """Nothing: it has one object less."""
