"""What the site generator runs: the reference goes into the site without being files of the repository.

Needs the checkout and `generated/` on the path: `nox -s docs` sees to that.
"""

from __future__ import annotations

import functools
import logging
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from codegen.__main__ import plans
from docs.tools import migration, reference, sequence

log = logging.getLogger("mkdocs.acp_types")
read_plans = functools.cache(plans)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the reference's pages where the navigation has a place for them."""
    assert config.nav is not None
    docs = Path(config.docs_dir)
    config.nav = [_filled(entry, docs) for entry in config.nav if _is_there(entry, docs)]
    return config


def _filled(entry: Any, docs: Path) -> Any:
    """An entry of the navigation, the generated pages and sections included."""
    ((title, target),) = entry.items()
    if title == "Reference":
        return {title: [*target, *reference.nav(read_plans())]}
    if isinstance(target, list):
        return {title: [_filled(inner, docs) for inner in target if _is_there(inner, docs)]}
    return entry


def _is_there(entry: Any, docs: Path) -> bool:
    """Whether a page is in this checkout; one that is not is left out of the navigation."""
    target: str | list[Any]
    ((_, target),) = entry.items()
    if isinstance(target, list):
        return any(_is_there(inner, docs) for inner in target)
    there = (docs / str(target)).is_file()
    if not there:
        log.info("no %s in this checkout", target)
    return there


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Fill in what a page asks for: a diagram, or a table of the names of a peer."""
    return _ASKED.sub(lambda found: _FILLERS[found[1]](found[2], page.file.src_uri), markdown)


def _diagram(name: str, _page: str) -> str:
    return sequence.svg(*sequence.DIAGRAMS[name])


def _migration(what: str, page: str) -> str:
    peer, _, kind = what.partition(" ")
    surface = next(plan for plan in read_plans() if plan.surface.name == "v1.unstable")
    return migration.table(peer, kind, surface, page)


_ASKED = re.compile(r"<!-- (diagram|migration): (.+?) -->")
_FILLERS = {"diagram": _diagram, "migration": _migration}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the reference's pages."""
    for path, text in reference.pages(read_plans()).items():
        files.append(File.generated(config, path, content=text))
    return files
