"""The bump, step by step. Everything happens in a copy; the checkout changes only if every step succeeds."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from codegen.build import build, read_model_dumps, write
from codegen.bump.errors import BumpError
from codegen.bump.release import SDK, Release, fetch, read_folder, verify
from codegen.bump.report import Report
from codegen.bump.stage import exchange, staged
from codegen.bump.vendor import vendor
from codegen.compare.models import compare_all
from codegen.decisions import Decisions
from codegen.errors import TOO_DEEP, DecisionError, GenerationError, UnknownShape
from codegen.project import Project
from codegen.review.dump import load_all
from codegen.source import read_pin
from codegen.tools import check_tools

Say = Callable[[str], None]


@dataclass(frozen=True)
class Request:
    """The requested release."""

    version: str = "latest"
    folder: Path | None = None
    """The folder of the release, instead of the registry."""
    name: str | None = None
    """The version of a folder that does not state it."""
    quick: bool = False
    """Skip type checks and tests."""


_PYTEST = (sys.executable, "-m", "pytest", "-q", "-x")
_CHECKS = (
    (
        "type-check the package",
        ([sys.executable, "-m", "mypy", "generated/acp_types"], [sys.executable, "-m", "pyright"]),
        "read the errors: the generator or a decision is wrong, or modules of `codegen/runtime` are out of date",
    ),
    (
        "run the tests",
        (
            [sys.executable, "-m", "mypy"],
            [*_PYTEST, "--numprocesses=auto", "--ignore=tests/interop", "--ignore=tests/bump"],
        ),
        "update the tests or the decisions for the new schemas and run the same command again",
    ),
)


class Bump:
    """One run, which reports its steps."""

    def __init__(self, project: Project, say: Say) -> None:
        self.project = project
        self.say = say
        self.steps = 0
        self.total = 0

    def run(self, request: Request) -> Report | None:
        """Update to a release. Returns `None` if the checkout already has it."""
        self.total = 6 if request.quick else 6 + len(_CHECKS)
        pin = read_pin(self.project.schema)
        with self._step("fetch the release"):
            release = self._release(request, pin.package if pin.registry == "npm" else SDK)
        with self._step(f"verify {release.package} {release.version}"):
            check_tools(self.project)
            verify(release, pin.sha256)
        if release.version == pin.version and all(
            (self.project.schema / file).is_file() and (self.project.schema / file).read_bytes() == content
            for file, content in release.files.items()
        ):
            self.say(f"bump: {release.version} is already pinned: nothing to do")
            return None
        with staged(self.project) as stage:
            report = self._advance(stage, release)
            if not request.quick:
                for what, commands, advice in _CHECKS:
                    with self._step(what):
                        for command in commands:
                            self._check(command, stage.root, advice)
            with self._step("replace schema/, generated/acp_types/ and the report"):
                reports = [f"{release.version}.md", f"{release.version}.json"]
                paths = [stage.schema, stage.package, *(stage.changes / file for file in reports)]
                exchange(stage, self.project, [path.relative_to(stage.root) for path in paths])
        return report

    def _release(self, request: Request, package: str) -> Release:
        if request.folder is not None:
            return read_folder(request.folder, request.name)
        with tempfile.TemporaryDirectory(prefix="bump-") as scratch:
            return fetch(package, request.version, Path(scratch))

    def _advance(self, stage: Project, release: Release) -> Report:
        """Update a copy to a release, and report the changes."""
        old = load_all(read_model_dumps(self.project))
        old_version = read_pin(self.project.schema).version
        with self._step("vendor and pin the schemas"):
            vendor(release, stage)
        with self._step("regenerate and format"):
            write(build(stage), stage)
        with self._step("compare and write the report"):
            decisions = Decisions.load(stage.decisions)
            new = load_all(read_model_dumps(stage))
            aliases = {name: [old_name for old_name, _, _ in decisions.aliases(name)] for name in new}
            report = Report(
                package=release.package,
                old_version=old_version,
                new_version=release.version,
                date=release.date,
                surfaces=tuple(sorted(old.keys() | new.keys())),
                changes=tuple(compare_all(old, new, aliases)),
                current=stage.version(),
                unknown=release.unknown,
            )
            stage.changes.mkdir(parents=True, exist_ok=True)
            for suffix, text in ((".md", report.to_markdown()), (".json", report.to_json())):
                (stage.changes / (release.version + suffix)).write_text(text, encoding="utf-8", newline="\n")
        return report

    @contextmanager
    def _step(self, what: str) -> Iterator[None]:
        self.steps += 1
        self.say(f"[{self.steps}/{self.total}] {what}")
        start = time.monotonic()
        try:
            yield
        except GenerationError as error:
            raise Stopped(what, str(error), _advice(error)) from None
        except BumpError as error:
            raise Stopped(what, error.reason, error.advice) from None
        except RecursionError:
            raise Stopped(what, TOO_DEEP, "see what was published") from None
        except Exception as error:
            advice = "this is an error in the generator or on this machine: see the traceback"
            raise Stopped(what, f"{type(error).__name__}: {error}", advice) from error
        self.say(f"      {time.monotonic() - start:.1f} s")

    def _check(self, command: list[str], folder: Path, advice: str) -> None:
        """Run a program in a folder, and show its output live."""
        with subprocess.Popen(
            command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
        ) as process:
            assert process.stdout is not None
            for line in process.stdout:
                self.say(f"      {line.rstrip()}")
        if process.returncode:
            raise BumpError(f"{' '.join(command[1:])} failed, as shown above", advice)


def _advice(error: GenerationError) -> str:
    """What to do about an error of the generator."""
    if isinstance(error, UnknownShape):
        return "see `How to add an idiom` in CONTRIBUTING.md: no rule covers this shape"
    if isinstance(error, DecisionError):
        return "add the decision to codegen/decisions.toml and run the same command again"
    return "correct the named place and run the same command again"


class Stopped(Exception):
    """A step that failed. Nothing has changed."""

    def __init__(self, step: str, reason: str, advice: str) -> None:
        super().__init__(f"bump: could not {step}: {reason}\nbump: nothing was changed. What to do: {advice}")
        self.step = step
