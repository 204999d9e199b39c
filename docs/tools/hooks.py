"""Hooks of the site generator, which add the reference to the site without files in the repository.

Needs the checkout and `generated/` on the path, as set by `nox -s docs`.
"""

from __future__ import annotations

import functools
import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from codegen.build import plans
from docs.tools import migration, reference, sequence

read_plans = functools.cache(plans)
ROOT = Path(__file__).resolve().parent.parent.parent


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Add generated pages, and those of whole folders, to the navigation."""
    assert config.nav is not None
    docs = Path(config.docs_dir)
    config.nav = [_filled(entry, docs) for entry in config.nav]
    return config


def _filled(entry: Any, docs: Path) -> Any:
    """An entry of the navigation: a folder becomes its pages, the newest first."""
    target: str | list[Any]
    ((title, target),) = entry.items()
    if title == "Reference":
        return {title: [*target, *reference.nav(read_plans())]}
    if isinstance(target, list):
        return {title: [_filled(inner, docs) for inner in target]}
    if target.endswith("/"):
        pages = sorted((docs / target).glob("*.md"), key=lambda page: _numbers(page.stem), reverse=True)
        return {title: [{page.stem: f"{target}{page.name}"} for page in pages]}
    return entry


def _numbers(version: str) -> list[int]:
    return [int(digits) for digits in re.findall(r"\d+", version)]


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Insert diagrams and tables of peers' names; remove links to files outside the site."""
    page_uri = page.file.src_uri
    filled = _ASKED.sub(lambda found: _FILLERS[found[1]](found[2], page_uri), markdown)
    return _OUTSIDE.sub(lambda found: _link(found[0], found[1], found[2], page_uri), filled)


def _link(link: str, text: str, target: str, page: str) -> str:
    """A relative link upwards. Links to files that are not on the site are replaced by their text."""
    path = posixpath.normpath(posixpath.join("docs", posixpath.dirname(page), target.partition("#")[0]))
    return text if not path.startswith("docs/") and (ROOT / path).exists() else link


def _diagram(name: str, _page: str) -> str:
    return sequence.svg(*sequence.DIAGRAMS[name])


def _migration(what: str, page: str) -> str:
    peer, _, kind = what.partition(" ")
    surface = next(plan for plan in read_plans() if plan.surface.name == "v1.unstable")
    return migration.table(peer, kind, surface, page)


_ASKED = re.compile(r"<!-- (diagram|migration): (.+?) -->")
_OUTSIDE = re.compile(r"\[([^\]\n]+)\]\((\.\./[^)\s]+)\)")
_FILLERS = {"diagram": _diagram, "migration": _migration}


def on_post_page(output: str, **_: Any) -> str:
    """Allow line breaks in long names in tables, headings and lists of members, but not in arrows."""
    headed = _HEADING.sub(_breakable, output)
    return _CELL.sub(lambda cell: _CODE.sub(_breakable, cell[0]).replace("-&gt;", _ARROW), headed)


def _breakable(found: re.Match[str]) -> str:
    return f"{found[1]}{_JOINT.sub('<wbr>', found[2])}{found[3]}"


_CELL = re.compile(r"<(td|dt)\b.*?</\1>", re.DOTALL)
_CODE = re.compile(r"(<code>)([^<]{12,})(</code>)")
_HEADING = re.compile(r'(<h2 id="\w+">)(\w{20,})(<)')
_JOINT = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[_./(=,\[])(?=\w)")
_ARROW = '<span class="acp-whole">-&gt;</span>'


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the reference's pages."""
    for path, text in reference.pages(read_plans()).items():
        files.append(File.generated(config, path, content=text))
    return files
