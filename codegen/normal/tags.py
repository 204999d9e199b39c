"""Tags of unions: which member it is, its values, and what an open variant excludes."""

from __future__ import annotations

from codegen.errors import UnknownShape
from codegen.normal.keywords import DOC, Branches, Schema, escape, only


def has_const(schema: Schema, tag: str) -> bool:
    """Whether a member must be one constant string."""
    member = schema.get("properties", {}).get(tag)
    return isinstance(member, dict) and isinstance(member.get("const"), str)


def tag_value(branch: Schema, tag: str, pointer: str) -> str | None:
    """The tag value that a branch requires; `None` if it has no tag."""
    member = branch.get("properties", {}).get(tag)
    if member is None:
        return None
    where = f"{pointer}/properties/{escape(tag)}"
    if not has_const(branch, tag) or member.get("type", "string") != "string":
        raise UnknownShape(where, "a tag that is not one constant string")
    only(member, {"type", "const"} | DOC, where)
    if tag not in branch.get("required", ()):
        raise UnknownShape(pointer, f"a variant that does not require its tag {tag!r}")
    return str(member["const"])


def tag_of(branches: Branches, pointer: str) -> str | None:
    """The member that is a constant in a branch, and so is the tag."""
    tags = {
        wire
        for branch, _ in branches
        for wire, value in branch.get("properties", {}).items()
        if isinstance(value, dict) and "const" in value
    }
    if len(tags) > 1:
        raise UnknownShape(pointer, f"a choice with more than one tag: {sorted(tags)}")
    return tags.pop() if tags else None


def known_tags(branches: Branches, tag: str, pointer: str) -> list[str]:
    """The tag values of the variants."""
    known = [branch["properties"][tag]["const"] for branch, _ in branches if has_const(branch, tag)]
    twice = sorted({value for value in known if known.count(value) > 1})
    if twice:
        raise UnknownShape(pointer, f"two variants with the same tag: {twice}")
    return known


def check_other(branch: Schema, tag: str, known: list[str], where: str) -> None:
    """Check that an "other" variant excludes exactly the known tags and keeps all other members."""
    allowed = {
        "type",
        "properties",
        "required",
        "not",
        "additionalProperties",
        "unevaluatedProperties",
        "anyOf",
        "oneOf",
    }
    only(branch, allowed | DOC, where)
    if branch.get("properties", {}).get(tag, {}).get("type") != "string" or tag not in branch.get("required", ()):
        raise UnknownShape(where, f"an open variant that does not require {tag!r} to be a string")
    if not (branch.get("additionalProperties") is True or branch.get("unevaluatedProperties") is True):
        raise UnknownShape(where, "an open variant that does not keep its other members")
    excluded = []
    for index, condition in enumerate(branch["not"].get("anyOf", ())):
        if not has_const(condition, tag) or condition.get("required") != [tag]:
            raise UnknownShape(f"{where}/not/anyOf/{index}", f"an exclusion that is not a constant {tag!r}")
        excluded.append(condition["properties"][tag]["const"])
    if sorted(excluded) != sorted(known):
        raise UnknownShape(f"{where}/not", "an open variant that excludes tags other than the known ones")
