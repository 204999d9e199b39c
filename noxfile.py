"""The one door: `nox` runs everything that CI runs, `nox -s NAME` one part of it."""

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
"""Not promised yet; what users install is tried on them where they are there."""
PARALLEL = ("--numprocesses=auto", "--dist=worksteal")
PROJECT = nox.project.load_toml("pyproject.toml")


def is_there(python: str) -> bool:
    """Whether this machine has a Python. One that a version manager only names does not run."""
    found = shutil.which(f"python{python}")
    return found is not None and subprocess.run([found, "-c", ""], capture_output=True, check=False).returncode == 0


THERE = [python for python in PYTHONS if is_there(python)] or PYTHONS
OLDEST, NEWEST = THERE[0], THERE[-1]
"""What is run on one or two Pythons takes these, and so runs on a machine that has but one."""

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
"""Tests of what users install, not of the generator: they pass without `generated/` beside them."""


def install(session: nox.Session, group: str) -> None:
    """Install one of the dependency groups of pyproject.toml. Compiled is what a session imports: half of it."""
    session.install("--no-compile", *nox.project.dependency_groups(PROJECT, group))


@nox.session
def generate(session: nox.Session) -> None:
    """Delete and rewrite generated/acp_types and schema/model; bring schema/names.lock up to date."""
    install(session, "codegen")
    session.run("python", "-m", "codegen", "generate")


@nox.session
def check(session: nox.Session) -> None:
    """Fail, with a unified diff, where the repository is not what the generator makes."""
    install(session, "codegen")
    session.run("python", "-m", "codegen", "check")


@nox.session
def lint(session: nox.Session) -> None:
    """Style of what is written by hand; shape and safety of the workflows."""
    install(session, "lint")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    workflows = map(str, sorted(Path(".github/workflows").iterdir()))
    session.run("check-jsonschema", "--builtin-schema", "vendor.github-workflows", *workflows)
    session.run("check-jsonschema", "--builtin-schema", "vendor.dependabot", ".github/dependabot.yml")
    session.run("zizmor", "--offline", "--no-progress", ".github")


@nox.session
def types(session: nox.Session) -> None:
    """mypy --strict on everything, pyright strict on the package, and what four checkers say about users' programs."""
    install(session, "types")
    session.run("mypy")
    session.run("pyright")
    # A file's tests go together: they ask each checker once.
    session.run("pytest", "--numprocesses=auto", "--dist=loadfile", "tests/typing", *session.posargs)


@nox.session
def typing(session: nox.Session) -> None:
    """Write anew what is kept of the checkers' words: tests/typing/revealed/*.txt and docs/type-checkers.md."""
    install(session, "types")
    session.run("python", "-m", "tests.typing", env={"PYTHONPATH": "generated"})


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    """All tests but those of the sessions beside this, on every Python that is there."""
    install(session, "test")
    elsewhere = [f"--ignore=tests/{name}" for name in (*OF_OTHER_SESSIONS, *OF_THE_GENERATOR)]
    session.run("pytest", *PARALLEL, *elsewhere, *session.posargs)


@nox.session
def generator(session: nox.Session) -> None:
    """Tests of the generator and the documentation, on the Python that nox runs on.

    What is generated is the same on every one: `conformance` sees to that on the oldest and the newest.
    """
    install(session, "test")
    session.run("pytest", *PARALLEL, *(f"tests/{name}" for name in OF_THE_GENERATOR), *session.posargs)


@nox.session
def interop(session: nox.Session) -> None:
    """Against the TypeScript and the Python SDK, started with node and in virtual environments of their own."""
    install(session, "test")
    session.run("pytest", "--numprocesses=auto", "--dist=loadfile", "tests/interop", *session.posargs)


