"""What the mistakes are, and what each checker is expected to report for them."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import Final

import tomli

from tests.typing.checkers import HERE, Place

_MARK: Final = re.compile(r"\s*# error: ([\w-]+)$")
_FALSE: Final = re.compile(r"# false: (\w+) ([\w-]+)$")


@dataclass(frozen=True)
class Mistake:
    """One line that is wrong."""

    name: str
    place: Place
    code: str
    """The line, without what surrounds it."""


@dataclass(frozen=True)
class Expected:
    """What a checker reports for the mistakes, by their names."""

    reports: dict[str, set[str]]
    """Its codes."""
    limits: dict[str, str]
    """Why it reports nothing."""


def mistakes() -> list[Mistake]:
    """The mistakes in all programs that have some, in the order in which they stand."""
    found: list[Mistake] = []
    for path in sorted((HERE / "mistakes").glob("*.py")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if mark := _MARK.search(line):
                code = line[: mark.start()].strip()
                found.append(Mistake(mark[1], (f"mistakes/{path.name}", number), code))
    return found


def expected(checker: str) -> Expected:
    """What is written down for a checker, and for all of them."""
    own, all_ = (
        tomli.loads((HERE / f"mistakes/{name}.toml").read_text(encoding="utf-8")) for name in (checker, "nobody")
    )
    reports = {name: set(codes) for name, codes in own["reports"].items()}
    return Expected(reports, own["limits"] | all_["limits"])


@dataclass(frozen=True)
class FalseError:
    """One line that is right, and that a checker finds fault with."""

    place: Place
    checker: str
    code: str
    words: str
    """What it is about, and what to write instead."""


def false_errors() -> list[FalseError]:
    """What is known of errors that are none, in the order in which they stand."""
    found: list[FalseError] = []
    for path in sorted((HERE / "false_errors").glob("*.py")):
        text = path.read_text(encoding="utf-8")
        lines = text.splitlines()
        for function in ast.parse(text).body:
            if isinstance(function, ast.FunctionDef):
                for number in range(function.lineno, (function.end_lineno or 0) + 1):
                    if mark := _FALSE.search(lines[number - 1]):
                        words = ast.get_docstring(function) or ""
                        found.append(FalseError((f"false_errors/{path.name}", number), mark[1], mark[2], words))
    return found
