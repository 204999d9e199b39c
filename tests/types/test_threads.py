"""What classes make at first use comes out the same when many threads are first at once."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import pytest

from acp_types._runtime.record import Defaulted, Factory
from tests.types.support import RECORDS, load_record

T = TypeVar("T")

THREADS = 16


@pytest.fixture(autouse=True)
def switch_often() -> Iterator[None]:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


def at_once(work: Callable[[], T]) -> list[T]:
    """What `work` gives in each of the threads; an error in one is an error here."""
    barrier = threading.Barrier(THREADS)
    results: list[T] = []
    errors: list[Exception] = []

    def run() -> None:
        barrier.wait()
        try:
            results.append(work())
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=run) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    return results


def test_first_use_of_every_class(fresh_package: str) -> None:
    def use_all() -> list[object]:
        return [_use(load_record(fresh_package, name)) for name in RECORDS]

    first, *others = at_once(use_all)
    for other in others:
        assert other == first


def _use(cls: Any) -> tuple[object, ...]:
    parameters = inspect.signature(cls).parameters.values()
    instance = cls(**{one.name: "_example" for one in parameters if one.default is inspect.Parameter.empty})
    fields = [(field.name, field.type, field.kw_only) for field in dataclasses.fields(cls)]
    return instance, hash(instance), repr(instance), fields, repr(cls.__dataclass_params__)


def test_a_default_that_another_thread_makes_meanwhile() -> None:
    """The first look at it still finds the factory, the next one what the other thread has made of it."""
    looks: list[object] = [Factory(dict), {}]

    class Racing(Defaulted):
        _default = property(lambda _self: looks.pop(0), lambda _self, _value: None)

    assert Racing(None, None).default == {}


def test_nothing_is_parsed_at_first_use(fresh_package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The parser of some interpreters fails where several threads are in it."""
    parsed: list[object] = []
    with monkeypatch.context() as patch:
        patch.setattr(ast, "parse", parsed.append)
        for name in RECORDS:
            dataclasses.fields(load_record(fresh_package, name))
    assert not parsed
