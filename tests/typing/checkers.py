"""Run type checkers the way a user's project does: beside an environment that the package is installed into.

Each checker is as strict as it can be, and reads one project that holds the programs, the mistakes and the revealed
expressions, so that it starts once.
"""

from __future__ import annotations

import atexit
import functools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import venv
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import acp_types

HERE: Final = Path(__file__).resolve().parent
FOLDERS: Final = ("programs", "mistakes", "false_errors", "revealed")
PYTHON: Final = "3.10"
"""The version that the checkers are told: the oldest that the package supports."""

Place = tuple[str, int]
"""A file, relative to `tests/typing`, and a line."""


@dataclass
class Report:
    """What one checker says about the project."""

    errors: defaultdict[Place, set[str]] = field(default_factory=lambda: defaultdict(set))
    """The codes of the errors on each line."""
    revealed: dict[Place, str] = field(default_factory=dict)
    """The type that each `reveal_type` is told to be."""

    def in_folder(self, folder: str) -> dict[Place, set[str]]:
        """The errors in one of the folders."""
        return {place: codes for place, codes in self.errors.items() if place[0].startswith(f"{folder}/")}


@dataclass(frozen=True)
class Finding:
    """One thing that a checker says."""

    path: str
    line: int
    code: str
    message: str


@functools.cache
def report(checker: str) -> Report:
    """What a checker says about the project, asked once."""
    project = consumer()
    made = Report()
    for finding in CHECKERS[checker](project):
        path = (project / finding.path).resolve().relative_to(project).as_posix()
        if revealed := _REVEALED.fullmatch(finding.message):
            made.revealed[path, finding.line] = _without_modules(revealed[revealed.lastgroup or 0])
        else:
            made.errors[path, finding.line].add(finding.code)
    return made


@functools.cache
def consumer() -> Path:
    """A project that uses the package, beside an environment that has it and nothing else."""
    root = Path(tempfile.mkdtemp(prefix="acp-types-consumer-")).resolve()
    atexit.register(shutil.rmtree, root, ignore_errors=True)
    project = root / "project"
    for folder in FOLDERS:
        shutil.copytree(HERE / folder, project / folder, ignore=shutil.ignore_patterns("__pycache__", "*.txt"))
    venv.create(environment(project), with_pip=False)
    (site_packages,) = environment(project).glob("lib/python*/site-packages")
    package = Path(acp_types.__file__).parent
    shutil.copytree(package, site_packages / "acp_types", ignore=shutil.ignore_patterns("__pycache__"))
    return project


def environment(project: Path) -> Path:
    """The virtual environment of the project."""
    return project.parent / "environment"


def interpreter(project: Path) -> str:
    """Its Python."""
    return str(environment(project) / "bin" / "python")


def run(project: Path, module: str, *arguments: str) -> str:
    """The output of a checker of this environment. That it found something is no failure; that it broke is."""
    command = (sys.executable, "-m", module, *arguments)
    variables = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "MYPYPATH")}
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False, env=variables)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"{module} ended with {done.returncode}: {done.stderr or done.stdout}")
    return done.stdout


def mypy(project: Path) -> Iterable[Finding]:
    """With `--strict`; and the programs may not hold an expression whose type is `Any`."""
    (project / "mypy.ini").write_text(
        "[mypy]\nstrict = True\n[mypy-programs.*]\ndisallow_any_expr = True\n", encoding="utf-8"
    )
    options = ("--config-file=mypy.ini", f"--python-executable={interpreter(project)}", f"--python-version={PYTHON}")
    folders = (*options, "--cache-dir=.cache", "--output=json", "--no-error-summary", *FOLDERS)
    for line in run(project, "mypy", *folders).splitlines():
        entry = json.loads(line)
        if entry["severity"] == "error" or _REVEALED.fullmatch(entry["message"]):
            yield Finding(entry["file"], entry["line"], entry["code"], entry["message"])


def pyright(project: Path) -> Iterable[Finding]:
    """In strict mode, but for unknown types, which follow from other errors, and for stubs without a source."""
    settings = {"typeCheckingMode": "strict", "pythonVersion": PYTHON, "include": FOLDERS}
    (project / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    said = json.loads(run(project, "pyright", "--outputjson", f"--pythonpath={interpreter(project)}"))
    for entry in said["generalDiagnostics"]:
        rule = entry.get("rule", "syntax")
        if not rule.startswith(("reportUnknown", "reportMissingModuleSource")):
            yield Finding(entry["file"], entry["range"]["start"]["line"] + 1, rule, entry["message"])


def ty(project: Path) -> Iterable[Finding]:
    """With every rule an error but one of style: not to ask what may be `None` for its truth. `UNSET` is falsy."""
    rules = ("--error=all", "--ignore=truthiness-test-of-none-union")
    options = (
        f"--python={environment(project)}",
        f"--python-version={PYTHON}",
        *rules,
        "--output-format=gitlab",
    )
    for entry in json.loads(run(project, "ty", "check", *options, *FOLDERS)):
        message = entry["description"].removeprefix(f"{entry['check_name']}: ")
        line = entry["location"]["positions"]["begin"]["line"]
        yield Finding(entry["location"]["path"], line, entry["check_name"], message)


def pyrefly(project: Path) -> Iterable[Finding]:
    """With its strict preset."""
    options = (f"--python-interpreter-path={interpreter(project)}", f"--python-version={PYTHON}", "--preset=strict")
    files = [str(path.relative_to(project)) for folder in FOLDERS for path in sorted((project / folder).glob("*.py"))]
    for entry in json.loads(run(project, "pyrefly", "check", *options, "--output-format=json", *files))["errors"]:
        yield Finding(entry["path"], entry["line"], entry["name"], entry["description"])


CHECKERS: Final[Mapping[str, Callable[[Path], Iterable[Finding]]]] = {
    "mypy": mypy,
    "pyright": pyright,
    "ty": ty,
    "pyrefly": pyrefly,
}

_REVEALED: Final = re.compile(
    r'(?s:Revealed type is "(?P<mypy>.*)"|Type of ".*" is "(?P<pyright>.*)"|'
    r"Revealed type: `(?P<ty>.*)`|revealed type: (?P<pyrefly>.*))"
)
_MODULE: Final = re.compile(r"\b(?:acp_types|builtins|collections|types|typing)\.(?:\w+\.)*(?=[A-Z*])")


def _without_modules(type_: str) -> str:
    """A type as a reader would write it: names without their private modules, but with the surface they are of."""
    return _MODULE.sub(lambda found: "".join(re.findall(r"v[12]\.(?:unstable\.)?", found[0])[:1]), type_)
