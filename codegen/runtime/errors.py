"""The error for a value that does not fit, and the rules by which reading was lenient."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

if TYPE_CHECKING:
    from .issue import Issue as Issue
else:
    from .lazy import lazy_names

    __getattr__, __dir__ = lazy_names(__name__, {"Issue": "..issue"})

Path: TypeAlias = tuple["Path", "str | int"] | None
"""A place inside a value, innermost step last: `None` is the root, `(parent, key)` a member or an item."""

Rule: TypeAlias = Literal[
    "default-on-error",
    "default-on-null",
    "protocol-version",
    "skip-invalid-items",
    "unknown-member",
    "unknown-value",
    "unknown-variant",
]
"""Why an `Issue` was reported."""

_KEY_LIMIT: Final = 80


def format_path(path: Path) -> str:
    """`$.update.content[2].text`; a member name that is not a plain word is quoted: `$.headers["x y"]`."""
    steps = ""
    while path is not None:
        path, key = path
        if type(key) is int:
            steps = f"[{key}]{steps}"
            continue
        key = str(key)  # values that do not come from a JSON parser may have other keys
        if len(key) <= _KEY_LIMIT and key.isidentifier() and key.isascii():
            steps = f".{key}{steps}"
        else:
            steps = f"[{_quoted(key)}]{steps}"
    return f"${steps}"


def _quoted(key: str) -> str:
    import json

    short = key if len(key) <= _KEY_LIMIT else key[:_KEY_LIMIT] + "..."
    return json.dumps(short)


def kind_of(value: object) -> str:
    """How an error describes what it got: `null` or the Python type. Never the value: it may be a secret."""
    return "null" if value is None else type(value).__name__


class DecodeError(ValueError):
    """A value that does not fit its type, in one line: `$.update.content[2].text: expected string, got int`."""

    path: str
    """Where, as a JSON path."""
    expected: str
    """What the schema requires there."""
    got: str
    """The kind of value that was found. The offending value itself never appears."""
    hint: str
    """What to do about it, the last part of the line; empty if there is no suggestion."""

    def __init__(self, path: str, expected: str, got: str, hint: str = "") -> None:
        super().__init__(f"{path}: expected {expected}, got {got}{': ' if hint else ''}{hint}")
        self.path = path
        self.expected = expected
        self.got = got
        self.hint = hint

    def __reduce__(self) -> tuple[object, ...]:
        return reduced(self)


def reduced(error: Exception) -> tuple[object, ...]:
    """How `copy` and `pickle` recreate an error: with all its attributes, and without calling its constructor.

    A user's subclass may have a constructor with other parameters.
    """
    return _remade, (type(error), error.args), vars(error)


def _remade(cls: type[Exception], args: tuple[object, ...]) -> Exception:
    return cls.__new__(cls, *args)
