"""Sphinx autodoc and mkdocstrings: what they print of the package in the documentation of a user's own project."""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from acp_types import v2
from tests.conftest import ROOT

pytest.importorskip("sphinx", reason="Sphinx is not here: `nox -s ecosystem` has it")
pytest.importorskip("mkdocstrings", reason="mkdocstrings is not here: `nox -s ecosystem` has it")

PAGE = """\
Types
=====

.. autoclass:: acp_types.v2.TextContent
   :members:

.. autoclass:: acp_types.v1.AgentCapabilities
   :members: load_session

.. autoclass:: acp_types.v2.ErrorCode
   :members: PARSE_ERROR

.. autofunction:: acp_types.v2.decode

.. autoclass:: acp_types.v2.AgentHandler
   :members: session_prompt

.. autodata:: acp_types.v2.ContentBlock
"""
OPTIONS = "\n    options:\n      show_root_heading: true\n      separate_signature: true\n"
NAMES = ("TextContent", "ContentBlock", "Role", "SessionId", "decode")


def run(*command: str, folder: Path) -> None:
    """Run a builder with warnings as errors."""
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=folder, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def sphinx(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A page of autodoc directives, as text on one line."""
    folder = tmp_path_factory.mktemp("sphinx")
    folder.joinpath("conf.py").write_text(
        f"import sys\nsys.path.insert(0, {str(ROOT / 'generated')!r})\nextensions = ['sphinx.ext.autodoc']\n"
    )
    folder.joinpath("index.rst").write_text(PAGE)
    run("sphinx", "-q", "-W", "-b", "text", ".", "out", folder=folder)
    return " ".join((folder / "out" / "index.txt").read_text(encoding="utf-8").split())


def test_autodoc_shows_a_class_with_its_signature_and_members(sphinx: str) -> None:
    assert "class acp_types.v2.TextContent(*, text: str, annotations: Annotations | None = None," in sphinx
    assert "Text provided to or from an LLM." in sphinx
    assert "text: str Text payload carried by this content block." in sphinx
    assert "type: ClassVar[Literal['text']] = 'text' The discriminator" in sphinx


def test_autodoc_shows_members_with_defaults_codes_functions_and_handlers(sphinx: str) -> None:
    assert "load_session: bool Whether the agent supports *session/load*." in sphinx
    assert re.search(r"PARSE_ERROR = -32700 \W*Parse error\W*: Invalid JSON was received by the server\.", sphinx)
    assert "acp_types.v2.decode(form: type[T], value: object, *, strict: bool = False," in sphinx
    assert "async session_prompt(params: PromptRequest) -> PromptResponse" in sphinx


def test_autodoc_does_not_find_the_docstring_of_an_alias(sphinx: str) -> None:
    """It looks for it in the source of the module that it is asked about, and the surface only names the alias."""
    shown = sphinx.partition("acp_types.v2.ContentBlock")[2]
    assert "TextContent" in shown
    assert "Content blocks represent" not in shown


class Text(HTMLParser):
    """The text of a page, without its markup."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []

    def handle_data(self, data: str) -> None:
        self.parts.append(data)


@pytest.fixture(scope="module")
def mkdocs(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A page of mkdocstrings blocks, as text on one line."""
    folder = tmp_path_factory.mktemp("mkdocs")
    folder.joinpath("mkdocs.yml").write_text(
        "site_name: Types\ntheme:\n  name: mkdocs\nplugins:\n  - mkdocstrings:\n      handlers:\n        python:\n"
        f"          paths: [{str(ROOT / 'generated')!r}]\n          options: {{show_source: false}}\n"
    )
    folder.joinpath("docs").mkdir()
    page = "\n\n".join(f"::: acp_types.v2.{name}{OPTIONS}" for name in NAMES)
    folder.joinpath("docs", "index.md").write_text(page)
    run("mkdocs", "build", "--quiet", "--strict", folder=folder)
    text = Text()
    text.feed((folder / "site" / "index.html").read_text(encoding="utf-8"))
    return " ".join("".join(text.parts).split())


def test_mkdocstrings_shows_classes_aliases_and_identifiers(mkdocs: str) -> None:
    for name in NAMES:
        assert f"acp_types.v2.{name}" in mkdocs or f" {name}" in mkdocs
    assert "Text provided to or from an LLM." in mkdocs
    assert "Text payload carried by this content block." in mkdocs
    assert "Content blocks represent displayable information" in mkdocs
    assert "The sender or recipient of messages and data in a conversation." in mkdocs
    assert "A unique identifier for a conversation session" in mkdocs
    assert "Read a parsed JSON value as a type of this surface" in mkdocs


def test_mkdocstrings_does_not_know_the_constructor(mkdocs: str) -> None:
    """It reads the source, and takes only `dataclasses.dataclass` itself for a dataclass. The members are all there."""
    assert re.search(r"decode\(\s*form", mkdocs)
    assert not re.search(r"TextContent\(\s*\*?,?\s*text", mkdocs)
    for name in ("text", "annotations", "meta", "unknown_fields"):
        assert re.search(rf"\b{name}\b", mkdocs)
    assert v2.TextContent.__doc__
