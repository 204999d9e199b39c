"""Rules about the content of messages: names, members and paths."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from ..errors import Path, format_path
from ..json_value import is_sequence
from .connection_rules import speaks_another_version
from .events import Call, Reply
from .rule import Finding
from .state import State, is_extension
from .walk import OddKind

ABSOLUTE: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    "CommandPermissionSubject": (("cwd", "cwd"),),
    "CreateTerminalRequest": (("cwd", "cwd"),),
    "Diff": (("path", "path"),),
    "DiffPathChange": (("path", "path"),),
    "DiffPathPairChange": (("old_path", "oldPath"), ("path", "path")),
    "ForkSessionRequest": (("cwd", "cwd"), ("additional_directories", "additionalDirectories")),
    "ListSessionsRequest": (("cwd", "cwd"),),
    "LoadSessionRequest": (("cwd", "cwd"), ("additional_directories", "additionalDirectories")),
    "McpServerStdio": (("command", "command"),),
    "NewSessionRequest": (("cwd", "cwd"), ("additional_directories", "additionalDirectories")),
    "ReadTextFileRequest": (("path", "path"),),
    "ResumeSessionRequest": (("cwd", "cwd"), ("additional_directories", "additionalDirectories")),
    "SessionInfo": (("cwd", "cwd"), ("additional_directories", "additionalDirectories")),
    "SubagentUpdate": (("cwd", "cwd"), ("additional_directories", "additionalDirectories")),
    "TerminalUpdate": (("cwd", "cwd"),),
    "ToolCallLocation": (("path", "path"),),
    "WriteTextFileRequest": (("path", "path"),),
}
"""By class: the members with an absolute path, or several, in Python and on the wire."""

_ROOT: Final = re.compile(r"/|[A-Za-z]:[\\/]|\\\\")
"""The beginning of an absolute path, on any platform."""


def absolute_path(event: Call | Reply, state: State) -> Iterator[Finding]:  # noqa: ARG001  (a check takes both)
    for place in event.places:
        for cls in type(place.record).__mro__:
            for name, wire in ABSOLUTE.get(cls.__name__, ()):
                value: object = getattr(place.record, name, None)
                for path in _relative(value, (place.path, wire)):
                    yield Finding("This path is not absolute.", format_path(path))


def _relative(value: object, path: Path) -> Iterator[Path]:
    """The places of paths that are not absolute."""
    if isinstance(value, str):
        if not _ROOT.match(value):
            yield path
    elif is_sequence(value):
        for index, item in enumerate(value):
            yield from _relative(item, (path, index))


def extension_name(event: Call | Reply, state: State) -> Iterator[Finding]:
    if _is_unknown_method(event) and not _is_unstable_method(event, state):
        yield Finding("The receiver has no such method, and the name of an extension must begin with _.", "$.method")
    yield from _odd(event, state, "name", "is not in this version, and the name of an extension must begin with _")


def extension_member(event: Call | Reply, state: State) -> Iterator[Finding]:
    return _odd(event, state, "member", "is not in this version; extensions belong in _meta")


def unstable_member(event: Call | Reply, state: State) -> Iterator[Finding]:
    if _is_unknown_method(event) and _is_unstable_method(event, state):
        yield Finding("This method is not stable yet.", "$.method")
    if event.name != "initialize":  # offering unstable features is how both sides agree to use them
        yield from _odd(event, state, "unstable", "is not stable yet")


def _is_unknown_method(event: Call | Reply) -> bool:
    return isinstance(event, Call) and event.method is None and not is_extension(event.name)


def _is_unstable_method(event: Call | Reply, state: State) -> bool:
    return state.unstable is not None and state.unstable.has_method(event.name)


def _odd(event: Call | Reply, state: State, kind: OddKind, why: str) -> Iterator[Finding]:
    if not speaks_another_version(event, state):
        for odd in event.odd:
            if odd.kind == kind:
                yield Finding(f"In {event.label}, {odd.what} {why}.", odd.path)
