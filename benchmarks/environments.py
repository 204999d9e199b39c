"""The peers, their virtual environments, and the measured copies of this package."""

from __future__ import annotations

import importlib.metadata
import json
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
GENERATED = ROOT / "generated" / "acp_types"


@dataclass(frozen=True)
class Environment:
    """A virtual environment for peers that do not exclude each other."""

    name: str
    requirements: tuple[str, ...]


PYDANTIC = "pydantic==2.14.4"
SHARED = Environment(
    "shared",
    (
        "cattrs==26.2.1",
        "chuk-acp==0.3.2; python_version >= '3.11'",
        "mashumaro==3.23",
        "matplotlib==3.11.2; python_version >= '3.11'",
        "matplotlib==3.10.8; python_version < '3.11'",
        "msgspec==0.23.0",
        PYDANTIC,
    ),
)
SDK = Environment("sdk", ("agent-client-protocol==0.12.1", PYDANTIC))
SDK_CANDIDATE = Environment("sdk-candidate", ("agent-client-protocol==1.0.0rc3", PYDANTIC))
ENVIRONMENTS = (SHARED, SDK, SDK_CANDIDATE)


@dataclass(frozen=True)
class Peer:
    """Something that reads and writes ACP messages."""

    name: str
    title: str
    module: str
    """The module of benchmarks.peers that drives it."""
    environment: Environment
    distributions: tuple[str, ...]
    """The distributions whose versions are reported."""
    imported: str = ""
    """Its module with types for the whole protocol."""
    only: tuple[str, ...] | None = None
    """The cases that it supports, if not all."""


OURS = Peer("acp-types", "acp-types", "ours", SHARED, ())
STDLIB = Peer("dataclasses", "dataclasses", "stdlib_dataclasses", SHARED, ())
PEERS = (
    OURS,
    Peer("sdk", "SDK 0.12.1", "sdk", SDK, ("agent-client-protocol", "pydantic"), "acp.schema"),
    Peer("sdk-candidate", "SDK 1.0.0rc3", "sdk", SDK_CANDIDATE, ("agent-client-protocol", "pydantic"), "acp.schema"),
    Peer("chuk-acp", "chuk-acp", "chuk", SHARED, ("chuk-acp", "pydantic"), "chuk_acp", only=("chunk", "held chunk")),
    STDLIB,
    Peer("cattrs", "cattrs", "cattrs_converter", SHARED, ("cattrs",)),
    Peer("mashumaro", "mashumaro", "mashumaro_codec", SHARED, ("mashumaro",)),
    Peer("msgspec", "msgspec", "msgspec_structs", SHARED, ("msgspec",)),
)


class Cache:
    """The folder with the environments, kept between runs, and this run's copies of this package."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / f"{sys.version_info.major}.{sys.version_info.minor}"
        self.package = self.folder / "package"
        self.plain = self.folder / "plain"

    def python(self, environment: Environment) -> Path:
        programs = "Scripts/python.exe" if os.name == "nt" else "bin/python"
        return self.folder / environment.name / programs

    def prepare(self) -> None:
        """Install what is missing and copy the package."""
        for environment in ENVIRONMENTS:
            self.install(environment)
        self._copy(self.package)
        self._copy(self.plain)
        make_plain(self.plain)
        for folder in (self.package, self.plain):
            self.run(SHARED, ["-m", "compileall", "-q", str(folder)])

    def install(self, environment: Environment) -> None:
        """Create an environment, unless it already has the same requirements."""
        done = self.folder / environment.name / "requirements.json"
        wanted = json.dumps(environment.requirements)
        if done.exists() and done.read_text(encoding="utf-8") == wanted:
            return
        print(f"installing {', '.join(environment.requirements)}", file=sys.stderr)
        venv.create(self.folder / environment.name, with_pip=True, clear=True)
        self.run(environment, ["-m", "pip", "install", "--quiet", *environment.requirements])
        done.write_text(wanted, encoding="utf-8")

    def run(self, environment: Environment, arguments: Sequence[str], *folders: Path) -> None:
        """Run a program of an environment, or stop with its output."""
        command = [str(self.python(environment)), *arguments]
        variables = self.variables(*folders)
        done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"{' '.join(arguments)}: {done.stderr}")

    @staticmethod
    def _copy(folder: Path) -> None:
        """Copy the package, so that it does not change during a run."""
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(GENERATED, folder / "acp_types", ignore=shutil.ignore_patterns("__pycache__"))

    def variables(self, *folders: Path) -> dict[str, str]:
        """The environment variables for a process that imports from these folders also."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        return {**kept, "PYTHONPATH": os.pathsep.join(map(str, folders))}

    def site_packages(self, environment: Environment) -> Path:
        folder = self.folder / environment.name
        return next(path for name in ("lib/*", "Lib") for path in folder.glob(f"{name}/site-packages"))

    def versions(self, peer: Peer) -> Mapping[str, str]:
        """The installed distributions of a peer; empty if it does not support this Python."""
        site_packages = str(self.site_packages(peer.environment))
        found = {d.name: d.version for d in importlib.metadata.distributions(path=[site_packages])}
        return {name: found[name] for name in peer.distributions if name in found}

    def has(self, peer: Peer) -> bool:
        return len(self.versions(peer)) == len(peer.distributions)


def make_plain(folder: Path) -> None:
    """Make a copy of the package use the real `dataclass` at run time, like type checkers."""
    model = folder / "acp_types" / "_runtime" / "model.py"
    source = model.read_text(encoding="utf-8")
    for old, new in (("if TYPE_CHECKING:", "if True:"), ("    from typing_extensions import Self\n", "")):
        if source.count(old) != 1:
            raise SystemExit(f"{model.name} has not one {old!r}")
        source = source.replace(old, new)
    if sys.version_info < (3, 11):  # its decorator refuses any dict as a default, even one that cannot be changed
        source += "\n\nimport collections\n\nEMPTY = collections.UserDict()\n"
    model.write_text(source, encoding="utf-8")
