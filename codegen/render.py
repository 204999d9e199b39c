"""From plans to text: runs the templates."""

from __future__ import annotations

import functools
import json
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import jinja2

from codegen.errors import GenerationError, on_surface
from codegen.model import Alias, Array, Item, Record, Ref, Union
from codegen.place import DATA, PACKAGE_NAME, PUBLISHED, Made, Place, published_place
from codegen.plan import OldName, SurfacePlan, Topic, public_names, references, shape_references
from codegen.source import Pin, Source
from codegen.spelling.fast import Fast, Speller
from codegen.spelling.homes import homes_of_names
from codegen.spelling.naming import FROM_RUNTIME, node_name
from codegen.spelling.python import TESTS, Spelling
from codegen.spelling.readers import Readers
from codegen.spelling.symbols import symbols
from codegen.spelling.writers import Writers
from codegen.tree import format_tree

HERE = Path(__file__).resolve().parent
RUNTIME = HERE / "runtime"

_OF_FOUR_SURFACES = {
    "__init__.py",
    "__main__.py",
    "_published.py",
    "negotiation.py",
    "_runtime/freezing.py",
    "_runtime/negotiation.py",
}
"""Runtime files for the package of all four surfaces only."""

_FOLDERS_OF_FOUR_SURFACES = (
    "_pyinstaller_hooks/",
    "_runtime/cli/",
    "_runtime/conversation/",
    "_runtime/session/",
    "v1/",
    "v2/",
)

_FOR_LIBRARIES = {"cattrs.py", "pydantic.py"}
"""Public modules of every package, which import from that package."""


def render(plans: list[SurfacePlan], sources: Mapping[str, Source], pin: Pin, licence: str) -> dict[str, str]:
    """All files of the package: path -> text. `licence` is the licence of the schemas."""
    files = dict(_runtime_files(PUBLISHED))
    names: dict[str, list[str]] = {}
    for surface in plans:
        place = published_place(surface.surface, sources[surface.surface.name], pin)
        with on_surface(surface.surface.name):
            renderer = _SurfaceRenderer(surface, place)
            files.update(renderer.files())
        names[place.module] = renderer.public_names()
    template = _environment(PUBLISHED).get_template("homes.py.jinja")
    files["_homes.py"] = template.render(homes=sorted(homes_of_names(names).items()))
    files[f"{DATA}/LICENSE"] = licence
    return format_tree(files)


def render_alone(plan: SurfacePlan, place: Place) -> dict[str, str]:
    """All files of a package with a single surface: path -> text. It has no command line and no negotiation."""
    runtime = {name: text for name, text in _runtime_files(place.made) if name not in _OF_FOUR_SURFACES}
    files = {
        name: text.replace(PACKAGE_NAME, place.package) if name in _FOR_LIBRARIES else text
        for name, text in runtime.items()
        if not name.startswith(_FOLDERS_OF_FOUR_SURFACES)
    }
    return format_tree({**files, **dict(_SurfaceRenderer(plan, place).files())})


def _runtime_files(made: Made) -> Iterator[tuple[str, str]]:
    for path in sorted(RUNTIME.rglob("*")):
        if path.suffix in (".py", ".typed"):
            name = path.relative_to(RUNTIME).as_posix()
            target = f"_runtime/{name}" if not name.startswith("package/") else name.removeprefix("package/")
            text = path.read_text(encoding="utf-8")
            yield target, f"{made.banner(f'codegen/runtime/{name}')}\n{text}" if path.suffix == ".py" else text


def _environment(made: Made) -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(HERE / "templates"),
        undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True,
        autoescape=False,
    )
    environment.globals["banner_line"] = made.banner()
    # jinja2's own filter is for HTML, and escapes too much for Python.
    environment.filters["tojson"] = functools.partial(json.dumps, ensure_ascii=False)
    return environment


