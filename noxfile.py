"""`nox` runs everything that CI runs, `nox -s NAME` one part of it."""

from __future__ import annotations

import os
import shutil
import subprocess
import tarfile
from pathlib import Path

import nox

nox.needs_version = ">=2026.10.20"
nox.options.sessions = [
    "lint",
    "check",
    "types",
    "tests",
    "generator",
    "interop",
    "conformance",
    "coverage",
    "ecosystem",
    "wheel",
    "docs",
    "build",
]
nox.options.error_on_missing_interpreters = False
nox.options.reuse_existing_virtualenvs = True

PYTHONS = ["3.10", "3.11", "3.12", "3.13"]
NEWER = ["3.14", "3.15"]
"""Not yet supported; the wheel is tested on them if available."""
PARALLEL = ("--numprocesses=auto", "--dist=worksteal")
PROJECT = nox.project.load_toml("pyproject.toml")


def is_there(python: str) -> bool:
    """Whether this machine has a working Python. A version manager may list one that does not run."""
    found = shutil.which(f"python{python}")
    return found is not None and subprocess.run([found, "-c", ""], capture_output=True, check=False).returncode == 0


THERE = [python for python in PYTHONS if is_there(python)] or PYTHONS
OLDEST, NEWEST = THERE[0], THERE[-1]
"""The Pythons for sessions that need only one or two of them."""

OF_OTHER_SESSIONS = (
    "bump",
    "conformance",
    "ecosystem",
    "interop",
    "typing/test_checkers.py",
    "typing/test_complete.py",
    "typing/test_docs.py",
    "typing/test_editor.py",
    "typing/test_loaded.py",
    "typing/test_own_package.py",
    "wheel",
)
OF_THE_GENERATOR = ("codegen", "docs", "release")
OF_THE_WHEEL = (
    "tests/codec",
    "tests/conformance/test_samples.py",
    "tests/methods",
    "tests/session/test_v1.py",
    "tests/session/test_v2_messages.py",
    "tests/session/test_v2_session.py",
    "tests/session/test_v2_tools.py",
    "tests/types",
)
"""Tests of the installed package, not of the generator. They pass without `generated/`."""


def install(session: nox.Session, group: str) -> None:
    """Install one of the dependency groups of pyproject.toml. A session imports, and so compiles, only half of the files."""
    session.install("--no-compile", *nox.project.dependency_groups(PROJECT, group))


@nox.session
def generate(session: nox.Session) -> None:
    """Rewrite generated/acp_types and schema/model, and update schema/names.lock."""
    install(session, "codegen")
    session.run("python", "-m", "codegen", "generate")


@nox.session
def check(session: nox.Session) -> None:
    """Fail, with a unified diff, if the repository differs from the generator's output."""
    install(session, "codegen")
    session.run("python", "-m", "codegen", "check")


@nox.session
def lint(session: nox.Session) -> None:
    """Check the style of handwritten code, and the syntax and safety of the workflows."""
    install(session, "lint")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    workflows = map(str, sorted(Path(".github/workflows").iterdir()))
    session.run("check-jsonschema", "--builtin-schema", "vendor.github-workflows", *workflows)
    session.run("check-jsonschema", "--builtin-schema", "vendor.dependabot", ".github/dependabot.yml")
    session.run("zizmor", "--offline", "--no-progress", ".github")


@nox.session
def types(session: nox.Session) -> None:
    """Run mypy --strict on everything, pyright strict on the package, and four type checkers on users' programs."""
    install(session, "types")
    session.run("mypy")
    session.run("pyright")
    # The tests of a file run in one process, so that each checker runs once.
    session.run("pytest", "--numprocesses=auto", "--dist=loadfile", "tests/typing", *session.posargs)


@nox.session
def typing(session: nox.Session) -> None:
    """Update the recorded output of the type checkers: tests/typing/revealed/*.txt and docs/type-checkers.md."""
    install(session, "types")
    session.run("python", "-m", "tests.typing", env={"PYTHONPATH": "generated"})


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    """Run all tests except those of other sessions, on every available Python."""
    install(session, "test")
    elsewhere = [f"--ignore=tests/{name}" for name in (*OF_OTHER_SESSIONS, *OF_THE_GENERATOR)]
    session.run("pytest", *PARALLEL, *elsewhere, *session.posargs)


@nox.session
def generator(session: nox.Session) -> None:
    """Test the generator and the documentation, on the Python that runs nox.

    The output is the same on every Python: `conformance` checks this on the oldest and the newest.
    """
    install(session, "test")
    session.run("pytest", *PARALLEL, *(f"tests/{name}" for name in OF_THE_GENERATOR), *session.posargs)


@nox.session
def interop(session: nox.Session) -> None:
    """Test against the TypeScript and the Python SDK, run with node and in separate virtual environments."""
    install(session, "test")
    session.run("pytest", "--numprocesses=auto", "--dist=loadfile", "tests/interop", *session.posargs)


