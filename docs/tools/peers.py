"""Looks at the peers in environments of their own and writes `docs/tools/peers.json`: `python -m docs.tools.peers`.

What the comparison and the migration tables say of a peer comes from there, and so from the peer itself. The
environments
are those of the benchmarks.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from benchmarks.environments import PEERS, ROOT, Cache, Peer

HERE = Path(__file__).resolve().parent
DATA = HERE / "peers.json"
CACHE = ROOT / "build" / "peers"
PROBED = {"acp-types": "acp-types", "sdk": "sdk", "chuk-acp": "chuk", "msgspec": "msgspec"}
"""By the name of the peer in the benchmarks: what the probe calls it."""


def look_at(peer: Peer, cache: Cache) -> dict[str, Any]:
    """What the probe finds in a peer's environment."""
    command = [str(cache.python(peer.environment)), str(HERE / "probe.py"), PROBED[peer.name]]
    environment = cache.variables(ROOT / "generated", ROOT)
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return {"versions": dict(cache.versions(peer)), **found}


def main() -> None:
    cache = Cache(CACHE)
    cache.prepare()
    found = {peer.name: look_at(peer, cache) for peer in PEERS if peer.name in PROBED}
    DATA.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
