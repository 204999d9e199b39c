"""The schema's descriptions as docstrings, for editors that show plain text and those that render Markdown."""

from __future__ import annotations

import json
import re
import textwrap
from typing import Final

from codegen.model import Enum, Record, Ref, Tag, Union

_WIDTH: Final = 112
_CONTROL: Final = re.compile(r"[\x00-\x09\x0b-\x1f\x7f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Characters that must be escaped in source, including those that change the displayed order of text."""
_BOLD: Final = re.compile(r"\*\*(\S(?:[^*\n]*\S)?)\*\*")
_LIST_ITEM: Final = re.compile(r"\s*(?:[-*]|\d+\.) ")
_LINK: Final = re.compile(r"\[[^\]\n]*\]\(\S+\)")
_RUSTDOC_LINK: Final = re.compile(r"\[(`[^`\]\n]+`)\](?![(\[])")
"""A link to a type of the reference implementation, which does not exist here."""
_ESCAPED_BRACKET: Final = re.compile(r"\\([\[\]])")
_UNSTABLE: Final = ("**UNSTABLE**", "This capability is not part of the spec")
"""The beginning of paragraphs that only say that something is unstable."""


def record_doc(record: Record) -> str:
    """The schema's description, or the record's location in the schema."""
    return record.doc or f"`{record.pointer}` of the schema."


def tag_doc(tag: Tag) -> str:
    """The docstring of a tag constant."""
    if tag.value is None:
        return f"The variant without a `{tag.wire}`."
    return f"The discriminator `{tag.wire}` of this class in a union."


def enum_doc(enum: Enum) -> str:
    """The schema's descriptions of an enum and each of its values."""
    values = [f"- `{json.dumps(value.value)}`{_in_brief(value.doc)}" for value in enum.values]
    return "\n\n".join(part for part in (enum.doc, "\n".join(values)) if part)


def union_doc(union: Union) -> str:
    """The schema's description, and the class for each tag."""
    lines = []
    for variant in union.variants:
        if isinstance(variant.shape, Ref) and (union.tag is None or variant.tag is not None):
            tag = f' (`"{variant.tag}"`)' if variant.tag is not None else ""
            lines.append(f"- `{variant.shape.name}`{tag}{_in_brief(variant.doc)}")
    if union.default:
        doc = next(variant.doc for variant in union.variants if variant.tag is None)
        lines.append(f"- `{union.default}` (no `{union.tag}`){_in_brief(doc)}")
    if union.other:
        lines.append(f"- `{union.other}`: any other `{union.tag}`, kept whole.")
    intro = f"Discriminator `{union.tag}`:" if union.tag else ""
    return "\n\n".join(part for part in (union.doc, intro, "\n".join(lines)) if part)


def first_paragraph(text: str) -> str:
    """The first paragraph that describes something, on one line."""
    paragraphs = [" ".join(paragraph.split()) for paragraph in text.split("\n\n")]
    told = [paragraph for paragraph in paragraphs if not paragraph.startswith(_UNSTABLE)]
    return (told or paragraphs)[0]


def _in_brief(text: str) -> str:
    """The description of an item in a list."""
    paragraph = first_paragraph(text)
    warning = "UNSTABLE. " if text.startswith(_UNSTABLE) and not paragraph.startswith(_UNSTABLE) else ""
    return f": {warning}{paragraph}" if paragraph else ""


def docstring(text: str, indent: int) -> str:
    """Text as a docstring. Paragraphs that are too wide are refilled; others keep the schema's line breaks.

    Some Markdown is removed: asterisks of bold text, brackets of links without a target, and
    backslashes before brackets.
    """
    if not text:
        return ""
    text = _BOLD.sub(r"\1", "\n".join(text.strip().splitlines()))
    text = _ESCAPED_BRACKET.sub(r"\1", _RUSTDOC_LINK.sub(r"\1", text))
    paragraphs = [_fill(paragraph, _WIDTH - indent) for paragraph in text.split("\n\n")]
    lines = "\n\n".join(paragraphs).split("\n")
    body = "\n".join(" " * indent + line if line else "" for line in lines).strip()
    body = body.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    body = _CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode(), body)
    if body.endswith('"'):
        body += " "
    return f'"""{body}\n{" " * indent}"""' if "\n" in body else f'"""{body}"""'


def _fill(paragraph: str, width: int) -> str:
    """A paragraph within a width. Lists are filled item by item; code, tables and links are left alone."""
    lines = [line.rstrip() for line in paragraph.split("\n")]
    if all(len(line) <= width for line in lines) or any(line.startswith(("```", "|")) for line in lines):
        return "\n".join(lines)
    if any(_LIST_ITEM.match(line) for line in lines):
        return "\n".join(_filled(line, width, " " * (len(line) - len(line.lstrip()) + 2)) for line in lines)
    return "\n".join(lines) if "](" in paragraph else _filled(" ".join(lines), width, "")


def _filled(text: str, width: int, hang: str) -> str:
    whole_links = _LINK.sub(lambda link: link[0].replace(" ", "\0"), text)
    filled = textwrap.fill(whole_links, width, subsequent_indent=hang, break_long_words=False, break_on_hyphens=False)
    return filled.replace("\0", " ")
