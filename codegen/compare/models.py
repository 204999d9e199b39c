"""Compares two models of the same surface: finds what was added, removed, renamed and changed, and its effect.

Works on loaded dumps (`codegen.review.dump`), so that `doc` is a digest on both sides.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from codegen.compare.changes import Action, Change, Python, Subject
from codegen.compare.effects import EFFECTS
from codegen.compare.renames import renamed_by_doc, renamed_members, renamed_methods, renamed_types, turned_methods
from codegen.model import MISSING, Alias, Enum, Field, Item, Method, Record, Ref, Shape, Surface, Union, Variant
from codegen.shapes import bare, bound_rule, bounds, skips_invalid, words
from codegen.spelling.python import Spelling, is_codes

T = TypeVar("T")


def compare_all(
    old: Mapping[str, Surface], new: Mapping[str, Surface], aliases: Mapping[str, Collection[str]]
) -> list[Change]:
    """All changes of all surfaces. `aliases` are the deprecated names of each surface."""
    changes: list[Change] = []
    for name in sorted(old.keys() | new.keys()):
        if name not in old or name not in new:
            action: Action = "added" if name in new else "removed"
            effect = EFFECTS[f"surface {action}"]
            changes.append(Change(name, "surface", action, name, effect.python, effect.wire, action, "", effect.advice))
        else:
            found = Comparison(old[name], new[name], frozenset(aliases.get(name, ()))).changes()
            moved = _taken_over(old, name) ^ _taken_over(new, name)
            changes += [change for change in found if not _is_of_other_words(change, moved)]
    return changes


def _taken_over(surfaces: Mapping[str, Surface], name: str) -> set[str]:
    """The types that an unstable surface reuses from its stable one, with that one's documentation."""
    stable = surfaces.get(name.partition(".")[0])
    if stable is None or surfaces[name].stable:
        return set()
    return {item for item, body in surfaces[name].items.items() if body is stable.items.get(item)}


def _is_of_other_words(change: Change, moved: Collection[str]) -> bool:
    """Whether the documentation differs only because the type moved to another surface."""
    in_type = change.action == "documentation" and change.subject != "method"
    return in_type and re.split(r"[. ]", change.name)[0] in moved


