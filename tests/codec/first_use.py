"""Use everything that is made at first use, from many threads at once, and say what came out.

    python tests/codec/first_use.py THREADS SEED

`test_threads` runs this in fresh interpreters. It needs the package alone, so that any build of Python can run it.
"""

from __future__ import annotations

import dataclasses
import inspect
import operator
import random
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

SURFACES = ("v1", "v1.unstable", "v2", "v2.unstable")

UPDATE = {
    "toolCallId": "t",
    "kind": "_acme.kind",
    "title": 3,
    "content": [
        {"type": "content", "content": {"type": "text", "text": "a", "annotations": {"audience": ["user", "_new"]}}},
        {"type": "content", "content": {"type": "_acme.block", "a": [1, None]}},
        17,
    ],
    "x": {"y": 1},
}
PROMPT = (
    '{"jsonrpc":"2.0","id":1,"method":"session/prompt",'
    '"params":{"sessionId":"s","prompt":[{"type":"text","text":"a"},{"type":"_x"}]}}'
)
CANCEL = '{"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s"}}'
ERROR = '{"jsonrpc":"2.0","id":"a","error":{"code":-32601,"message":"m"}}'

Step = Callable[[], object]


def identities(acp: Any) -> Iterator[tuple[str, Step]]:
    """What is one object for all: public names with what is made for each class, and codec tables."""
    for name in acp.__all__:
        yield name, lambda name=name: objects_of(getattr(acp, name))  # type: ignore[misc]
    yield "codec tables", lambda: [import_module(f"{acp.__name__}._codec.forms").FORMS]


def objects_of(public: Any) -> list[object]:
    """An object and, where it is a record class, its constructor, fields, options and defaults."""
    if not (isinstance(public, type) and dataclasses.is_dataclass(public)):
        return [public]
    with suppress(TypeError):
        public()  # the constructor is made when it is first called, whatever comes of that
    made: Any = public
    slots = [slot for slot in list(vars(public).values()) if hasattr(slot, "stored")]
    constructor: object = made.__init__
    fields, options = made.__dataclass_fields__, made.__dataclass_params__
    return [public, constructor, fields, options, *(slot.default for slot in slots)]


def values(acp: Any) -> Iterator[tuple[str, Step]]:
    """What is made anew each time, and must be equal."""

    def read() -> object:
        issues: list[object] = []
        return acp.decode(acp.ToolCallUpdate, UPDATE, on_issue=issues.append), issues

    yield "read", read
    yield "written", lambda: acp.dumps(acp.ToolCallUpdate, acp.decode(acp.ToolCallUpdate, UPDATE))
    yield "encoded", lambda: acp.encode(acp.ToolCallUpdate, acp.decode(acp.ToolCallUpdate, UPDATE))
    yield "strict", lambda: acp.loads(tuple[acp.ContentBlock, ...], '[{"type":"text","text":"a"}]', strict=True)
    for line, sender in ((PROMPT, "client"), (CANCEL, "client"), (ERROR, "agent")):
        yield f"message {line}", lambda a=line, b=sender: acp.read_message(a, sender=b)  # type: ignore[misc]
        yield f"line {line}", lambda a=line, b=sender: acp.write_message(acp.read_message(a, sender=b))  # type: ignore[misc]
    yield "refused", lambda: error_of(acp, lambda: acp.read_message("{", sender="agent"))
    yield "constructed", lambda: acp.TextContent(text="a", annotations=acp.Annotations(audience=("user",)))
    yield "signature", lambda: str(inspect.signature(acp.Annotations))
    yield "fields", lambda: [(f.name, f.type) for f in dataclasses.fields(acp.Annotations)]
    yield "hash", lambda: len({acp.Annotations(priority=0.5), acp.Annotations(priority=0.5)})
    yield "shown", lambda: repr(acp.ImageContent(data="", mime_type="image/png"))


def error_of(acp: Any, call: Step) -> object:
    try:
        return call()
    except acp.MessageError as error:
        return error.reply


def imported(name: str) -> Any:
    """A surface.

    Where Python has loaded a package it takes it out of `sys.modules` for a moment, to put it at the end. Whoever has
    just loaded a module of that package looks for it there, and gets a `KeyError`: with threads that switch as often as
    here that happens once in a hundred runs, to any package.
    """
    parent, _, _ = f"acp_types.{name}".rpartition(".")
    try:
        return import_module(f"acp_types.{name}")
    except KeyError as error:
        if error.args != (parent,):
            raise
    return imported(name)


def use_all(seed: int, results: dict[str, object]) -> None:
    """Import every surface and use all of it, in an order of the thread's own."""
    order = random.Random(seed)
    names = list(SURFACES)
    order.shuffle(names)
    steps: list[tuple[str, Step]] = []
    for name in names:
        acp = imported(name)
        steps += [(f"same {name} {what}", step) for what, step in identities(acp)]
        steps += [(f"equal {name} {what}", step) for what, step in values(acp)]
    order.shuffle(steps)
    results.update((what, step()) for what, step in steps)


def main(threads: int, seed: int) -> None:
    sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "generated"))
    sys.setswitchinterval(1e-6)
    barrier = threading.Barrier(threads)
    all_results: list[dict[str, object]] = [{} for _ in range(threads)]
    errors: list[Exception] = []

    def run(index: int) -> None:
        barrier.wait()
        try:
            use_all(1000 * seed + index, all_results[index])
        except Exception as error:
            errors.append(error)

    running = [threading.Thread(target=run, args=(index,)) for index in range(threads)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    if errors:
        raise errors[0]
    # Later uses find what the threads have made.
    again: dict[str, object] = {}
    use_all(seed, again)
    first, *others = [*all_results, again]
    for what, result in sorted(first.items()):
        for other in others:
            assert agree(what, result, other[what]), f"{what}: {result!r} and {other[what]!r}"
        print(what, "" if what.startswith("same") else repr(result))


def agree(what: str, one: Any, other: Any) -> bool:
    if what.startswith("same"):
        return len(one) == len(other) and all(map(operator.is_, one, other))
    return bool(one == other)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
