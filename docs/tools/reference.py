"""Generates the reference from the model: a page for each topic of each surface, one for its methods, and an index."""

from __future__ import annotations

import functools
import json
import posixpath
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import jinja2

from codegen.model import MISSING, Array, Field, Item, Map, Method, Record, Ref, Scalar, Shape, Union
from codegen.plan import SurfacePlan, references
from codegen.spelling.docstrings import first_paragraph
from codegen.spelling.python import TESTS, Spelling, constant_tags, method_type
from docs.tools import spec
from docs.tools.examples import Example, Examples, method_key

TEMPLATES = Path(__file__).resolve().parent / "templates"

Nav: TypeAlias = "list[dict[str, str | Nav]]"

TITLES = {
    "v1": "v1",
    "v1.unstable": "v1, unstable",
    "v2": "v2 (draft)",
    "v2.unstable": "v2 (draft), unstable",
}
"""The introductory paragraphs of descriptions in the unstable schemas."""

_STABILITY = {"v1": "stable", "v2": "draft"}


def pages(plans: list[SurfacePlan]) -> dict[str, str]:
    """All pages of the reference: path below `docs/` -> Markdown."""
    stable: dict[str, SurfacePlan] = {}
    out: dict[str, str] = {}
    for plan in plans:
        surface = _SurfacePages(plan, stable.get(plan.surface.version))
        out.update(surface.pages())
        if plan.surface.stable:
            stable[plan.surface.version] = plan
    return out


def nav(plans: list[SurfacePlan]) -> Nav:
    """The navigation of all those pages."""
    return [{TITLES[plan.surface.name]: _surface_nav(plan)} for plan in plans]


def _surface_nav(plan: SurfacePlan) -> Nav:
    folder = _folder(plan.surface.name)
    topics: Nav = [{_title(topic.name): f"{folder}/{topic.name}.md"} for topic in plan.topics]
    return [{"Overview": f"{folder}/index.md"}, {"Methods": f"{folder}/methods.md"}, *topics]


def _folder(surface: str) -> str:
    return f"reference/{surface.replace('.', '-')}"


def page_of(plan: SurfacePlan, name: str) -> str:
    """The page that defines a type: that of the stable surface if the type is the same there."""
    topic, shared = plan.homes[name]
    return f"{_folder(plan.surface.version if shared else plan.surface.name)}/{topic}.md"


def _title(topic: str) -> str:
    return topic.replace("_", " ").replace("mcp", "MCP").capitalize() if topic != "mcp" else "MCP"


