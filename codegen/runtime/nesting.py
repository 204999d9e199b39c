"""Checks of nesting depth and of plain JSON, when reading and writing, without deep recursion.

| function | checks | finds |
| --- | --- | --- |
| `is_plain` | a whole parsed value, before fast reading | values of other classes than those of `json`, deep nesting |
| `is_shallow` | raw JSON during fast reading | possible deep nesting |
| `is_written_as_it_is` | raw JSON during fast writing | the same, and what `json` would change |
| `is_json` | a whole value, before `json` writes it | anything but JSON, deep nesting |
| `nests_deeply` | anything, before the reference codec reads it | deep nesting, also in users' mappings and sequences |
| `text_nests_deeply` | JSON text | deep nesting |

Each checks no more than necessary, because they run for every message.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from typing import Any, Final

from .json_value import is_array, is_mapping, is_object, is_sequence, kind

MAX_NESTING: Final = 128
"""How many levels deep arrays and objects may nest.

Python prints, compares, copies, pickles and writes nested values by recursion. `copy.deepcopy` uses two frames for each
level, of a thousand frames that are partly used by the caller. The depth to which `json` reads differs in every
version of Python; if an application has raised the recursion limit, the only limit is the end of the C stack,
which ends the process. serde_json, used by the protocol's own implementation, has the same limit;
real messages nest a dozen levels deep.
"""

MAX_RAW_NESTING: Final = 100
"""The limit for raw JSON in the fast codec, which does not count the levels around it.

Types nest no deeper than the difference: `tests/codec/test_fast_parts.py` checks them all.
"""

EXPECTED: Final = f"JSON nested at most {MAX_NESTING} deep"
"""How an error names the limit."""

_EXACT: Final = frozenset((str, int, bool, type(None)))
_ATOMS: Final = _EXACT | {float}

INFINITY: Final = float("inf")  # not from `math`, which would be another module to load

_STEPS: Final = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}
_NO_BRACKETS: Final = bytes(range(256)).translate(None, bytes(_STEPS))

_LEVELS: Final = 3
"""How many levels of raw JSON are checked by calls, which is faster than level by level. Most raw JSON has no more."""

_FEW: Final = 50
"""Up to how many values of a level are checked one by one, even if some are the same object."""


def is_shallow(value: Any, levels: int = _LEVELS) -> bool:
    """Whether raw JSON, as made by `json`, is within the limit in any type that can contain it.

    Most raw JSON has only a few levels, which are checked here.
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
    """Whether a value has only the classes that `json` makes, and does not nest deeply."""
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
    """Like `is_plain`, but checks an object that occurs several times on a level only once."""
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
    """Whether `json` writes raw JSON unchanged, and it is within the limit in any type that can contain it.

    `json` would write a numeric name as a string. Values that it refuses, such as NaN, are left to it.
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
    """Whether a value is JSON as made by `json`: only its classes, finite numbers, and not too deep."""
    parts: Iterable[Any] = (value,)
    for _ in range(limit + 1):
        level = [part for part in parts if kind(part) not in _EXACT]
        if not level:
            return True
        if len(level) > _FEW:  # one object may occur in many places, on every level
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
    """Whether a value nests too deeply. One that contains itself does.

    The check goes level by level. An object that occurs twice on a level is checked once: a list that contains itself twice
    would otherwise double on every level.
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
    """Whether JSON text nests too deeply. The result may be wrong for text that is not JSON.

    Few brackets cannot nest deeply, which is enough for most messages.
    """
    if len(text) <= MAX_NESTING or text.count("[") + text.count("{") <= MAX_NESTING:
        return False
    # Without escapes, every second piece between quotes is outside of strings.
    outside = "".join(text.replace("\\\\", "").replace('\\"', "").split('"')[::2])
    brackets = outside.encode("ascii", "ignore").translate(None, _NO_BRACKETS)
    return max(accumulate(map(_STEPS.__getitem__, brackets)), default=0) > MAX_NESTING
