"""The generated classes, copies of the package to compare them with, and example values for each of them."""

from __future__ import annotations

import ast
import copy
import dataclasses
import enum
import functools
import importlib
import inspect
import pickle
import shutil
import sys
import types
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, ForwardRef, Literal, NamedTuple, Union

import acp_types

PACKAGE = Path(acp_types.__file__).parent
SURFACES = ("acp_types.v1", "acp_types.v1.unstable", "acp_types.v2", "acp_types.v2.unstable")
NEW_VALUE = "_example"
"""A string no enum and no union knows, so that it fits any text member and any tag of an `Other...` class."""


def _through_pickle(protocol: int) -> Callable[[Any], Any]:
    return lambda value: pickle.loads(pickle.dumps(value, protocol))


COPIES: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    **{f"pickle {protocol}": _through_pickle(protocol) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)},
}
"""Each way to copy an object that knows nothing of its class."""


def type_modules() -> Iterator[tuple[str, ast.Module]]:
    """Each module that defines types, by its name inside the package, with its source."""
    for path in sorted(PACKAGE.glob("v*/**/_types/[!_]*.py")):
        name = ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
        yield name, ast.parse(path.read_text(encoding="utf-8"))


def _record_names() -> Iterator[str]:
    for module, tree in type_modules():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and node.decorator_list:
                yield f"{module}.{node.name}"


RECORDS = tuple(_record_names())
"""Every class that the source declares with `@dataclass`, such as `v1._types.content.TextContent`."""


def load_record(package: str, name: str) -> Any:
    module, _, cls = name.rpartition(".")
    return getattr(importlib.import_module(f"{package}.{module}"), cls)


def _by_module() -> dict[str, list[str]]:
    modules: dict[str, list[str]] = {}
    for name in RECORDS:
        modules.setdefault(name.rpartition(".")[0], []).append(name)
    return modules


RECORDS_OF: Mapping[str, list[str]] = _by_module()
"""The same, by the modules that they are in."""


class Pair(NamedTuple):
    """One generated class, or an object of it, and the same from the standard decorator's reading of the source."""

    ours: Any
    plain: Any


def each(test: Callable[..., None]) -> Callable[..., None]:
    """Let a test of one `thing` be one test of all those that the fixture `things` has.

    There would be twenty thousand, which take longer to be listed, handed out and reported than to run. The traceback
    names the one that fails.
    """
    (first, *others) = inspect.signature(test).parameters.values()

    def run(**arguments: Any) -> None:
        tested = 0
        for tested, thing in enumerate(arguments.pop(f"{first.name}s"), 1):  # noqa: B007  (how many)
            test(thing, **arguments)
        assert tested

    # What pytest goes by.
    many = first.replace(name=f"{first.name}s", annotation=Iterable)
    run.__signature__ = inspect.Signature([many, *others])  # type: ignore[attr-defined]
    return functools.update_wrapper(run, test, updated=("__dict__",))


def copy_package(directory: Path, name: str) -> Path:
    """Make the package importable once more, as `name`, so that a test has classes nobody has used yet."""
    copied = directory / name
    shutil.copytree(PACKAGE, copied, ignore=shutil.ignore_patterns("__pycache__"))
    sys.path.insert(0, str(directory))
    importlib.invalidate_caches()
    return copied


def make_plain_package(directory: Path, name: str) -> None:
    """Copy the package so that at run time, too, it takes the branch that type checkers take."""
    model = copy_package(directory, name) / "_runtime" / "model.py"
    source = model.read_text(encoding="utf-8")
    for old, new in (("if TYPE_CHECKING:", "if True:"), ("    from typing_extensions import Self\n", "")):
        assert source.count(old) == 1
        source = source.replace(old, new)
    if sys.version_info < (3, 11):  # its decorator refuses any dict as a default, even one that cannot be changed
        source += "\n\nimport collections\n\nEMPTY = collections.UserDict()\n"
    model.write_text(source, encoding="utf-8")


def normal(value: object) -> str:
    """How a value reads, whichever copy of the package it is from."""
    return repr(value).replace("acp_plain.", "acp_types.")


def error_of(call: Callable[[Any], object], argument: object) -> tuple[type[BaseException], str]:
    """What a call raises."""
    try:
        result = call(argument)
    except Exception as error:
        return type(error), str(error)
    raise AssertionError(f"no error, but {result!r}")


def assert_same_error(pair: Pair, call: Callable[[Any], object], kind: type[Exception]) -> None:
    """Check that a call with either class, or with an object of either, fails in the same words."""
    ours, plain = (error_of(call, one) for one in pair)
    assert ours == plain
    assert ours[0] is kind


def assert_same_error_with_a_hint(pair: Pair, call: Callable[[Any], object], kind: type[Exception]) -> None:
    """Check that a call fails in the standard decorator's words, and that ours then says what to write instead."""
    (our_kind, ours), (plain_kind, plain) = (error_of(call, one) for one in pair)
    assert our_kind is plain_kind is kind
    words, _, _ = plain.partition(". Did you mean")  # newer interpreters guess, too
    assert ours.startswith(f"{words}: ")
    assert len(ours) > len(words) + 2


def example(hint: Any) -> Any:
    """A value of a type: the first alternative that says something, nested objects with what they require."""
    origin = typing.get_origin(hint)
    arms = typing.get_args(hint)
    if origin in (Union, types.UnionType):
        return example(next(arm for arm in arms if getattr(arm, "__name__", "") not in ("NoneType", "UnsetType")))
    if origin is Literal:
        return arms[0]
    if origin is tuple:
        return (example(arms[0]),)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {"key": example(arms[1])}
    return _simple_example(hint)


def _simple_example(hint: Any) -> Any:
    simple: dict[Any, Any] = {str: NEW_VALUE, int: 7, float: 0.5, bool: True}
    if hint in simple:
        return simple[hint]
    if hasattr(hint, "__supertype__"):
        return example(hint.__supertype__)
    if isinstance(hint, ForwardRef):  # JSON inside JSON
        return [1, None]
    if issubclass(hint, enum.Enum):
        return next(iter(hint))
    if issubclass(hint, str):
        return hint(NEW_VALUE)
    return make(hint)


@functools.cache
def _arguments(cls: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    hints = typing.get_type_hints(cls)
    fields = dataclasses.fields(cls)
    everything = {field.name: example(hints[field.name]) for field in fields}
    return {name: value for name, value in everything.items() if name in required_names(cls)}, everything


def required_names(cls: Any) -> list[str]:
    missing = dataclasses.MISSING
    return [f.name for f in dataclasses.fields(cls) if f.default is missing and f.default_factory is missing]


def arguments(cls: Any, *, everything: bool = False) -> dict[str, Any]:
    """Keyword arguments that make an object: those the class requires, or one for each member."""
    return dict(_arguments(cls)[everything])


def make_both(pair: Pair, *, everything: bool = False) -> Pair:
    return Pair(*(make(cls, everything=everything) for cls in pair))


def make(cls: Any, *, everything: bool = False) -> Any:
    return cls(**arguments(cls, everything=everything))