class _SurfacePages:
    def __init__(self, plan: SurfacePlan, stable: SurfacePlan | None) -> None:
        self.plan = plan
        self.surface = plan.surface
        self.stable = stable
        self.folder = _folder(self.surface.name)
        self.spelling = Spelling(self.surface)
        self.examples = Examples(self.surface)
        self.users = self._users()
        environment = jinja2.Environment(
            loader=jinja2.FileSystemLoader(TEMPLATES),
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            autoescape=False,  # noqa: S701  (Markdown, from the schemas and our own templates)
        )
        environment.filters.update(
            annotation=self.spelling.annotation,
            brief=brief,
            constant=self.spelling.names.constant,
            default=self.spelling.default_source,
            example=self.example,
            examples=self.examples_of,
            fields=self.spelling.all_fields,
            json=functools.partial(json.dumps, ensure_ascii=False),
            link=self.link,
            member_doc=self.member_doc,
            method_type=method_type,
            notes=self.notes,
            own_tags=lambda record: list(constant_tags(record)),
            plain=plain_words,
            scope=self.spelling.scope_of,
            shape_link=self.shape_link,
            shape_source=self.spelling.shape_source,
            since=self.since,
            spec=functools.partial(spec.schema_link, self.surface),
            union_source=self.spelling.union_source,
            used_in=self.used_in,
        )
        environment.tests.update(TESTS)
        self.environment = environment

    def pages(self) -> Iterator[tuple[str, str]]:
        context = {"surface": self.surface, "title": TITLES[self.surface.name], "plan": self.plan}
        yield f"{self.folder}/index.md", self._render("index.md.jinja", topics=list(self._topics()), **context)
        yield f"{self.folder}/methods.md", self._render("methods.md.jinja", **context)
        for topic in self.plan.topics:
            page = self._render("topic.md.jinja", topic=topic, topic_title=_title(topic.name), **context)
            yield f"{self.folder}/{topic.name}.md", page

    def _render(self, template: str, **context: Any) -> str:
        return self.environment.get_template(template).render(context)

    def _topics(self) -> Iterator[tuple[str, list[str]]]:
        """Every topic with all of its types, including those of the stable surface."""
        by_topic: dict[str, list[str]] = defaultdict(list)
        for name in sorted(self.surface.items):
            by_topic[self.plan.homes[name][0]].append(name)
        order = [topic.name for topic in (self.stable or self.plan).topics]
        order += [topic for topic in by_topic if topic not in order]
        return ((_title(topic), by_topic[topic]) for topic in order if topic in by_topic)

    # -- links ------------------------------------------------------------------------------------------------------

    def link(self, name: str, text: str = "") -> str:
        """A Markdown link to a type, from a page of this surface."""
        target = posixpath.relpath(page_of(self.plan, name), self.folder)
        return f"[`{text or name}`]({target}#{name})"

    def shape_link(self, shape: Shape, text: str) -> str:
        """A type as code, with a link if it names another one."""
        name = shape_name(shape)
        return self.link(name, text) if name else f"`{text}`"

    def _users(self) -> Mapping[str, list[str]]:
        users: dict[str, list[str]] = defaultdict(list)
        for item in self.surface.items.values():
            for name in dict.fromkeys(references(item)):
                if not (isinstance(item, Record) and item.base == name):
                    users[name].append(item.name)
        return users

    def used_in(self, name: str) -> list[str]:
        """The types and methods that use this one."""
        methods = [method for method in self.surface.methods if name in (method.params, method.result)]
        links = [f"[`{method.name}`](methods.md#{method_anchor(method)})" for method in methods]
        return links + [self.link(user) for user in sorted(self.users.get(name, ()))]

    # -- what is said of a type ---------------------------------------------------------------------------------------

    def example(self, item: Item | Method) -> Example:
        """The example of a type or of a method's params."""
        return self.examples.by_name[method_key(item) if isinstance(item, Method) else item.name]

    def examples_of(self, item: Item) -> tuple[Example, ...]:
        """All examples of a type: enums have two."""
        return self.examples.plain.get(item.name) or (self.examples.by_name[item.name],)

    def since(self, item: Item) -> str:
        """The stability of a type, and what its stable counterpart lacks."""
        stability = _STABILITY[self.surface.version]
        if self.surface.stable:
            return stability
        twin = self.stable.surface.items.get(item.name) if self.stable else None
        if twin is None:
            return "unstable: not in the stable schema"
        if isinstance(item, Record) and isinstance(twin, Record):
            known = {field.name for field in twin.fields}
            added = [f"`{field.name}`" for field in item.fields if field.name not in known]
            if added:
                return f"{stability}, except for {', '.join(added)}"
        if isinstance(item, Union) and isinstance(twin, Union):
            added = [
                f"`{variant.tag}`" for variant in item.variants if variant.tag not in {v.tag for v in twin.variants}
            ]
            if added:
                return f"{stability}, except for {', '.join(added)}"
        return f"{stability}, but refers to unstable types"

    def notes(self, member: Field) -> list[str]:
        """The meaning of absence, null and invalid values for a member."""
        notes = ["required"] if member.required else []
        if member.patch:
            notes.append("patch: omitted leaves it unchanged, `None` clears it")
        elif not member.required and member.default is MISSING:
            notes.append("optional")
        if member.default is not MISSING:
            notes.append(f"`{json.dumps(member.default)}` if absent")
        if member.default_on_error:
            notes.append(f"an invalid value is read as {'empty' if member.required else 'absent'}")
        if member.default_on_null:
            notes.append("null is read as empty")
        if member.when:
            notes.append(f'only with `{member.when[0]}` = `"{member.when[1]}"`')
        return notes + list(self._shape_notes(member.shape))

    def member_doc(self, member: Field) -> str:
        """The schema's description, except for the metadata that nearly every type has."""
        if member.wire != "_meta":
            return indent_doc(plain_words(member.doc))
        page = f"{spec.SITE}/protocol/{self.surface.version}/extensibility"
        return f"    Metadata of extensions: see [Extensibility]({page})."

    def _shape_notes(self, shape: Shape) -> Iterator[str]:
        if isinstance(shape, Array):
            if shape.skip_invalid:
                yield "invalid items are left out"
            if shape.min_items:
                yield f"at least {shape.min_items}"
        elif isinstance(shape, Scalar):
            if shape.format:
                yield shape.format
            if shape.minimum is not None or shape.maximum is not None:
                low, high = (("" if end is None else str(end)) for end in (shape.minimum, shape.maximum))
                yield f"{low}..{high}"
            if shape.min_length:
                yield f"at least {shape.min_length} characters"


def shape_name(shape: Shape) -> str | None:
    """The type that a shape refers to."""
    while isinstance(shape, (Array, Map)):
        shape = shape.item if isinstance(shape, Array) else shape.value
    return shape.name if isinstance(shape, Ref) else None


def method_anchor(method: Method) -> str:
    """A method's heading: one name can be both a request and a notification, and go to either side."""
    return f"{method.kind}-{method.attribute}-{method.receiver}"


def brief(text: str) -> str:
    """The first descriptive paragraph, on one line, for a table."""
    return first_paragraph(text).replace("|", "\\|")


def indent_doc(text: str) -> str:
    """The schema's description as the body of a definition."""
    return "\n".join(f"    {line}".rstrip() for line in text.strip().splitlines())


def plain_words(text: str) -> str:
    """The schema's description, with links corrected and lists separated as Markdown requires."""
    lines: list[str] = []
    for line in spec.mend(text).strip().splitlines():
        if line.lstrip().startswith(("- ", "* ")) and lines and lines[-1] and not _in_list(lines):
            lines.append("")
        lines.append(line)
    return "\n".join(lines)


def _in_list(lines: list[str]) -> bool:
    """Whether the paragraph that ends here is already a list."""
    for line in reversed(lines):
        if line.lstrip().startswith(("- ", "* ")):
            return True
        if not line or not line.startswith(" "):
            return False
    return False
