"""How deep JSON may nest, in what is read and in what is written, and what may be in it, told without deep recursion.

| asked | of what | finds |
| --- | --- | --- |
| `is_plain` | a whole parsed value, before it is read fast | what is not of the classes of `json`, what nests deeply |
| `is_shallow` | raw JSON in what is read fast | what may nest deeply |
| `is_written_as_it_is` | raw JSON in what is written fast | the same, and what `json` would write as something else |
| `is_json` | a whole value, before `json` writes it | whatever is no JSON, what nests deeply |
| `nests_deeply` | anything, before the reference codec reads it | what nests deeply, in a user's mappings and sequences too |
| `text_nests_deeply` | JSON text | what nests deeply |

Each looks at no more than it has to: they are in the way of every message, and what one more look would cost is measured.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from typing import Any, Final

from .json_value import is_array, is_mapping, is_object, is_sequence, kind

MAX_NESTING: Final = 128
"""How many arrays and objects may stand in one another.

Python prints, compares, copies, pickles and writes nested values by recursion, `copy.deepcopy` with two frames for each
level, out of a thousand frames that the caller has used some of. How deep `json` itself reads is another number in every
version of Python, and where an application has raised the recursion limit there is none but the end of the C stack,
which ends the process. serde_json, which the protocol's own implementation reads with, goes no deeper than this either;
real messages nest a dozen deep.
"""

MAX_RAW_NESTING: Final = 100
"""How many may stand in one another in raw JSON for the fast codec, which does not count what stands around it.

Types nest no deeper than the difference: `tests/codec/test_fast_parts.py` looks at them all.
"""

EXPECTED: Final = f"JSON nested at most {MAX_NESTING} deep"
"""How an error names the limit."""

_EXACT: Final = frozenset((str, int, bool, type(None)))
_ATOMS: Final = _EXACT | {float}

INFINITY: Final = float("inf")  # not from `math`, which is a file of its own to load

_STEPS: Final = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}
_NO_BRACKETS: Final = bytes(range(256)).translate(None, bytes(_STEPS))

_LEVELS: Final = 3
"""How many levels of raw JSON are looked at by calls, which takes less time than level by level; most has no more."""

_FEW: Final = 50
"""Up to how many values of a level are looked at each by itself, though one may stand there twice."""


def is_shallow(value: Any, levels: int = _LEVELS) -> bool:
    """Whether raw JSON, as `json` makes it, is within the limit wherever a type has room for it.

    Most of it has but a few levels, which are looked at here.
    """
    if kind(value) is dict:
        parts: Iterable[Any] = value.values()
    elif kind(value) is list:
        parts = value
    else:
        return True
    for part in parts:
        if kind(part) is not str and kind(part) not in _ATOMS:
            if levels == 1:
                return not nests_deeply(value, MAX_RAW_NESTING + 1 - _LEVELS)
            if not is_shallow(part, levels - 1):
                return False
    return True


def is_plain(value: Any) -> bool:
    """Whether a value is made of what `json` makes, and does not nest deeply."""
    wholes = [value]
    for whole in wholes:
        if kind(whole) is dict:
            parts: Iterable[Any] = whole.values()
        elif kind(whole) is list:
            parts = whole
        else:
            return kind(whole) in _ATOMS and whole is value
        for part in parts:
            if kind(part) is not str and kind(part) not in _ATOMS:
                wholes.append(part)  # noqa: PERF401  (for a few parts a list of their own costs more)
        if len(wholes) > MAX_NESTING:  # fewer cannot nest deeply
            return _is_plain_on_each_level(value)
    return True


def _is_plain_on_each_level(value: Any) -> bool:
    """As `is_plain`, whatever a value holds how often: on each level it is looked at once."""
    parts: Iterable[Any] = (value,)
    for _ in range(MAX_NESTING + 1):
        level = {id(part): part for part in parts if kind(part) not in _ATOMS}.values()
        if not level:
            return True
        if not all(kind(whole) is dict or kind(whole) is list for whole in level):
            return False
        parts = [part for whole in level for part in (whole.values() if kind(whole) is dict else whole)]
    return False


def is_written_as_it_is(value: Any, levels: int = _LEVELS) -> bool:
    """Whether `json` writes raw JSON as what it is, and it is within the limit wherever a type has room for it.

    It would write a name that is a number as a string. What it refuses, such as NaN, it is left to refuse.
    """
    parts: Iterable[Any]
    if kind(value) is dict:
        for name in value:
            if kind(name) is not str:
                return False
        parts = value.values()
    elif kind(value) is list or kind(value) is tuple:
        parts = value
    else:
        return kind(value) in _ATOMS
    for part in parts:
        if kind(part) is not str and kind(part) not in _ATOMS:
            if levels == 1:
                return is_json(value, MAX_RAW_NESTING + 1 - _LEVELS)
            if not is_written_as_it_is(part, levels - 1):
                return False
    return True


def is_json(value: Any, limit: int = MAX_NESTING) -> bool:
    """Whether a value is JSON as `json` makes it: of its classes alone, with finite numbers, and nowhere too deep."""
    parts: Iterable[Any] = (value,)
    for _ in range(limit + 1):
        level = [part for part in parts if kind(part) not in _EXACT]
        if not level:
            return True
        if len(level) > _FEW:  # one value may be in many places, on every level
            level = list({id(part): part for part in level}.values())
        below: list[Any] = []
        for whole in level:
            if kind(whole) is dict:
                for name in whole:
                    if kind(name) is not str:
                        return False
                below += whole.values()
            elif kind(whole) is list:
                below += whole
            elif kind(whole) is not float or not -INFINITY < whole < INFINITY:
                return False
        parts = below
    return False


def nests_deeply(value: object, limit: int = MAX_NESTING) -> bool:
    """Whether a value nests deeper than is allowed, as one that holds itself does.

    It goes down level by level. What stands in a level twice counts once: a list that holds itself twice would otherwise
    be twice as much on every level.
    """
    level: Iterable[object] = (value,)
    for _ in range(limit):
        level = {id(part): part for whole in level for part in _parts(whole) if type(part) not in _ATOMS}.values()
        if not level:
            return False
    return True


def _parts(value: object) -> Iterable[object]:
    if is_object(value):
        return value.values()
    if is_array(value):
        return value
    if is_mapping(value):
        return value.values()
    return value if is_sequence(value) else ()


def text_nests_deeply(text: str) -> bool:
    """Whether JSON text nests deeper than is allowed. Text that is not JSON may be said to, where it goes wrong first.

    Few brackets cannot nest deeply; that settles it for most messages.
    """
    if len(text) <= MAX_NESTING or text.count("[") + text.count("{") <= MAX_NESTING:
        return False
    # Without its escapes every second piece between quotes is outside of strings.
    outside = "".join(text.replace("\\\\", "").replace('\\"', "").split('"')[::2])
    brackets = outside.encode("ascii", "ignore").translate(None, _NO_BRACKETS)
    return max(accumulate(map(_STEPS.__getitem__, brackets)), default=0) > MAX_NESTING
