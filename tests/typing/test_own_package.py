"""What mypy and pyright say about a generated package of one's own, and about a program that uses it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.codegen import vendor
from tests.codegen.odd import make_odd


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package and the program, and nothing of this project beside them."""
    folder = tmp_path_factory.mktemp("own")
    vendor.make_package(vendor.make_schema(folder / "acme.schema.json"), folder)
    shutil.copy(vendor.FOLDER / "review.py", folder)
    return folder


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", *command], cwd=folder, capture_output=True, text=True, check=False)


def test_mypy(folder: Path) -> None:
    pytest.importorskip("mypy")
    done = run(folder, "mypy", "--strict", "--python-version", "3.10", "review.py", "acme_acp")
    assert done.returncode == 0, done.stdout[-2000:]
    mistake = 'import acme_acp\nacme_acp.AcmeReview(path="/a", comments="none")\nacme_acp.AcmeReviewed\n'
    (folder / "mistake.py").write_text(mistake, encoding="utf-8")
    done = run(folder, "mypy", "--strict", "--no-error-summary", "mistake.py")
    assert [line.rpartition("[")[2] for line in done.stdout.splitlines()] == ["arg-type]", "attr-defined]"]


def test_mypy_on_odd_schemas(folder: Path) -> None:
    pytest.importorskip("mypy")
    make_odd(folder)
    done = run(folder, "mypy", "--strict", "--python-version", "3.10", "odd")
    assert done.returncode == 0, done.stdout[-2000:]


def test_pyright(folder: Path) -> None:
    pytest.importorskip("pyright")
    config = {"include": ["review.py", "acme_acp"], "typeCheckingMode": "strict", "pythonVersion": "3.10"}
    (folder / "pyrightconfig.json").write_text(json.dumps(config), encoding="utf-8")
    report = json.loads(run(folder, "pyright", "--outputjson").stdout)
    assert report["summary"]["filesAnalyzed"] > 80
    assert report["generalDiagnostics"] == []