class Comparison:
    """One surface, before and after."""

    def __init__(self, old: Surface, new: Surface, aliases: frozenset[str] = frozenset()) -> None:
        self.old = old
        self.new = new
        self.aliases = aliases
        self.types = renamed_types(old, new)
        self._spelled = Spelling(old), Spelling(new)
        self._capabilities = _capability_records(old) | _capability_records(new)
        self._found: list[Change] = []

    def changes(self) -> list[Change]:
        """Types in schema order with their parts, then methods."""
        for name, item in self.old.items.items():
            after = self.new.items.get(self.types.get(name, name))
            if after is None:
                self._add("type", "removed", name, "type removed", _kind(item), item.pointer)
            else:
                self._item(item, after)
        fresh = self.new.items.keys() - self.old.items.keys() - set(self.types.values())
        for name, item in self.new.items.items():
            if name in fresh:
                self._add("type", "added", name, "type added", _kind(item), item.pointer)
        self._methods()
        return self._found

    def _add(
        self,
        subject: Subject,
        action: Action,
        name: str,
        rule: str,
        what: str,
        pointer: str,
        *,
        was: str | None = None,
        retyped: bool = False,
    ) -> None:
        effect = EFFECTS[rule]
        python: Python = "breaking" if retyped else effect.python
        advice = EFFECTS["annotation changed"].advice if retyped else effect.advice
        change = Change(self.new.name, subject, action, name, python, effect.wire, what, pointer, advice, was)
        self._found.append(change)

    def _documentation(self, subject: Subject, name: str, old: str, new: str, pointer: str) -> None:
        if old != new:
            self._add(subject, "documentation", name, "documentation", "documentation", pointer)

    # -- types ----------------------------------------------------------------------------------------------------------

    def _item(self, old: Item, new: Item) -> None:
        if old.name != new.name:
            rule = "type renamed, alias kept" if old.name in self.aliases else "type renamed"
            self._add("type", "renamed", new.name, rule, f"was {old.name}", new.pointer, was=old.name)
        self._documentation("type", new.name, old.doc, new.doc, new.pointer)
        match old, new:
            case Record(), Record():
                self._record(old, new)
            case Enum(), Enum() if is_codes(old) == is_codes(new):
                self._enum(old, new)
            case Union(), Union():
                self._union(old, new)
            case Alias(), Alias():
                self._alias(old, new)
            case _:
                variants = [words(variant.shape) for variant in new.variants] if isinstance(new, Union) else []
                what = f"{_kind(old)} -> {_kind(new)}{' of ' if variants else ''}{', '.join(variants)}"
                self._add("type", "changed", new.name, "kind of type changed", what, new.pointer)

    def _alias(self, old: Alias, new: Alias) -> None:
        if bare(old.shape, self.types) != bare(new.shape, {}) or old.distinct != new.distinct:
            what = f"type: {_alias_words(old)} -> {_alias_words(new)}"
            self._add("type", "changed", new.name, "alias type changed", what, new.pointer)
        else:
            self._bounds("type", new.name, old.shape, new.shape, new.pointer)

    def _bounds(self, subject: Subject, name: str, old: Shape, new: Shape, pointer: str) -> None:
        before, after = bounds(old), bounds(new)
        if before != after:
            self._add(subject, "changed", name, bound_rule(before, after), _arrows(before, after), pointer)

    def _enum(self, old: Enum, new: Enum) -> None:
        before = {str(value.value): value for value in old.values}
        after = {str(value.value): value for value in new.values}
        renamed = renamed_by_doc(
            {key: value.doc for key, value in before.items()}, {key: value.doc for key, value in after.items()}
        )
        for action, was, now in _pairs(before, after, renamed):
            value = after.get(now) or before[was]
            label = f"{new.name} {json.dumps(value.value)}"
            if action == "kept":
                self._documentation("value", label, before[was].doc, value.doc, new.pointer)
                if isinstance(value.value, int) and before[was].name != value.name:
                    what = f"name: {before[was].name} -> {value.name}"
                    self._add("value", "changed", label, "Python name changed", what, new.pointer)
            else:
                self._moved("value", action, label, was, new.pointer)
        self._openness(old, new)
        if old.bounds and new.bounds:
            self._bounds("type", new.name, old.bounds, new.bounds, new.pointer)

    def _moved(self, subject: Subject, action: Action, label: str, was: str, pointer: str, *, kind: str = "") -> None:
        """A value, variant or method that was added, removed or renamed."""
        renamed = action == "renamed"
        what = f"was {was}" if renamed else action
        self._add(subject, action, label, f"{kind or subject} {action}", what, pointer, was=was if renamed else None)

    def _openness(self, old: Enum | Union, new: Enum | Union) -> None:
        if old.open_in_schema != new.open_in_schema:
            rule, what = ("set opened", "open") if new.open_in_schema else ("set closed", "closed")
            self._add("type", "changed", new.name, rule, f"{what} in the schema", new.pointer)

    def _union(self, old: Union, new: Union) -> None:
        before, after = self._variants(old, self.types), self._variants(new, {})
        if old.tag != new.tag:
            self._add("type", "changed", new.name, "tag changed", f"tag: {old.tag} -> {new.tag}", new.pointer)
        targets = {key: str(bare(variant.shape, self.types)) for key, variant in before.items()}
        now_targets = {key: str(bare(variant.shape, {})) for key, variant in after.items()}
        if old.tag == new.tag and new.tag is None and _reordered(list(before), list(after)):
            what = f"order: {', '.join(before)} -> {', '.join(after)}"
            self._add("type", "changed", new.name, "order of variants changed", what, new.pointer)
        for action, was, now in _pairs(before, after, renamed_by_doc(targets, now_targets)):
            variant = after.get(now) or before[was]
            label = f"{new.name} {now or was}"
            if action != "kept":
                untagged = action == "removed" and old.tag is None
                self._moved("variant", action, label, was, new.pointer, kind="untagged variant" if untagged else "")
                continue
            self._documentation("variant", label, before[was].doc, variant.doc, new.pointer)
            if targets[was] != now_targets[now]:
                what = f"class: {words(before[was].shape)} -> {words(variant.shape)}"
                self._add("variant", "changed", label, "variant class changed", what, new.pointer)
        self._openness(old, new)

    def _variants(self, union: Union, types: Mapping[str, str]) -> dict[str, Variant]:
        """The variants by tag; untagged ones by the new name of their type."""
        return {
            variant.tag if variant.tag is not None else words(bare(variant.shape, types)): variant
            for variant in union.variants
        }

    # -- records --------------------------------------------------------------------------------------------------------

    def _record(self, old: Record, new: Record) -> None:
        fields, now_fields = old.fields, new.fields
        if self.types.get(old.base or "", old.base) != new.base:
            # A member that moved into or out of a base is still a member.
            before_spelling, after_spelling = self._spelled
            fields, now_fields = tuple(before_spelling.all_fields(old)), tuple(after_spelling.all_fields(new))
        before, after = {field.wire: field for field in fields}, {field.wire: field for field in now_fields}
        subject: Subject = "capability" if new.name in self._capabilities else "member"
        for action, was, now in _pairs(before, after, renamed_members(fields, now_fields, self.types)):
            if action == "added":
                field = after[now]
                rule = "required member added" if field.required else "optional member added"
                what = f"{'required' if field.required else 'optional'} {words(field.shape)}"
                self._add(subject, "added", f"{new.name}.{now}", rule, what, field.pointer)
            elif action == "removed":
                field = before[was]
                rule = "member of an unknown variant removed" if new.other else "member removed"
                self._add(subject, "removed", f"{new.name}.{was}", rule, words(field.shape), field.pointer)
            else:
                self._member(subject, new.name, before[was], after[now])
        self._scope(old, new)

    def _scope(self, old: Record, new: Record) -> None:
        """The choice of nested objects whose members are merged with the record's own."""
        before, after = old.scope, new.scope
        a, b = (scope.union if scope else "none" for scope in (before, after))
        if self.types.get(a, a) != b:
            self._add("type", "changed", new.name, "scope changed", f"scope: {a} -> {b}", new.pointer)
        elif before and after:
            if before.name != after.name:
                what, label = f"name: {before.name} -> {after.name}", f"{new.name}.{after.name}"
                self._add("member", "changed", label, "Python name changed", what, new.pointer)
            if before.exclusive != after.exclusive:
                rule = f"scope became {'exclusive' if after.exclusive else 'inclusive'}"
                self._add("type", "changed", new.name, rule, rule.replace("became", f"{b} became"), new.pointer)

    def _member(self, subject: Subject, record: str, old: Field, new: Field) -> None:
        label = f"{record}.{new.wire}"
        before, after = (spelling.annotation(field) for spelling, field in zip(self._spelled, (old, new), strict=True))
        retyped = _renamed(before, self.types) != after

        def changed(rule: str, what: str) -> None:
            self._add(subject, "changed", label, rule, what, new.pointer, retyped=retyped)

        if old.wire != new.wire:
            self._add(subject, "renamed", label, "member renamed", f"was {old.wire}", new.pointer, was=old.wire)
        elif old.name != new.name:
            changed("Python name changed", f"name: {old.name} -> {new.name}")
        count = len(self._found)
        if bare(old.shape, self.types) != bare(new.shape, {}):
            changed("member type changed", f"type: {words(old.shape)} -> {words(new.shape)}")
        if old.required != new.required:
            rule = "member became required" if new.required else "member became optional"
            changed(rule, f"required: {_yes(old.required)} -> {_yes(new.required)}")
        if old.nullable != new.nullable:
            is_replaced = new.default_on_null or new.default_on_error
            rule = f"null {'became valid' if new.nullable else 'replaced' if is_replaced else 'became invalid'}"
            changed(rule, f"nullable: {_yes(old.nullable)} -> {_yes(new.nullable)}")
        if old.default != new.default:
            changed("default changed", f"default: {_json(old.default)} -> {_json(new.default)}")
        if retyped and (len(self._found) == count or old.patch != new.patch):
            changed("annotation changed", f"annotation: {before} -> {after}")
        for name, had, has in _leniency(old, new):
            rule = "leniency gained" if has else "leniency lost"
            self._add(subject, "changed", label, rule, f"{name}: {_yes(had)} -> {_yes(has)}", new.pointer)
        if old.when != new.when:
            self._add(
                subject,
                "changed",
                label,
                "companion changed",
                f"goes with: {_companion(old)} -> {_companion(new)}",
                new.pointer,
            )
        if bare(old.shape, self.types) == bare(new.shape, {}):  # another type has different bounds
            self._bounds(subject, label, old.shape, new.shape, new.pointer)
        self._documentation(subject, label, old.doc, new.doc, new.pointer)

    # -- methods --------------------------------------------------------------------------------------------------------

    def _methods(self) -> None:
        before = {method.key: method for method in self.old.methods}
        after = {method.key: method for method in self.new.methods}
        turned = turned_methods(self.old.methods, self.new.methods)
        renamed = renamed_methods(self.old.methods, self.new.methods, self.types)
        for action, was, now in _pairs(before, after, renamed | turned):
            method = after.get(now) or before[was]
            items = self.new.items if now in after else self.old.items
            pointer = items[method.params].pointer
            if was in turned:
                self._add("method", "changed", now, "method turned", f"was {was}", pointer, was=was)
            elif action != "kept":
                self._moved("method", action, now or was, was, pointer)
            if was in before and now in after:
                self._method(now, before[was], method, pointer)

    def _method(self, label: str, old: Method, new: Method, pointer: str) -> None:
        for part, a, b in (("takes", old.params, new.params), ("answers", old.result, new.result)):
            if self.types.get(a or "", a) != b and (part == "takes" or old.kind == new.kind):
                self._add("method", "changed", label, "method signature changed", f"{part}: {a} -> {b}", pointer)
        constants = [spelling.names.constant(m) for spelling, m in zip(self._spelled, (old, new), strict=True)]
        names = [(a, b) for a, b in (constants, (old.attribute, new.attribute)) if a != b]
        if old.name == new.name and names:
            what = f"name: {', '.join(was for was, _ in names)} -> {', '.join(now for _, now in names)}"
            others = {self._spelled[1].names.constant(method) for method in self.new.methods if method != new}
            rule = f"Python name {'reused' if constants[0] in others else 'changed'}"
            self._add("method", "changed", label, rule, what, pointer)
        if old.capability != new.capability:
            what = f"needs: {'.'.join(old.capability) or 'nothing'} -> {'.'.join(new.capability) or 'nothing'}"
            self._add("method", "changed", label, "needed capability changed", what, pointer)
        self._documentation("method", label, old.doc, new.doc, pointer)


