"""Runs in a peer's environment and measures jobs on request, over a pipe."""

from __future__ import annotations

import functools
import gc
import importlib
import json
import sys
import time
import timeit
import tracemalloc
from collections.abc import Callable
from typing import Any, Protocol, cast

from benchmarks.cases import CASES, HELD, MALFORMED, PARSED, Case
from benchmarks.peers import Code, json_only, stdlib_dataclasses

SAMPLE_NS = 3_000_000
"""How much CPU time one sample takes, about; short samples are more often undisturbed."""


class Peer(Protocol):
    """A module of benchmarks.peers."""

    def decoding(self, form: str) -> Code: ...
    def encoding(self, form: str) -> Code | None: ...
    def structuring(self, form: str) -> Code | None: ...
    def unstructuring(self, form: str) -> Code | None: ...
    def describing(self) -> Code | None: ...
    def building(self) -> Code | None: ...


class RefusalError(Exception):
    """Why something is not measured."""


class Stopwatch:
    """A statement, timed by the process's CPU time with the garbage collector off, as `timeit` does."""

    def __init__(self, statement: str, names: dict[str, object]) -> None:
        self._timer = timeit.Timer(statement, timer=time.process_time_ns, globals=names)
        self._loops = 0

    def nanoseconds(self) -> float:
        """The time of one execution, as the mean over a sample."""
        if not self._loops:
            self._loops = self._calibrate()
        self._timer.timeit(max(1, self._loops // 4))  # warm the caches, which another process has used meanwhile
        return self._timer.timeit(self._loops) / self._loops

    def _calibrate(self) -> int:
        loops = 1
        while (elapsed := self._timer.timeit(loops)) < SAMPLE_NS / 4:
            loops *= 2
        return max(1, round(loops * SAMPLE_NS / elapsed))


class Pair:
    """The subject and its baseline, always measured one right after the other."""

    def __init__(self, subject: Stopwatch, baseline: Stopwatch) -> None:
        self._subject = subject
        self._baseline = baseline

    def sample(self, *, baseline_first: bool) -> tuple[float, float]:
        """The times of the subject and of the baseline."""
        if baseline_first:
            baseline = self._baseline.nanoseconds()
            return self._subject.nanoseconds(), baseline
        return self._subject.nanoseconds(), self._baseline.nanoseconds()


def stopwatch(code: Code, name: str, values: list[Any]) -> Stopwatch:
    """Times an expression over each of the values."""
    if len(values) == 1:
        return Stopwatch(code.expression, {**code.names, name: values[0]})
    return Stopwatch(f"for {name} in {name}s: {code.expression}", {**code.names, f"{name}s": values})


def evaluate(code: Code, **names: object) -> Any:
    return eval(code.expression, {**code.names, **names})  # noqa: S307  (the peers' own expressions)


def read(code: Code, case: Case) -> list[Any]:
    try:
        return [evaluate(code, text=text) for text in case.texts]
    except Exception as error:
        raise RefusalError("does not read it") from error


def decode_job(peer: Peer, case: Case) -> Pair:
    code = peer.decoding(case.form)
    read(code, case)
    texts = list(case.texts)
    return Pair(stopwatch(code, "text", texts), stopwatch(json_only.decoding(case.form), "text", texts))


def encode_job(peer: Peer, case: Case) -> Pair:
    code = peer.encoding(case.form)
    if code is None:
        raise RefusalError("")
    values = read(peer.decoding(case.form), case)
    plain = [json.loads(text) for text in case.texts]
    if [json.loads(evaluate(code, value=value)) for value in values] != plain:
        raise RefusalError("writes something else than it read")
    return Pair(stopwatch(code, "value", values), stopwatch(json_only.encoding(case.form), "value", plain))


def structure_job(peer: Peer, case: Case) -> Pair:
    code = peer.structuring(case.form)
    plain = [json.loads(text) for text in case.texts]
    if code is None:
        raise RefusalError("")
    try:
        values = [evaluate(code, plain=value) for value in plain]
    except Exception as error:
        raise RefusalError("does not read it") from error
    if values != read(peer.decoding(case.form), case):
        raise RefusalError("reads something else than of the text")
    texts = list(case.texts)
    return Pair(stopwatch(code, "plain", plain), stopwatch(json_only.decoding(case.form), "text", texts))


def unstructure_job(peer: Peer, case: Case) -> Pair:
    code = peer.unstructuring(case.form)
    if code is None:
        raise RefusalError("")
    values = read(peer.decoding(case.form), case)
    plain = [json.loads(text) for text in case.texts]
    if [evaluate(code, value=value) for value in values] != plain:
        raise RefusalError("writes something else than it read")
    return Pair(stopwatch(code, "value", values), stopwatch(json_only.encoding(case.form), "value", plain))


def error_job(peer: Peer) -> Pair:
    """An error with its path, as text."""
    decode, describe = peer.decoding(MALFORMED.form), peer.describing()
    text = MALFORMED.texts[0]
    try:
        evaluate(decode, text=text)
    except Exception as error:
        if describe is None:
            raise RefusalError("does not tell where") from error
        if "content" not in evaluate(describe, error=error):
            raise AssertionError("the error has no path") from error
    else:
        raise RefusalError("sees no error")
    statement = f"try: {decode.expression}\nexcept Exception as error: {describe.expression}"
    subject = Stopwatch(statement, {**decode.names, **describe.names, "text": text})
    return Pair(subject, stopwatch(json_only.decoding(MALFORMED.form), "text", [text]))


def build_job(peer: Peer) -> Pair:
    code = peer.building()
    if code is None:
        raise RefusalError("")
    baseline = stdlib_dataclasses.building()
    return Pair(Stopwatch(code.expression, dict(code.names)), Stopwatch(baseline.expression, dict(baseline.names)))


def makers(peer: Peer, cases: list[Case]) -> dict[str, Callable[[], Pair]]:
    """How to make each job, by the name of its row."""
    made: dict[str, Callable[[], Pair]] = {}
    for case in cases:
        made[f"decode {case.name}"] = functools.partial(decode_job, peer, case)
        made[f"encode {case.name}"] = functools.partial(encode_job, peer, case)
    for case in (case for case in PARSED if case in cases):
        made[f"structure {case.name}"] = functools.partial(structure_job, peer, case)
        made[f"unstructure {case.name}"] = functools.partial(unstructure_job, peer, case)
    made["decode error"] = functools.partial(error_job, peer)
    made["build chunk"] = functools.partial(build_job, peer)
    return made


def job_or_reason(make: Callable[[], Pair]) -> Pair | str:
    try:
        return make()
    except RefusalError as reason:
        return str(reason)


def held(code: Code, texts: tuple[str, ...]) -> float:
    """The memory of one decoded message, in bytes."""
    everything = compile(f"[{code.expression} for text in texts]", "held", "eval")
    names = {**code.names, "texts": texts}
    eval(everything, names)  # noqa: S307  (now all is there that is made once)
    gc.collect()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    values = eval(everything, names)  # noqa: S307
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return (after - before - sys.getsizeof(values)) / len(texts)


def main(module: str, only: list[str]) -> None:
    """Report the available jobs and the reasons for missing ones, then run the job named in each line of standard input."""
    peer = cast("Peer", importlib.import_module(f"benchmarks.peers.{module}"))
    jobs: dict[str, Pair] = {}
    refused: dict[str, str] = {}
    for name, make in makers(peer, [case for case in CASES if not only or case.name in only]).items():
        made = job_or_reason(make)
        if isinstance(made, Pair):
            jobs[name] = made
        else:
            refused[name] = made
    print(json.dumps({"jobs": list(jobs), "refused": refused}), flush=True)
    cases = {case.name: case for case in HELD}
    for line in sys.stdin:
        name, baseline_first = json.loads(line)
        if name in cases:
            form, texts = cases[name].form, cases[name].texts
            answer = held(peer.decoding(form), texts), held(json_only.decoding(form), texts)
        else:
            answer = jobs[name].sample(baseline_first=baseline_first)
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
