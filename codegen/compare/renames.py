"""Finds renames between two models: pairs of a removed and an added item that clearly match.

A wrong match is worse than a missed one, so a pair must be each other's best match, by a margin based on structure:
the same method, the same tag, or members that agree. A missed rename is reported as a removal and an addition.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Set
from typing import TypeVar

from codegen.model import Alias, Enum, Field, Item, Method, Record, Ref, Surface, Union
from codegen.shapes import bare, words

T = TypeVar("T")

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_ENOUGH = 0.6


def renamed_types(old: Surface, new: Surface) -> dict[str, str]:
    """Old name -> new name of each renamed type."""
    removed = {name: item for name, item in old.items.items() if name not in new.items}
    added = {name: item for name, item in new.items.items() if name not in old.items}
    found = {
        was: now
        for was, now in {**_by_method(old, new), **_by_tag(old, new)}.items()
        if was in removed and now in added and type(removed[was]) is type(added[now])
    }
    found |= best_pairs(
        removed.keys() - found.keys(),
        added.keys() - set(found.values()),
        lambda was, now: _alike(removed[was], added[now]),
    )
    # Names derived from a type are renamed with it.
    for was, now in list(found.items()):
        other_was, other_now = _other(removed[was]), _other(added[now])
        if other_was in removed and other_now in added:
            found[other_was] = other_now
    return found


def best_pairs(removed: Collection[str], added: Collection[str], score: Callable[[str, str], float]) -> dict[str, str]:
    """The pairs that are each other's only best match, and good enough."""
    scores = {(was, now): score(was, now) for was in sorted(removed) for now in sorted(added)}
    pairs = {}
    for (was, now), value in scores.items():
        rivals = [other for pair, other in scores.items() if (pair[0] == was) != (pair[1] == now)]
        if value >= _ENOUGH and all(rival < value for rival in rivals):
            pairs[was] = now
    return pairs


def renamed_members(old: Collection[Field], new: Collection[Field], types: Mapping[str, str]) -> dict[str, str]:
    """Old wire name -> new wire name of each renamed member of a record."""
    before = {field.wire: field for field in old}
    after = {field.wire: field for field in new}

    def score(was: str, now: str) -> float:
        if bare(before[was].shape, types) != bare(after[now].shape, {}):
            return 0.0
        same_words = before[was].doc == after[now].doc != ""
        return 1.0 if same_words else overlap(name_words(was), name_words(now))

    return best_pairs(before.keys() - after.keys(), after.keys() - before.keys(), score)


def renamed_by_doc(old: Mapping[str, str], new: Mapping[str, str]) -> dict[str, str]:
    """Old key -> new key of entries with exactly the same documentation."""
    return best_pairs(
        old.keys() - new.keys(), new.keys() - old.keys(), lambda was, now: float(old[was] == new[now] != "")
    )


def renamed_methods(old: Collection[Method], new: Collection[Method], types: Mapping[str, str]) -> dict[str, str]:
    """Old key -> new key of each renamed method, with the same params and result."""

    def score(was: Method, now: Method) -> float:
        same = was.receiver == now.receiver and types.get(was.params, was.params) == now.params
        return float(same and (was.result is None) == (now.result is None))

    return _paired_methods(old, new, score)


def turned_methods(old: Collection[Method], new: Collection[Method]) -> dict[str, str]:
    """Old key -> new key of each method that kept its name and changed its kind or receiver."""

    def score(was: Method, now: Method) -> float:
        return (1.0 if was.kind == now.kind else 0.9) if was.name == now.name else 0.0

    return _paired_methods(old, new, score)


def _paired_methods(
    old: Collection[Method], new: Collection[Method], score: Callable[[Method, Method], float]
) -> dict[str, str]:
    """Old key -> new key of the best pairs among methods that only one side has."""
    before = {method.key: method for method in old}
    after = {method.key: method for method in new}
    gone, come = before.keys() - after.keys(), after.keys() - before.keys()
    return best_pairs(gone, come, lambda was, now: score(before[was], after[now]))


def name_words(name: str) -> set[str]:
    """The words of a name, in lower case."""
    return {word.lower() for word in _WORD.findall(name)}


def overlap(old: Set[T], new: Set[T]) -> float:
    """The similarity of two sets, from 0 to 1."""
    return len(old & new) / len(old | new) if old | new else 0.0


def _by_method(old: Surface, new: Surface) -> dict[str, str]:
    """Types that are params or results of the same method."""
    after = {method.key: method for method in new.methods}
    found = {}
    for method in old.methods:
        now = after.get(method.key)
        if now:
            found[method.params] = now.params
            if method.result and now.result:
                found[method.result] = now.result
    return found


def _by_tag(old: Surface, new: Surface) -> dict[str, str]:
    """Types selected by the same tag of the same union."""
    found = {}
    for name, item in old.items.items():
        now = new.items.get(name)
        if isinstance(item, Union) and isinstance(now, Union):
            targets = {variant.tag: variant.shape for variant in now.variants if variant.tag is not None}
            for variant in item.variants:
                target = targets.get(variant.tag) if variant.tag is not None else None
                if isinstance(variant.shape, Ref) and isinstance(target, Ref):
                    found[variant.shape.name] = target.name
    return found


def _alike(old: Item, new: Item) -> float:
    """The confidence that a type is another one under a new name, from 0 to 1."""
    if type(old) is not type(new):
        return 0.0
    named = overlap(name_words(old.name), name_words(new.name))
    before, after = _structure(old), _structure(new)
    common = overlap(before, after)
    if common == 1.0 and old.doc == new.doc != "":
        return 1.0
    # Many types have few members, or only `_meta`: for these the names must be similar too.
    telling = len(before - {"_meta: {string: json}"}) >= 3
    return common if telling and common >= 0.8 else min(common, named)


def _structure(item: Item) -> set[str]:
    match item:
        case Record():
            return {f"{field.wire}: {_plain(words(field.shape))}" for field in item.fields}
        case Enum():
            return {str(value.value) for value in item.values}
        case Union():
            return {variant.tag or words(variant.shape) for variant in item.variants}
        case Alias():
            return {words(item.shape)}


def _plain(text: str) -> str:
    """Type names may have changed as well."""
    return re.sub(r"[A-Z]\w*", "T", text)


def _other(item: Item) -> str | None:
    return item.other if isinstance(item, Union) else None
