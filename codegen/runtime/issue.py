"""What reading was lenient about. Separate from `errors`, which is always loaded, because a `NamedTuple` is slow to make."""

# Annotations are evaluated here: `NamedTuple` would compile strings, which costs a millisecond.

from typing import NamedTuple

from .errors import Rule
from .json_value import JsonValue


class Issue(NamedTuple):
    """One value that reading replaced, dropped or did not know. Nothing else was changed or dropped."""

    path: str
    """Where, as a JSON path."""
    rule: Rule
    """What happened: a `default-...` or `skip-...` rule of the schema was applied, or something unknown was kept."""
    value: JsonValue
    """The original value."""