class _SurfaceRenderer:
    def __init__(self, plan: SurfacePlan, place: Place) -> None:
        self.plan = plan
        self.place = place
        environment = _environment(place.made)
        self.spelling = Spelling(plan.surface)
        self.names = self.spelling.names
        self.fast = Fast(self.spelling)
        environment.filters.update(self.spelling.filters())
        self.spellers: Mapping[str, Speller] = {"readers": Readers(self.fast), "writers": Writers(self.fast)}
        environment.tests.update(TESTS)
        self.environment = environment

    def files(self) -> Iterator[tuple[str, str]]:
        yield self.place.path("__init__.py"), self._surface_module()
        yield self.place.path("_wire.py"), self._render("wire.py.jinja", runtime=self.place.runtime(1))
        yield from self._schema_modules()
        yield from self._method_modules()
        yield self.place.path("_types/__init__.py"), self._package("The types of the surface, by topic.")
        # Tables of forms are not in an `__init__`, because the unstable surface runs that too when it reuses stable items.
        yield self.place.path("_codec/__init__.py"), self._package("Nodes of the reference codec, by topic.")
        yield self.place.path("_codec/forms.py"), self._forms("_codec", "", lambda _item: True)
        yield self.place.path("_readers/__init__.py"), self._package("Fast readers, by topic.")
        yield self.place.path("_readers/forms.py"), self._forms("_readers", "read_", self._has_fast_reader)
        yield self.place.path("_writers/__init__.py"), self._package("Fast writers, by topic.")
        yield self.place.path("_writers/forms.py"), self._forms("_writers", "write_", self._has_fast_writer)
        for topic in self.plan.topics:
            yield self.place.path(f"_types/{topic.name}.py"), self._types(topic)
            yield self.place.path(f"_codec/{topic.name}.py"), self._nodes(topic)
            yield self.place.path(f"_readers/{topic.name}.py"), self._fast(topic, "readers")
            yield self.place.path(f"_writers/{topic.name}.py"), self._fast(topic, "writers")

    def _schema_modules(self) -> Iterator[tuple[str, str]]:
        common = {"runtime": self.place.runtime(1)}
        yield self.place.path("_schema.py"), self._render("schema.py.jinja", **common)
        yield self.place.path("_symbols.py"), self._render("symbols.py.jinja", **common)
        named = symbols(self.plan, self.names)
        yield self.place.path("_schema_symbols.py"), self._render("schema_symbols.py.jinja", **common, symbols=named)
        yield f"{DATA}/{self.place.source.file}", self.place.source.text

    def _method_modules(self) -> Iterator[tuple[str, str]]:
        methods = self.plan.surface.methods
        types = [name for method in methods for name in (method.params, method.result) if name]
        sides = self.names.sides()
        common = {"runtime": self.place.runtime(1), "methods": methods}
        yield (
            self.place.path("_methods.py"),
            self._render(
                "methods.py.jinja",
                **common,
                imports=self._surface_imports(types),
                tables=self.names.method_tables(),
                exports=self._exports("_methods"),
            ),
        )
        yield (
            self.place.path("_capabilities.py"),
            self._render(
                "capabilities.py.jinja",
                **common,
                imports=self._surface_imports(side.capabilities for side in sides if side.capabilities),
                sides=[side for side in sides if side.capabilities],
                constants=self._exports("_methods"),
                exports=self._exports("_capabilities"),
            ),
        )
        imports = self._surface_imports(["Error", "RequestId", *types])
        yield self.place.path("_messages.py"), self._render("messages.py.jinja", **common, imports=imports)
        for module, sync in (("handlers", False), ("stubs", False), ("handlers", True), ("stubs", True)):
            name = f"_sync_{module}" if sync else f"_{module}"
            yield (
                self.place.path(f"{name}.py"),
                self._render(
                    f"{module}.py.jinja",
                    **common,
                    imports=self._surface_imports(types),
                    sides=sides,
                    constants=self._exports("_methods"),
                    sync=sync,
                    exports=self._exports(name),
                ),
            )

    def _exports(self, module: str) -> list[str]:
        return sorted(name for name, home in self.names.lazy_names().items() if home == module)

    def _lazy_home(self, module: str) -> str:
        return f"{self.place.runtime(1)}.{module[1:]}" if module.startswith("@") else f".{module}"

    def _surface_imports(self, names: Iterable[str]) -> list[tuple[str, list[str]]]:
        """The imports of types for other modules of the surface."""
        by_module: dict[str, set[str]] = defaultdict(set)
        for name in names:
            topic, shared = self.plan.homes[name]
            by_module[f"{'..' if shared else '.'}_types.{topic}"].add(name)
        return [(module, sorted(by_module[module])) for module in sorted(by_module)]

    def _render(self, template: str, **context: Any) -> str:
        context["place"] = self.place
        return self.environment.get_template(template).render(context)

    def _package(self, doc: str) -> str:
        return f'{self.place.made.banner()}\n"""{doc}"""\n'

    def _surface_module(self) -> str:
        lazy = self.names.lazy_names()
        for item in self.plan.surface.items.values():
            for name in public_names(item):
                if name in lazy or name in FROM_RUNTIME:
                    raise GenerationError(
                        f"{item.pointer}: {name} is already the name of something else in the surface"
                    )
        return self._render(
            "surface.py.jinja",
            runtime=self.place.runtime(1),
            imports=self._surface_imports(self.plan.homes),
            lazy_imports=[(self._lazy_home(module), self._exports(module)) for module in sorted(set(lazy.values()))],
            lazy=[(name, self._lazy_home(module)) for name, module in sorted(lazy.items())],
            old_names=self._old_names(self.public_names()),
            exports=self.public_names(),
        )

    def public_names(self) -> list[str]:
        """All names of the surface."""
        return sorted([*self.plan.homes, *FROM_RUNTIME, *self.names.lazy_names()])

    def _old_names(self, names: Collection[str]) -> tuple[OldName, ...]:
        for old in self.plan.old_names:
            if old.target not in names:
                raise GenerationError(f"decisions.toml: [[alias]] {old.name}: {self.place.module} has no {old.target}")
        return self.plan.old_names

    def _imports(self, topic: Topic, package: str, names: Iterable[str]) -> list[tuple[str, list[str]]]:
        """The imports of a topic: from other topics, and from the stable surface."""
        by_module: dict[str, list[str]] = defaultdict(list)
        for name in names:
            home, shared = self.plan.homes[name]
            if shared or home != topic.name:
                by_module[f"...{package}.{home}" if shared else f".{home}"].append(name)
        return [(module, sorted(set(by_module[module]))) for module in sorted(by_module)]

    def _types(self, topic: Topic) -> str:
        needed = [name for item in topic.items for name in references(item)]
        return self._render(
            "types.py.jinja",
            topic=topic,
            runtime=self.place.runtime(2),
            imports=self._imports(topic, "_types", needed),
            exports=sorted(name for item in topic.items for name in public_names(item)),
        )

    def _nodes(self, topic: Topic) -> str:
        needed = {name for item in topic.items for name in self._node_references(item)}
        at_once = {name for item in topic.items for name in self.spelling.needed_at_once(item)}
        later = self._imports(topic, "_codec", needed - at_once)
        return self._render(
            "nodes.py.jinja",
            topic=topic,
            runtime=self.place.runtime(2),
            types_module=f"{self.place.module}._types.{topic.name}",
            types_package=".._types",
            imports=[
                (module, [node_name(name) for name in names])
                for module, names in self._imports(topic, "_codec", at_once)
            ],
            later=[(node_name(name), f"{module}.{node_name(name)}") for module, names in later for name in names],
            exports=sorted(node_name(item.name) for item in topic.items),
        )

    def _node_references(self, item: Item) -> Iterator[str]:
        """The nodes that an item's node needs: for a record, including its base's members and its scope's variants."""
        yield from references(item)
        if isinstance(item, Record):
            for field in self.spelling.all_fields(item):
                yield from shape_references(field.shape)
            yield from self.spelling.scope_variants(item)

    def _fast(self, topic: Topic, package: str) -> str:
        functions = [
            self.spellers[package].spell(item, topic.name) for item in topic.items if not isinstance(item, Alias)
        ]
        uses = sorted({use for function in functions for use in function.uses})
        imports: list[tuple[str, list[str]]] = []
        later: list[tuple[str, str]] = []
        for module, types in self._imports(topic, f"_{package}", (use.type for use in uses)):
            found = [use for use in uses if use.type in types]
            if all(use.is_function for use in found):
                later += [(use.text, f"{module}.{use.text}") for use in found]
            else:
                imports.append((module, [use.text for use in found]))
        classes = [name for item in topic.items for name in public_names(item)]
        imports.append((f".._types.{topic.name}", classes))
        imports += [
            (module if module.startswith("...") else f".._types{module}", names)
            for module, names in self._imports(topic, "_types", self._variant_classes(topic))
        ]
        return self._render(
            f"{package}.py.jinja",
            topic=topic,
            runtime=self.place.runtime(2),
            types_module=f"{self.place.module}._types.{topic.name}",
            functions=[function.text for function in functions],
            imports=imports,
            later=later,
        )

    def _variant_classes(self, topic: Topic) -> Iterator[str]:
        """The classes that the unions of a topic distinguish when writing."""
        for item in topic.items:
            if isinstance(item, Union) and self.fast.has_fast_codec(item):
                for variant in item.variants:
                    shape = self.fast.resolved(variant.shape)
                    inner = self.fast.resolved(shape.item) if isinstance(shape, Array) else shape
                    if isinstance(inner, Ref):
                        yield from self.fast.records(inner)
                if item.other:
                    yield item.other

    def _has_fast_writer(self, item: Item) -> bool:
        """Whether `dumps` can find it by its form: two untagged unions may be equal in Python."""
        is_one = isinstance(item, Record) or (isinstance(item, Union) and item.tag is not None)
        return is_one and self.fast.has_fast_codec(item)

    def _has_fast_reader(self, item: Item) -> bool:
        """The same for `loads`. The reader of an unknown variant relies on the union to know the other tags."""
        return self._has_fast_writer(item) and not (isinstance(item, Record) and item.other)

    def _forms(self, package: str, verb: str, wanted: Callable[[Item], bool]) -> str:
        """The table of a codec package: the module and name for each type."""
        forms: list[tuple[str, str]] = []
        for item in filter(wanted, self.plan.surface.items.values()):
            topic, is_shared = self.plan.homes[item.name]
            home = f"...{package}.{topic}" if is_shared else f".{topic}"
            forms.append((item.name, f"{home}.{verb}{node_name(item.name)}"))
        template = {"_codec": "forms", "_readers": "reader_forms", "_writers": "writer_forms"}[package]
        return self._render(f"{template}.py.jinja", runtime=self.place.runtime(2), forms=forms)
