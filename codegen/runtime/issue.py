"""What reading was lenient about. Not in `errors`, since reading has to load that, and a `NamedTuple` takes its time."""

# Annotations are evaluated here: `NamedTuple` compiles those that are strings, which costs a millisecond.

from typing import NamedTuple

from .errors import Rule
from .json_value import JsonValue


class Issue(NamedTuple):
    """One thing that reading was lenient about or did not know. Nothing else was changed or dropped."""

    path: str
    """Where, as a JSON path."""
    rule: Rule
    """What was done: a `default-...` or `skip-...` rule of the schema was applied, or something unknown was kept."""
    value: JsonValue
    """What stood there."""