@nox.session(python=sorted({OLDEST, NEWEST}, key=PYTHONS.index))
def conformance(session: nox.Session) -> None:
    """Losslessness, the corpus, every published schema, bumps; ends with a table of what was run.

    On the oldest Python all tests of the bump, on the newest the bumps and schemas of the past.
    """
    install(session, "types")
    tests = sorted(Path("tests/conformance").glob("test_*.py"))
    tests.sort(key=lambda file: file.stem != "test_replay")  # so that no process is left alone with the longest
    bumps = ["tests/bump"] if session.python == OLDEST else []
    environment = {"ACP_TYPES_ALL_SCHEMAS": "1"} if session.python == NEWEST else {}
    session.run("pytest", *PARALLEL, *map(str, tests), *bumps, *session.posargs, env=environment)


@nox.session
def docs(session: nox.Session) -> None:
    """Spelling, and the site with all its links checked, into build/site."""
    install(session, "docs")
    session.run("codespell")
    environment = {"PYTHONPATH": f"{Path.cwd()}:{Path('generated').resolve()}", "NO_MKDOCS_2_WARNING": "1"}
    session.run("mkdocs", "build", "--strict", env=environment)


@nox.session
def browser(session: nox.Session) -> None:
    """Look at the site that `docs` built in headless Chromium: widths, contrast, what fails to load. Takes minutes."""
    install(session, "browser")
    session.run("python", "-m", "docs.tools.browser", *session.posargs)


@nox.session
def spec_pages(session: nox.Session) -> None:
    """Read the pages of the specification from a checkout, `-- FOLDER`: links into them are checked against those."""
    install(session, "codegen")
    session.run("python", "-m", "docs.tools.spec", *session.posargs)


@nox.session(python=NEWEST)
def coverage(session: nox.Session) -> None:
    """The tests of session views and conversations, but for the random ones, run every line and branch of them."""
    install(session, "coverage")
    data = {"COVERAGE_FILE": f"{session.create_tmp()}/coverage"}
    randomly = [f"--ignore=tests/{name}.py" for name in ("conversation/test_anything", "session/test_properties")]
    tests = ["tests/session", "tests/conversation", "tests/cli/test_show.py", "tests/cli/test_violations.py"]
    session.run("coverage", "run", "-m", "pytest", *tests, *randomly, *session.posargs, env=data)
    session.run("coverage", "report", env=data)


@nox.session
def bump(session: nox.Session) -> None:
    """Follow the published schemas: `-- VERSION`, `-- latest` or `-- --from DIR`. Changes all or nothing."""
    install(session, "types")
    session.run("python", "-m", "codegen", "bump", *session.posargs)


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


@nox.session(python=PYTHONS[-1])
def ecosystem(session: nox.Session) -> None:
    """With the libraries that users have beside this one, in versions that need a new Python themselves."""
    install(session, "ecosystem")
    session.run("pytest", *PARALLEL, "tests/ecosystem", *session.posargs)


@nox.session(python=[*PYTHONS, *NEWER])
def wheel(session: nox.Session) -> None:
    """The wheel where it is the only package: each surface, odd interpreter flags, from a zip, and frozen (on one)."""
    install(session, "wheel")
    parallel: tuple[str, ...] = ()
    if session.python == NEWEST:
        install(session, "frozen")
        parallel = PARALLEL  # freezing takes long
    session.run("pytest", *parallel, "--confcutdir=tests/wheel", "tests/wheel", *session.posargs)


@nox.session
def build(session: nox.Session) -> None:
    """Build both distributions; use and test the wheel alone, regenerate from the sources; leave them in dist/."""
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
    """Whether what `build` left in dist/ may be published as `-- TAG`, or as the tag that a workflow runs for."""
    install(session, "build")
    tag = session.posargs or list(filter(None, [os.environ.get("GITHUB_REF_NAME")]))
    session.run("python", "-m", "release.version", *tag)
    session.run("twine", "check", "--strict", *map(str, sorted(Path("dist").iterdir())))
    session.run("python", "-m", "release.distributions", "dist")
