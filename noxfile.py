"""The one door: `nox` runs everything that CI runs, `nox -s NAME` one part of it."""

from __future__ import annotations

import shutil
import tarfile
import zipfile
from pathlib import Path

import nox

nox.needs_version = ">=2026.10.20"
nox.options.sessions = ["lint", "check", "types", "tests", "interop", "conformance", "docs", "build"]
nox.options.error_on_missing_interpreters = False
nox.options.reuse_existing_virtualenvs = True

PYTHONS = ["3.10", "3.11", "3.12", "3.13"]
PARALLEL = ("--numprocesses=auto", "--dist=worksteal")
PROJECT = nox.project.load_toml("pyproject.toml")


OF_THE_WHEEL = ("tests/codec", "tests/conformance/test_samples.py", "tests/methods", "tests/types")
"""Tests of what users install, not of the generator: they pass without `generated/` beside them."""


def install(session: nox.Session, group: str) -> None:
    """Install one of the dependency groups of pyproject.toml."""
    session.install(*nox.project.dependency_groups(PROJECT, group))


@nox.session
def generate(session: nox.Session) -> None:
    """Delete and rewrite generated/acp_types."""
    install(session, "codegen")
    session.run("python", "-m", "codegen", "generate")


@nox.session
def check(session: nox.Session) -> None:
    """Fail, with a unified diff, where generated/acp_types is not what the generator makes."""
    install(session, "codegen")
    session.run("python", "-m", "codegen", "check")


@nox.session
def lint(session: nox.Session) -> None:
    """Style of what is written by hand."""
    install(session, "codegen")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")


@nox.session
def types(session: nox.Session) -> None:
    """mypy --strict on everything, pyright strict on the package, and what both say about programs that use it."""
    install(session, "types")
    session.run("mypy")
    session.run("pyright")
    session.run("pytest", "tests/typing", *session.posargs)


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    """On every Python that is there: all tests but those of the sessions beside this; each generates the same bytes."""
    install(session, "test")
    elsewhere = [f"--ignore=tests/{name}" for name in ("conformance", "interop", "typing")]
    session.run("pytest", *PARALLEL, *elsewhere, *session.posargs)


@nox.session
def interop(session: nox.Session) -> None:
    """Against the TypeScript and the Python SDK, started with node and in virtual environments of their own."""
    install(session, "test")
    session.run("pytest", "tests/interop", *session.posargs)


@nox.session(python=[PYTHONS[0], PYTHONS[-1]])
def conformance(session: nox.Session) -> None:
    """Losslessness, limits, threads, the corpus, every published schema; ends with a table of what was run."""
    install(session, "types")
    everything = {} if session.python == PYTHONS[0] else {"ACP_TYPES_ALL_SCHEMAS": "1"}
    folders = ["tests/conformance", "tests/codec", "tests/fuzz"]
    session.run("pytest", *PARALLEL, *folders, *session.posargs, env=everything)


@nox.session
def docs(session: nox.Session) -> None:
    """Spelling, and the site with all its links checked, into build/site."""
    install(session, "docs")
    session.run("codespell")
    environment = {"PYTHONPATH": f"{Path.cwd()}:{Path('generated').resolve()}", "NO_MKDOCS_2_WARNING": "1"}
    session.run("mkdocs", "build", "--strict", "--quiet", env=environment)


@nox.session
def fuzz(session: nox.Session) -> None:
    """The coverage-guided fuzzer for a minute, or for as long as `-- SECONDS` says; a finding stops it."""
    install(session, "fuzz")
    seconds = session.posargs[0] if session.posargs else "60"
    corpus = session.create_tmp()
    environment = {"PYTHONPATH": "generated"}
    session.run("python", "-m", "tests.fuzz.seeds", f"{corpus}/seeds", env=environment)
    Path(corpus, "found").mkdir(exist_ok=True)
    limits = [f"-max_total_time={seconds}", "-max_len=4096", "-timeout=20", f"-artifact_prefix={corpus}/"]
    session.run("python", "-m", "tests.fuzz.run", *limits, f"{corpus}/found", f"{corpus}/seeds", env=environment)


@nox.session
def build(session: nox.Session) -> None:
    """Build both distributions; use and test the wheel alone, and regenerate from the source distribution."""
    install(session, "build")
    scratch = Path(session.create_tmp()).resolve()
    shutil.rmtree(scratch, ignore_errors=True)
    session.run("python", "-m", "build", "--outdir", str(scratch / "dist"), silent=True)
    session.run("twine", "check", "--strict", *map(str, sorted((scratch / "dist").iterdir())))
    (wheel,) = (scratch / "dist").glob("*.whl")
    (sdist,) = (scratch / "dist").glob("*.tar.gz")
    strays = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()} - {"acp_types"}
    if any(not name.endswith(".dist-info") for name in strays):
        session.error(f"the wheel holds more than the package: {sorted(strays)}")
    with tarfile.open(sdist) as archive:
        archive.extractall(scratch, filter="data")

    session.run("python", "-m", "venv", str(scratch / "alone"))
    python = str(scratch / "alone" / "bin" / "python")
    session.run(python, "-m", "pip", "install", "--quiet", "--no-index", str(wheel), external=True)
    trace = str(Path("examples/sample-trace.jsonl").resolve())
    with session.chdir(scratch):
        session.run(python, "-W", "error", "-m", "acp_types", "check", trace, external=True)
    with session.chdir(next(scratch.glob("acp_types-*/"))):
        session.run("python", "-m", "codegen", "check")
        shutil.rmtree("generated")
        session.install("--no-index", str(wheel))
        session.run("python", "-m", "pytest", "-q", "-o", "pythonpath=.", *OF_THE_WHEEL)