@nox.session(python=sorted({OLDEST, NEWEST}, key=PYTHONS.index))
def conformance(session: nox.Session) -> None:
    """Test losslessness, the corpus, every published schema and bumps. Ends with a table of the cases.

    The oldest Python runs all tests of the bump, the newest the past bumps and schemas.
    """
    install(session, "conformance")
    tests = sorted(Path("tests/conformance").glob("test_*.py"))
    tests.sort(key=lambda file: file.stem != "test_replay")  # start the longest first
    bumps = ["tests/bump"] if session.python == OLDEST else []
    environment = {"ACP_TYPES_ALL_SCHEMAS": "1"} if session.python == NEWEST else {}
    session.run("pytest", *PARALLEL, *map(str, tests), *bumps, *session.posargs, env=environment)


@nox.session
def docs(session: nox.Session) -> None:
    """Check spelling, and build the site with all its links checked, into build/site."""
    install(session, "docs")
    session.run("codespell")
    environment = {"PYTHONPATH": f"{Path.cwd()}:{Path('generated').resolve()}", "NO_MKDOCS_2_WARNING": "1"}
    session.run("mkdocs", "build", "--strict", env=environment)


@nox.session
def browser(session: nox.Session) -> None:
    """Check the site built by `docs` in headless Chromium: widths, contrast, failed requests. Takes minutes."""
    install(session, "browser")
    session.run("python", "-m", "docs.tools.browser", *session.posargs)


@nox.session
def spec_pages(session: nox.Session) -> None:
    """Update the list of specification pages from a checkout, `-- FOLDER`. Links are checked against it."""
    install(session, "codegen")
    session.run("python", "-m", "docs.tools.spec", *session.posargs)


@nox.session(python=NEWEST)
def coverage(session: nox.Session) -> None:
    """Check that the non-random tests of session views and conversations cover every line and branch."""
    install(session, "coverage")
    data = {"COVERAGE_FILE": f"{session.create_tmp()}/coverage"}
    randomly = [f"--ignore=tests/{name}.py" for name in ("conversation/test_anything", "session/test_properties")]
    tests = ["tests/session", "tests/conversation", "tests/cli/test_show.py", "tests/cli/test_violations.py"]
    session.run("coverage", "run", "-m", "pytest", *tests, *randomly, *session.posargs, env=data)
    session.run("coverage", "report", env=data)


@nox.session
def bump(session: nox.Session) -> None:
    """Update to published schemas, all or nothing: `-- VERSION`, `-- latest` or `-- --from DIR`."""
    install(session, "types")
    session.run("python", "-m", "codegen", "bump", *session.posargs)


@nox.session
def fuzz(session: nox.Session) -> None:
    """Run the coverage-guided fuzzer for a minute, or for `-- SECONDS`. It stops at the first finding."""
    install(session, "fuzz")
    seconds = session.posargs[0] if session.posargs else "60"
    corpus = session.create_tmp()
    environment = {"PYTHONPATH": "generated"}
    session.run("python", "-m", "tests.fuzz.seeds", f"{corpus}/seeds", env=environment)
    Path(corpus, "found").mkdir(exist_ok=True)
    limits = [f"-max_total_time={seconds}", "-max_len=4096", "-timeout=20", f"-artifact_prefix={corpus}/"]
    session.run("python", "-m", "tests.fuzz.run", *limits, f"{corpus}/found", f"{corpus}/seeds", env=environment)


@nox.session(python=PYTHONS[-1])
def ecosystem(session: nox.Session) -> None:
    """Test with other libraries that users have, in versions that need a recent Python."""
    install(session, "ecosystem")
    session.run("pytest", *PARALLEL, "tests/ecosystem", *session.posargs)


@nox.session(python=[*PYTHONS, *NEWER])
def wheel(session: nox.Session) -> None:
    """Test the wheel as the only package: each surface, unusual interpreter flags, from a zip, and frozen (on one Python)."""
    install(session, "wheel")
    parallel: tuple[str, ...] = ()
    if session.python == NEWEST:
        install(session, "frozen")
        parallel = PARALLEL  # freezing is slow
    session.run("pytest", *parallel, "--confcutdir=tests/wheel", "tests/wheel", *session.posargs)


@nox.session
def build(session: nox.Session) -> None:
    """Build both distributions, test the wheel alone, regenerate from the sources, and leave the distributions in dist/."""
    install(session, "build")
    scratch = Path(session.create_tmp()).resolve()
    shutil.rmtree(scratch, ignore_errors=True)
    session.run("python", "-m", "build", "--outdir", str(scratch / "dist"), silent=True)
    session.run("twine", "check", "--strict", *map(str, sorted((scratch / "dist").iterdir())))
    session.run("python", "-m", "release.distributions", str(scratch / "dist"))
    (wheel,) = (scratch / "dist").glob("*.whl")
    (sdist,) = (scratch / "dist").glob("*.tar.gz")
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
        session.run("python", "-m", "pytest", "-q", *PARALLEL, "-o", "pythonpath=.", *OF_THE_WHEEL)
    shutil.rmtree("dist", ignore_errors=True)
    shutil.copytree(scratch / "dist", "dist")


@nox.session
def release_check(session: nox.Session) -> None:
    """Check that the distributions in dist/ may be published as `-- TAG`, or as the tag of the workflow."""
    install(session, "build")
    tag = session.posargs or list(filter(None, [os.environ.get("GITHUB_REF_NAME")]))
    session.run("python", "-m", "release.version", *tag)
    session.run("twine", "check", "--strict", *map(str, sorted(Path("dist").iterdir())))
    session.run("python", "-m", "release.distributions", "dist")
