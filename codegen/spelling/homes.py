"""In which modules a name stands that not every surface has: what a surface says of a name that it does not have."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

_OF_SESSIONS: Final = ("Conversation", "SessionView")
"""What is looked for in a surface, and stands in the module `session` of it."""


def homes_of_names(names: Mapping[str, Collection[str]]) -> dict[str, list[str]]:
    """Name -> modules that have it. `names` are those of each surface, by its module."""
    every = set().union(*names.values())
    homes = {name: [module for module, known in names.items() if name in known] for name in every}
    found = {name: modules for name, modules in homes.items() if len(modules) < len(names)}
    return found | {name: [f"{module}.session" for module in names] for name in _OF_SESSIONS}
