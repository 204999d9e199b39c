"""Writes the seed corpus: the model-derived samples and messages of all surfaces, each as the fuzzer reads it.

python -m tests.fuzz.seeds FOLDER
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from codegen.model import Ref
from tests.conformance.samples import Samples
from tests.conftest import SURFACES, model
from tests.fuzz.target import FORMS


def seeds() -> Iterator[bytes]:
    """Each sample of each type, and a message of each method, as `one_input` takes them."""
    for index, name in enumerate(SURFACES):
        surface = model(name)
        samples = Samples(surface)
        for position, (definition, _) in enumerate(FORMS[index]):
            if definition in surface.items:
                for full in (False, True):
                    text = json.dumps(samples.value(Ref(definition), full=full))
                    yield bytes([index | (position // 256) << 5, position % 256]) + text.encode()
        for method in surface.methods:
            members = {"jsonrpc": "2.0", "method": method.name, "params": samples.value(Ref(method.params), full=True)}
            if method.kind == "request":
                members["id"] = 1
            sender = 16 if method.receiver == "agent" else 0
            yield bytes([index | 8 | sender, 0]) + json.dumps(members).encode()


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for seed in seeds():
        (folder / hashlib.sha256(seed).hexdigest()[:16]).write_bytes(seed)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
