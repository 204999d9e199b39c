"""Examines the peers in their own environments and writes `docs/tools/peers.json`: `python -m docs.tools.peers`.

The comparison and the migration tables use this data, which comes from the peers themselves. The
environments are those of the benchmarks; the type checkers are those of the `types` group.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from typing import Any

import tomli

from benchmarks.environments import PEERS, ROOT, SHARED, Cache, Peer
from codegen.build import plans
from codegen.model import Ref, Surface, Union
from docs.tools import misspelt, probing
from docs.tools.comparison import DATA
from docs.tools.values import Values

CACHE = ROOT / "build" / "peers"
FOLDERS = {"the package": ROOT / "generated", "the checkout": ROOT}
PROBED = ("acp-types", "sdk", "sdk-candidate", "chuk-acp", "msgspec")
TYPEDDICTS = Peer("typeddicts", "TypedDicts", "", SHARED, ())
"""Not a peer of the benchmarks, because a dict that is not checked costs the same as `json`."""


def session_updates() -> dict[str, list[dict[str, Any]]]:
    """An example of each session update, by the surface that introduces its kind."""
    seen: set[str] = set()
    found: dict[str, list[dict[str, Any]]] = {}
    for surface in (plan.surface for plan in plans()):
        new = [update for update in examples(surface) if update["sessionUpdate"] not in seen]
        if new:
            found[surface.name] = new
        seen.update(update["sessionUpdate"] for update in new)
    return found


def examples(surface: Surface) -> Sequence[dict[str, Any]]:
    union = surface.items["SessionUpdate"]
    assert isinstance(union, Union)
    assert union.tag
    values = Values(surface)
    return [
        {union.tag: variant.tag, **values.of(variant.shape.name)}
        for variant in union.variants
        if isinstance(variant.shape, Ref)
    ]


def look_at(peer: Peer, cache: Cache, updates: probing.Updates) -> dict[str, Any]:
    """The results of the probe in a peer's environment."""
    python = cache.python(peer.environment)
    command = [str(python), "-m", "docs.tools.probe", peer.name]
    environment = cache.variables(*FOLDERS.values())
    text = json.dumps(updates)
    done = subprocess.run(command, input=text, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, Any] = {"versions": dict(cache.versions(peer)), **json.loads(done.stdout)}
    if peer.name in misspelt.PROGRAMS:
        found["a misspelt member is noticed"] = misspelt.noticed(peer.name, python, FOLDERS)
    return found


def our_weight() -> dict[str, list[str]]:
    """The dependencies of this package."""
    project = tomli.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return probing.weight(project["dependencies"])


def main() -> None:
    cache = Cache(CACHE)
    cache.prepare()
    updates = session_updates()
    probed = [*(peer for peer in PEERS if peer.name in PROBED), TYPEDDICTS]
    found = {peer.name: look_at(peer, cache, updates) for peer in probed}
    found["acp-types"] |= our_weight()
    found["checkers"] = misspelt.checkers()
    DATA.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
