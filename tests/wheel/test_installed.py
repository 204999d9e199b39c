"""The wheel in a consumer's environment: installed with nothing beside it, run in odd ways, from a zip, frozen.

The programs run outside of this checkout and isolated from its settings, so that only the wheel can be what they use.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipapp
import zipfile
from collections.abc import Sequence
from importlib import util
from pathlib import Path

import pytest

from tests.wheel.conftest import ROOT, SECONDS

PROGRAMS = Path(__file__).parent / "programs"
EVERYDAY = PROGRAMS / "everyday.py"
TRACE = ROOT / "examples" / "sample-trace.jsonl"
SURFACES = ("acp_types.v1", "acp_types.v1.unstable", "acp_types.v2", "acp_types.v2.unstable")

needs = {name: util.find_spec(name) is not None for name in ("hatchling", "PyInstaller")}
pytestmark = pytest.mark.skipif(not needs["hatchling"], reason="hatchling is not here: `nox -s wheel` has it")


def run(command: Sequence[str | Path], folder: Path) -> str:
    """What a command prints; that it succeeds and has nothing to complain of is part of every test."""
    settings = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=folder,
        env={**settings, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert not done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def consumer(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scripts folder of an environment that has the wheel and nothing else, not even pip."""
    folder = tmp_path_factory.mktemp("consumer")
    run([sys.executable, "-m", "venv", "--without-pip", folder], folder)
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    pip = [sys.executable, "-m", "pip", "--python", str(scripts / "python"), "--disable-pip-version-check"]
    run([*pip, "install", "--quiet", "--no-index", wheel], folder)
    return scripts


def test_the_package_comes_alone(consumer: Path, tmp_path: Path) -> None:
    code = "from importlib.metadata import distributions as d; print(*[(x.name, x.requires) for x in d()])"
    assert run([consumer / "python", "-I", "-c", code], tmp_path) == "('acp-types', None)\n"


@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize("flags", [["-W", "error"], ["-OO"]], ids=" ".join)
def test_each_surface_alone(consumer: Path, tmp_path: Path, surface: str, flags: list[str]) -> None:
    """The first import of a fresh interpreter, and all that its names load later."""
    other = "acp_types.v2" if ".v1" in surface else "acp_types.v1"
    code = (
        f"import sys, {surface} as s; names = [getattr(s, name) for name in s.__all__]; print(s.__file__);"
        f"print(len(names), [name for name in sys.modules if name.startswith({other!r})])"
    )
    file, rest = run([consumer / "python", "-I", *flags, "-c", code], tmp_path).splitlines()
    assert Path(file).is_relative_to(consumer.parent)
    count, loaded = rest.split(" ", 1)
    assert int(count) > 200
    assert loaded == "[]"


@pytest.mark.parametrize("flags", [["-W", "error", "-bb", "-X", "dev"], ["-OO"]], ids=" ".join)
def test_everyday_use(consumer: Path, tmp_path: Path, flags: list[str]) -> None:
    assert run([consumer / "python", "-I", *flags, EVERYDAY, TRACE], tmp_path).startswith("ok ")


@pytest.mark.parametrize("flags", [[], ["-OO"]], ids=["", "-OO"])
def test_the_command(consumer: Path, tmp_path: Path, flags: list[str]) -> None:
    by_module = run([consumer / "python", *flags, "-m", "acp_types", "check", TRACE], tmp_path)
    assert "session/prompt" in by_module
    assert run([consumer / "acp-types", "check", TRACE], tmp_path) == by_module


def test_the_command_says_which_version_it_is(consumer: Path, wheel: Path, tmp_path: Path) -> None:
    version = wheel.name.split("-")[1]
    assert run([consumer / "acp-types", "--version"], tmp_path).startswith(f"acp-types {version}, ACP v1 and v2 of ")


def test_from_the_wheel_as_a_zip(wheel: Path, tmp_path: Path) -> None:
    """A wheel on `sys.path` is read with zipimport; nothing is unpacked."""
    code = f"import sys, runpy; sys.path.insert(0, {str(wheel)!r}); sys.argv[:] = ['everyday', {str(TRACE)!r}]"
    code += f"; runpy.run_path({str(EVERYDAY)!r}, run_name='__main__'); print(sys.modules['acp_types.v2'].__file__)"
    done, file = run([sys.executable, "-I", "-S", "-W", "error", "-c", code], tmp_path).splitlines()
    assert done.startswith("ok ")
    assert file.startswith(str(wheel))


def test_from_an_application_in_one_file(wheel: Path, tmp_path: Path) -> None:
    source = tmp_path / "app"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(source)
    shutil.copy(EVERYDAY, source / "__main__.py")
    zipapp.create_archive(source, tmp_path / "app.pyz", compressed=True)
    shutil.rmtree(source)
    assert run([sys.executable, "-I", "-S", "-OO", tmp_path / "app.pyz", TRACE], tmp_path).startswith("ok ")


@pytest.mark.skipif(not needs["PyInstaller"], reason="no PyInstaller: `nox -s wheel` has it on the newest Python")
@pytest.mark.parametrize(("program", "runs"), [("everyday", [[TRACE]]), ("command", [["show", TRACE], ["--version"]])])
def test_frozen(consumer: Path, tmp_path: Path, program: str, runs: list[list[str | Path]]) -> None:
    """PyInstaller finds what is imported late without being told; the command names no surface itself."""
    (site,) = consumer.parent.glob("**/site-packages")
    source = shutil.copy(PROGRAMS / f"{program}.py", tmp_path)
    freeze = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level=ERROR", source]
    settings = {**os.environ, "PYTHONPATH": str(site)}  # as if installed beside PyInstaller, which then finds its hook
    subprocess.run(freeze, cwd=tmp_path, env=settings, check=True, capture_output=True, timeout=SECONDS)
    for arguments in runs:
        frozen = run([tmp_path / "dist" / program / program, *arguments], tmp_path)
        assert frozen == run([consumer / "python", "-I", source, *arguments], tmp_path)
