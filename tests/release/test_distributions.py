"""What stops a distribution: anything that is not the package, and a size that nobody has agreed to."""

from __future__ import annotations

import io
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest
import tomli

from release import distributions
from release.distributions import budget_problems, main, read_package, read_sdist, sdist_problems, wheel_problems

PROJECT: dict[str, Any] = {
    "name": "acp-types",
    "version": "1.2.3",
    "requires-python": ">=3.10",
    "license-files": ["LICENSE", "schema/LICENSE"],
}
PACKAGE = {"acp_types/__init__.py": b"x = 1\n", "acp_types/_schemas/v2/schema.json": b"{}"}
INFO = "acp_types-1.2.3.dist-info"
METADATA = (
    b"Metadata-Version: 2.4\nName: acp-types\nVersion: 1.2.3\nRequires-Python: >=3.10\n\nRequires-Dist: in the text\n"
)
WHEEL = {
    **PACKAGE,
    f"{INFO}/METADATA": METADATA,
    **{f"{INFO}/{name}": b"" for name in ("RECORD", "WHEEL", "entry_points.txt")},
    f"{INFO}/licenses/LICENSE": b"",
    f"{INFO}/licenses/schema/LICENSE": b"",
}


def test_a_good_wheel() -> None:
    assert list(wheel_problems(WHEEL, PACKAGE, PROJECT)) == []


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("codegen/__init__.py", b"", "has codegen/__init__.py, which is no part of it"),
        ("acp_types/stray.py", b"", "has acp_types/stray.py, which is no part of it"),
        ("acp_types/_schemas/v2/schema.json", None, "lacks acp_types/_schemas/v2/schema.json"),
        (f"{INFO}/licenses/schema/LICENSE", None, f"lacks {INFO}/licenses/schema/LICENSE"),
        ("acp_types/__init__.py", b"x = 2\n", "acp_types/__init__.py is not the generated file"),
        (
            f"{INFO}/METADATA",
            METADATA.replace(b"\n\n", b"\nRequires-Dist: pydantic\n\n"),
            "its metadata asks for other packages",
        ),
        (
            f"{INFO}/METADATA",
            METADATA.replace(b"1.2.3", b"1.2.4"),
            "its metadata has another Version than pyproject.toml",
        ),
    ],
)
def test_a_wheel_that_is_not_the_package(name: str, content: bytes | None, problem: str) -> None:
    files = {**WHEEL, name: content or b""}
    if content is None:
        del files[name]
    assert list(wheel_problems(files, PACKAGE, PROJECT)) == [problem]


def test_sources_that_are_not_the_checkout(tmp_path: Path) -> None:
    for name in distributions._NEEDED:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"as it is")
    good = dict.fromkeys(distributions._NEEDED, b"as it is") | {"PKG-INFO": b""}
    assert list(sdist_problems(good, tmp_path)) == []
    bad = {**good, "README.md": b"changed", "new.py": b"", "tests/__pycache__/conftest.pyc": b""}
    del bad["LICENSE"]
    assert list(sdist_problems(bad, tmp_path)) == [
        "README.md is not the checkout's",
        "new.py is not the checkout's",
        "has tests/__pycache__/conftest.pyc, which is no source",
        "lacks LICENSE",
    ]


@pytest.mark.parametrize(("size", "problems"), [(9, 1), (10, 0), (20, 0), (21, 1)])
def test_the_budget_has_two_ends(size: int, problems: int) -> None:
    found = list(budget_problems("wheel", {"bytes": size}, {"wheel": {"bytes": [10, 20]}}))
    assert found == [f"has {size} bytes, 10 to 20 are in release/budget.toml"] * problems


def test_the_budget_is_of_both_distributions() -> None:
    budget = tomli.loads(distributions.BUDGET.read_text(encoding="utf-8"))
    assert {name: set(bounds) for name, bounds in budget.items()} == {
        "wheel": {"bytes", "files"},
        "sdist": {"bytes", "files"},
    }
    files = len(read_package(distributions.PACKAGE)) + 6
    assert list(budget_problems("wheel", {"files": files}, budget)) == []


def test_the_command_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == 1
    assert capsys.readouterr().err == f"release: {tmp_path} has 0 files *.whl, expected one\n"
    with zipfile.ZipFile(tmp_path / "acp_types-1-py3-none-any.whl", "w") as wheel:
        wheel.writestr("acp_types/__init__.py", "")
    with tarfile.open(tmp_path / "acp_types-1.tar.gz", "w:gz") as sdist:
        sdist.addfile(tarfile.TarInfo("acp_types-1/README.md"), io.BytesIO())
    assert read_sdist(tmp_path / "acp_types-1.tar.gz") == {"README.md": b""}
    assert main([str(tmp_path)]) == 1
    assert capsys.readouterr().err.startswith("release: acp_types-1-py3-none-any.whl lacks ")
