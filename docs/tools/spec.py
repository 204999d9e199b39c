"""Checks links into the published specification against a list of its pages.

`python -m docs.tools.spec CHECKOUT` reads a checkout of the specification (its `docs/` and `schema/`) and writes
`docs/tools/spec.json`: the pages with their anchors. `docs/tools/spec.toml` has the links that this cannot verify,
each with the reason why it is kept.

The pages of the schema are generated from the schema, which determines their anchors
(`schema_anchors`); this is checked when the data is written. So definitions newer than
the checkout can be linked by that rule.
"""

from __future__ import annotations

import functools
import json
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import tomli

from codegen.model import Item, Method, Surface
from codegen.source import read_sources

HERE = Path(__file__).resolve().parent
DATA = HERE / "spec.json"
DECISIONS = HERE / "spec.toml"
SITE = "https://agentclientprotocol.com"
FOLDERS = ("protocol", "rfds")

SCHEMA_PAGES = {
    "v1": "protocol/v1/schema",
    "v1.unstable": "protocol/v1/draft/schema",
    "v2": "protocol/v2/schema",
    "v2.unstable": "protocol/v2/draft/schema",
}
"""By surface."""

_SIDES = {"agent": ("agent",), "client": ("client",), "protocol": ("protocol",), "both": ("agent", "client")}
"""The sections of a definition, by its side. Other definitions have no known section."""

_FENCED = re.compile(r"^ *```.*?^ *```", re.DOTALL | re.MULTILINE)
_HEADING = re.compile(r"^#{1,6} +(.*?)\s*$", re.MULTILINE)
_ID = re.compile(r'<a id="([^"]+)"')


def schema_anchors(schema: Mapping[str, Any]) -> set[str]:
    """The anchors of the page generated from a schema: one for each definition and method."""
    found: set[str] = set()
    methods: dict[str, set[str]] = defaultdict(set)
    for name, definition in schema["$defs"].items():
        side = definition.get("x-side")
        if definition.get("x-docs-ignore") or (side and side not in _SIDES):
            continue
        found.add(name.lower())
        if side:
            methods[definition["x-method"]].update(_SIDES[side])
    for name, sides in methods.items():
        found.update(_method_anchor(name, side if len(sides) > 1 else "") for side in sides)
    return found


def _method_anchor(name: str, section: str) -> str:
    anchor = name.lower().replace("/", "-")
    return f"{section}-{anchor}" if section else anchor


def schema_link(surface: Surface, item: Item | Method) -> str:
    """The link to the published schema page, at a method or the definition that contains an item."""
    page = SCHEMA_PAGES[surface.name]
    if isinstance(item, Method):
        wanted = [_method_anchor(item.name, ""), _method_anchor(item.name, item.receiver)]
    else:
        wanted = [item.pointer.split("/")[2].lower()]
    anchor = next((anchor for anchor in wanted if anchor in _pinned_anchors()[page]), None)
    return f"{SITE}/{page}#{anchor}" if anchor else f"{SITE}/{page}"


@functools.cache
def _pinned_anchors() -> Mapping[str, set[str]]:
    """By schema page: its anchors once it is generated from the schemas vendored here."""
    return {SCHEMA_PAGES[source.surface]: schema_anchors(source.schema) for source in read_sources()}


@functools.cache
def pages() -> Mapping[str, frozenset[str]]:
    """The pages of the checkout, with their anchors."""
    stored = json.loads(DATA.read_text(encoding="utf-8"))["pages"]
    return {page: frozenset(anchors) for page, anchors in stored.items()}


@functools.cache
def decisions() -> Any:
    """The tables of spec.toml: `unverified` and `mended`."""
    return tomli.loads(DECISIONS.read_text(encoding="utf-8"))


def unverified() -> Mapping[str, str]:
    """Unverified links into the site -> the reason why they are kept."""
    return {link: entry["reason"] for entry in decisions()["unverified"] for link in entry["links"]}


def mend(text: str) -> str:
    """A text of the schema, with links that are known to be wrong corrected."""
    for wrong, right in decisions()["mended"].items():
        text = text.replace(f"({SITE}/{wrong})", f"({SITE}/{right})")
    return text


def is_verified(link: str) -> bool:
    """Whether a page exists and has the anchor, or will have it by the rule of the schema pages."""
    page, _, anchor = link.removeprefix(SITE).strip("/").partition("#")
    known = pages().get(page)
    if known is None:
        return not page  # the front page of the site
    return not anchor or anchor in known or anchor in _pinned_anchors().get(page, ())


def links_in(text: str) -> set[str]:
    """The links into the specification in a Markdown or Python text."""
    return {link.rstrip(".,;") for link in re.findall(rf"{re.escape(SITE)}[^\s)\"'>`\]{{}}]*", text)}


def read_pages(checkout: Path) -> Iterator[tuple[str, list[str]]]:
    """Every page of a checkout with its anchors."""
    docs = checkout / "docs"
    for folder in FOLDERS:
        for path in sorted((docs / folder).rglob("*.mdx")):
            text = _FENCED.sub("", path.read_text(encoding="utf-8"))
            headings = (heading for heading in _HEADING.findall(text) if "/" not in re.sub(r"<[^>]*>", "", heading))
            anchors = {*_ID.findall(text), *map(slug, headings)}
            yield path.relative_to(docs).with_suffix("").as_posix(), sorted(anchors)


def slug(heading: str) -> str:
    """The anchor of a heading on the specification's site."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", re.sub(r"<[^>]*>", "", heading))
    return re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", text.lower()).strip())


def check_rule(checkout: Path, found: Mapping[str, list[str]]) -> None:
    """Stop unless the schema pages of a checkout have exactly the anchors expected from its schemas."""
    for surface, page in SCHEMA_PAGES.items():
        version, _, unstable = surface.partition(".")
        file = checkout / "schema" / version / ("schema.unstable.json" if unstable else "schema.json")
        expected = schema_anchors(json.loads(file.read_text(encoding="utf-8")))
        differing = expected ^ (set(found[page]) - {"agent", "client", "protocol-level"})  # the page's sections
        if differing:
            raise SystemExit(f"{page}: not as made from {file}: {', '.join(sorted(differing))}")


def main(checkout: Path) -> None:
    found = dict(read_pages(checkout))
    check_rule(checkout, found)
    described = ["git", "-C", str(checkout), "log", "-1", "--format=%H %cs"]
    commit, date = subprocess.run(described, capture_output=True, text=True, check=True).stdout.split()
    # One page per line, so that a diff shows the page.
    lines = [f"  {json.dumps(page)}: {json.dumps(anchors)}" for page, anchors in found.items()]
    text = f'{{\n "commit": "{commit}",\n "date": "{date}",\n "pages": {{\n' + ",\n".join(lines) + "\n }\n}\n"
    DATA.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
