"""What is fuzzed: any bytes as any type of any surface, and as a message. Only the documented exceptions may come out.

python -m tests.fuzz.run -max_total_time=60 CORPUS_FOLDER
"""

from __future__ import annotations

import json
import pickle
from typing import Any

from acp_types import v1, v2
from acp_types.v1 import unstable as v1_unstable
from acp_types.v2 import unstable as v2_unstable

SURFACES: tuple[Any, ...] = (v1, v1_unstable, v2, v2_unstable)


def forms_of(surface: Any) -> list[tuple[str, Any]]:
    """The types that `decode` can be asked for, by name."""
    from importlib import import_module

    known = import_module(f"{surface.__name__}._codec.forms").FORMS.nodes
    found = []
    for name in surface.__all__:
        form = getattr(surface, name)
        try:
            if form in known:
                found.append((name, form))
        except TypeError:
            continue
    return found


FORMS = [forms_of(surface) for surface in SURFACES]


def one_input(data: bytes) -> None:
    """Two bytes choose surface, mode and type, the rest is the text."""
    if len(data) < 3:
        return
    surface = SURFACES[data[0] & 3]
    strict = bool(data[0] & 4)
    text = data[2:]
    if data[0] & 8:
        check_message(surface, text, "client" if data[0] & 16 else "agent", strict=strict)
    else:
        forms = FORMS[data[0] & 3]
        check_value(surface, forms[(data[1] + 256 * (data[0] >> 5)) % len(forms)][1], text, strict=strict)


def check_value(surface: Any, form: Any, text: bytes, *, strict: bool) -> None:
    """Read, and everything that one does with what was read.

    With `on_issue` the reference codec reads, without it the fast one where it can: the two must agree.
    """
    issues: list[Any] = []
    try:
        value = surface.loads(form, text, strict=strict, on_issue=issues.append)
    except surface.DecodeError as error:
        refused: tuple[str, str, str] | None = error.path, error.expected, error.got
        value = None
        one_line(error)
    else:
        refused = None
    assert refusal(surface, form, text, strict=strict) == refused
    if refused is not None:
        return
    plain = surface.loads(form, text, strict=strict)
    assert plain == value
    assert repr(plain) == repr(value)
    repr(value)
    if not isinstance(value, (list, dict)):
        hash(value)
    line = surface.dumps(form, value)
    assert line.isascii()
    assert "\n" not in line
    assert surface.dumps(form, plain) == line
    assert json.loads(line) == json.loads(json.dumps(surface.encode(form, value)))
    again = surface.loads(form, line, strict=strict)
    assert again == value
    assert surface.dumps(form, again) == line
    assert pickle.loads(pickle.dumps(value)) == value
    assert all(len(issue) == 3 for issue in issues)


def refusal(surface: Any, form: Any, text: bytes, *, strict: bool) -> tuple[str, str, str] | None:
    """What reading without a report says is wrong, if anything."""
    try:
        surface.loads(form, text, strict=strict)
    except surface.DecodeError as error:
        return error.path, error.expected, error.got
    return None


def check_message(surface: Any, text: bytes, sender: Any, *, strict: bool) -> None:
    """Read and write a message."""
    try:
        message = surface.read_message(text, sender=sender, strict=strict)
    except surface.MessageError as error:
        one_line(error)
        if error.reply is not None:
            surface.write_message(error.reply)
        return
    repr(message)
    hash(message)
    line = surface.write_message(message)
    assert line.isascii()
    assert surface.read_message(line, sender=sender, strict=strict) == message


def one_line(error: Exception) -> None:
    assert str(error).isprintable()
