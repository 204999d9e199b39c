"""The common part of the probe for all peers; needs only the standard library."""

from __future__ import annotations

import importlib
import importlib.metadata
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

Update = dict[str, Any]
RoundTrip = Callable[[Update], Any]
Updates = Mapping[str, Sequence[Update]]
"""Session updates to try, by the surface that introduces them."""

TEXT = {"type": "text", "text": "Hello"}
MESSAGES: dict[str, Update] = {
    "an unknown kind of update": {"sessionUpdate": "_acme.sketch", "strokes": 3},
    "an unknown tool kind": {
        "sessionUpdate": "tool_call",
        "toolCallId": "call_1",
        "title": "Lint",
        "kind": "_acme.lint",
    },
    "an unknown member": {"sessionUpdate": "agent_message_chunk", "content": TEXT, "mood": "good"},
    "a title cleared with null": {"sessionUpdate": "session_info_update", "title": None},
}
"""Session updates of v1 with things that proxies and clients of newer agents encounter."""

VALUE = "what a log should not have"
MISFIT: Update = {"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": [VALUE]}}
PLACE = re.compile(r"\bcontent\.[\w.]+")
PROCESSES = re.compile(r"\b(subprocess|Popen|open_process)\b")


def outcomes(round_trip: RoundTrip) -> dict[str, str]:
    """The outcome of a round trip of each update."""
    return {name: outcome(round_trip, update) for name, update in MESSAGES.items()}


def outcome(round_trip: RoundTrip, update: Update) -> str:
    try:
        written = round_trip(update)
    except Exception:
        return "refused"
    return "kept" if written == update else "lost"


def misfit(round_trip: RoundTrip) -> dict[str, Any]:
    """The error for a value that does not fit: its number of lines and places, and whether it shows the value."""
    try:
        round_trip(MISFIT)
    except Exception as error:
        said = str(error)
        places = set(PLACE.findall(said))
        return {"noticed": True, "lines": len(said.splitlines()), "places": len(places), "shown": VALUE in said}
    return {"noticed": False}


def typed(read: Callable[[Update], object], updates: Updates) -> dict[str, dict[str, list[str]]]:
    """The updates for which a module has a type: `read` raises for the others."""
    found: dict[str, dict[str, list[str]]] = {}
    for surface, examples in updates.items():
        found[surface] = {"typed": [], "not typed": []}
        for update in examples:
            found[surface]["typed" if accepts(read, update) else "not typed"].append(update["sessionUpdate"])
    return found


def accepts(read: Callable[[Update], object], update: Update) -> bool:
    try:
        read(update)
    except Exception:
        return False
    return True


def weight(requirements: Sequence[str]) -> dict[str, list[str]]:
    """The required distributions, and those that are compiled, including indirect ones."""
    names = [distribution_name(requirement) for requirement in requirements if "extra ==" not in requirement]
    return {"requires": names, "compiled": sorted(name for name in below(names) if is_compiled(name))}


def requirements(distribution: str) -> list[str]:
    return importlib.metadata.requires(distribution) or []


def distribution_name(requirement: str) -> str:
    found = re.match(r"[\w.-]+", requirement)
    assert found, requirement
    return found[0]


def below(names: Iterable[str]) -> set[str]:
    """These distributions and all their installed requirements: markers may exclude some."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        try:
            needed = requirements(name)
        except importlib.metadata.PackageNotFoundError:
            continue
        if name not in found:
            found.add(name)
            waiting += [distribution_name(other) for other in needed if "extra ==" not in other]
    return found


def is_compiled(distribution: str) -> bool:
    """Whether it contains an extension module."""
    return any(file.suffix in {".so", ".pyd"} for file in importlib.metadata.files(distribution) or ())


def starts_processes(module: str) -> bool:
    """Whether the source of a module, or of any module of a package, mentions anything that starts a process."""
    file = Path(importlib.import_module(module).__file__ or "")
    files = file.parent.rglob("*.py") if file.name == "__init__.py" else [file]
    return any(PROCESSES.search(path.read_text(encoding="utf-8")) for path in files)


def speaks(module: str) -> bool:
    """Whether the source of a module, or of any module of a package, names a message of the protocol."""
    file = Path(importlib.import_module(module).__file__ or "")
    files = file.parent.rglob("*.py*") if file.name == "__init__.py" else [file]
    return any(b"session/update" in path.read_bytes() for path in files if path.suffix in {".py", ".pyi"})