def _pairs(old: Mapping[str, T], new: Mapping[str, T], renamed: Mapping[str, str]) -> Iterator[tuple[Any, str, str]]:
    """The action for each key, `kept`, `renamed`, `removed` or `added`, with its old and new form, empty if missing."""
    for key in old:
        if key in new:
            yield "kept", key, key
        elif key in renamed:
            yield "renamed", key, renamed[key]
        else:
            yield "removed", key, ""
    for key in new:
        if key not in old and key not in renamed.values():
            yield "added", "", key


def _reordered(old: Sequence[str], new: Sequence[str]) -> bool:
    """Whether common entries are in a different order."""
    return [key for key in old if key in new] != [key for key in new if key in old]


def _renamed(annotation: str, types: Mapping[str, str]) -> str:
    """An annotation with the new names of its types."""
    return re.sub(r"\w+", lambda word: types.get(word[0], word[0]), annotation)


def _leniency(old: Field, new: Field) -> Iterator[tuple[str, bool, bool]]:
    flags = (
        ("default on error", old.default_on_error, new.default_on_error),
        ("default on null", old.default_on_null, new.default_on_null),
        ("skip invalid items", skips_invalid(old.shape), skips_invalid(new.shape)),
    )
    return (flag for flag in flags if flag[1] != flag[2])


def _companion(field: Field) -> str:
    """The member and value that a member requires."""
    return " ".join(field.when) if field.when else "anything"


def _capability_records(surface: Surface) -> set[str]:
    """The capability records of both sides."""
    found: set[str] = set()
    waiting = [name for name in ("AgentCapabilities", "ClientCapabilities") if name in surface.items]
    while waiting:
        name = waiting.pop()
        item = surface.items[name]
        if name not in found and isinstance(item, Record):
            found.add(name)
            waiting += [field.shape.name for field in item.fields if isinstance(field.shape, Ref)]
    return found


def _kind(item: Item) -> str:
    return "codes" if is_codes(item) else type(item).__name__.lower()


def _alias_words(alias: Alias) -> str:
    return ("distinct " if alias.distinct else "") + words(alias.shape)


def _arrows(old: Mapping[str, object], new: Mapping[str, object]) -> str:
    changed = [name for name in {**old, **new} if old.get(name) != new.get(name)]
    return ", ".join(f"{name}: {old.get(name, 'none')} -> {new.get(name, 'none')}" for name in changed)


def _json(default: Any) -> str:
    return "none" if default is MISSING else json.dumps(default, sort_keys=True)


def _yes(flag: bool) -> str:
    return "yes" if flag else "no"
