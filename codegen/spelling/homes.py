"""The modules of names that only some surfaces have, for the hint about a missing name."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

_OF_SESSIONS: Final = ("Conversation", "SessionView")
"""Names that users look for in a surface and that are in its module `session`."""


def homes_of_names(names: Mapping[str, Collection[str]]) -> dict[str, list[str]]:
    """Name -> modules with it. `names` has the names of each surface, by module."""
    every = set().union(*names.values())
    homes = {name: [module for module, known in names.items() if name in known] for name in every}
    found = {name: modules for name, modules in homes.items() if len(modules) < len(names)}
    return found | {name: [f"{module}.session" for module in names] for name in _OF_SESSIONS}
