"""Puts the schemas of a release into a checkout, and pins them."""

from __future__ import annotations

import hashlib

from codegen import toml_text as toml
from codegen.bump.release import Release
from codegen.project import Project

_PIN = """\
# Where the schemas in this folder come from, byte for byte. `python -m codegen` refuses a file whose hash differs.
package = {package}
registry = {registry}
version = {version}
date = {date}
license = "Apache-2.0, see LICENSE"

[sha256]
"""


def vendor(release: Release, project: Project) -> None:
    """Write the schemas and PINNED.toml."""
    texts = {name: toml.value(getattr(release, name)) for name in ("package", "registry", "version")}
    pin = _PIN.format(**texts, date=release.date)
    for file, content in sorted(release.files.items()):
        path = project.schema / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        pin += f'"{file}" = "{hashlib.sha256(content).hexdigest()}"\n'
    (project.schema / "PINNED.toml").write_text(pin, encoding="utf-8", newline="\n")
