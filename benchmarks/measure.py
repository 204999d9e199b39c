"""Runs the measurements: each round measures everything, with one process per peer, in a random order."""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.cases import HELD, NOTIFICATION, STREAM
from benchmarks.environments import OURS, PEERS, ROOT, STDLIB, Cache, Environment, Peer

SURFACES = ("acp_types.v1", "acp_types.v1.unstable", "acp_types.v2", "acp_types.v2.unstable")
COMPARED_SURFACE = "acp_types.v1.unstable"
"""The surface compared with the peers' modules, which have v1 with its unstable features."""

FLOOR = "import json, typing, dataclasses"
SAMPLES_PER_ROUND = 4
"""How often a round takes samples that need no separate process, which are cheap."""

TIMED = """
import time
{before}
start = time.process_time_ns()
{statement}
print(time.process_time_ns() - start)
"""
TRACED = """
import _tracemalloc  # not tracemalloc, which imports much
_tracemalloc.start(1)
{statement}
print(_tracemalloc.get_traced_memory()[1])
"""
READ_TEXTS = """
import sys
with open(sys.argv[1], encoding="utf-8", newline="") as file:
    texts = file.read().split("\\n")
"""
FIRST_USE = """
from benchmarks.peers import {module} as peer
reading, writing = peer.decoding({form!r}), peer.encoding({form!r})
names = {{**reading.names, **(writing.names if writing else {{}}), "texts": texts}}
exec(f"for text in texts:\\n value = {{reading.expression}}\\n {{writing.expression if writing else ''}}", names)
"""

Key = tuple[str, str]
"""The name of a row and of a peer."""

Sample = tuple[float, float]
"""The cost of a subject, and of its baseline at the same moment."""


@dataclass(frozen=True)
class Job:
    """Something to measure."""

    key: Key
    sample: Callable[[bool], Sample]
    """Called with whether to measure the baseline first."""
    repeat: int = 1
    """How often in each round."""


@dataclass
class Series:
    """All samples of one job."""

    samples: list[Sample] = field(default_factory=list)

    def minimum(self) -> float:
        """The ratio of the two least disturbed samples."""
        return min(subject for subject, _ in self.samples) / min(baseline for _, baseline in self.samples)

    def median(self) -> float:
        """The median of the ratios, each taken at one moment."""
        return statistics.median(subject / baseline for subject, baseline in self.samples)

    def subject(self) -> float:
        """The minimum."""
        return min(subject for subject, _ in self.samples)


@dataclass
class Results:
    """The measurements, and the reasons for missing ones."""

    series: dict[Key, Series] = field(default_factory=dict)
    refused: dict[Key, str] = field(default_factory=dict)


class Worker:
    """The process of one peer."""

    def __init__(self, cache: Cache, peer: Peer) -> None:
        self.peer = peer
        self._process = subprocess.Popen(
            [cache.python(peer.environment), "-m", "benchmarks.worker", peer.module, *(peer.only or ())],
            env=cache.variables(cache.package, ROOT),
            cwd=cache.folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        offer = json.loads(self._read())
        self.jobs: list[str] = offer["jobs"]
        self.refused: dict[str, str] = offer["refused"]

    def _read(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit(f"the process that measures {self.peer.title} has ended")
        return line

    def ask(self, job: str, baseline_first: bool = False) -> Sample:
        assert self._process.stdin is not None
        print(json.dumps([job, baseline_first]), file=self._process.stdin, flush=True)
        subject, baseline = json.loads(self._read())
        return subject, baseline

    @contextmanager
    def running(self) -> Iterator[Worker]:
        try:
            yield self
        finally:
            self._process.communicate()


class Fresh:
    """Measures in new processes."""

    def __init__(self, cache: Cache) -> None:
        self._cache = cache
        self._texts = cache.folder / "stream.jsonl"
        self._texts.write_text("\n".join(STREAM.texts), encoding="utf-8", newline="")

    def jobs(self, peers: list[Peer]) -> Iterator[Job]:
        """The imports and the first use."""
        yield self._import(("import acp_types", OURS.name), OURS, "acp_types")
        for peer in peers:
            for surface, module in imports(peer):
                yield self._import((f"import {surface}", peer.name), peer, module)
                yield self._import((f"own {surface}", peer.name), peer, module, before=FLOOR)
            if peer.only is None:
                yield self._first_use(peer)

    def peaks(self, peers: list[Peer]) -> Iterator[Job]:
        """The peak memory of imports, which does not vary."""
        for peer in peers:
            for surface, module in imports(peer):
                programs = TRACED.format(statement=f"import {module}"), TRACED.format(statement=FLOOR)
                yield self._job((f"peak {surface}", peer.name), peer, *programs)

    def _import(self, key: Key, peer: Peer, module: str, before: str = "") -> Job:
        subject = TIMED.format(before=before, statement=f"import {module}")
        return self._job(key, peer, subject, TIMED.format(before="", statement=FLOOR))

    def _first_use(self, peer: Peer) -> Job:
        subject, baseline = (
            TIMED.format(before=READ_TEXTS, statement=FIRST_USE.format(module=module, form=NOTIFICATION))
            for module in (peer.module, "json_only")
        )
        return self._job(("first use", peer.name), peer, subject, baseline)

    def _job(self, key: Key, peer: Peer, subject: str, baseline: str) -> Job:
        """Two programs, each in a new process."""
        importing = key[0] != "first use"
        package = self._cache.plain if importing and peer is STDLIB else self._cache.package

        def sample(baseline_first: bool) -> Sample:
            order = (baseline, subject) if baseline_first else (subject, baseline)
            printed = {program: self._run(peer.environment, program, package, ROOT) for program in order}
            return printed[subject], printed[baseline]

        return Job(key, sample)

    def _run(self, environment: Environment, program: str, *folders: Path) -> float:
        """What a program prints."""
        done = subprocess.run(
            [self._cache.python(environment), "-c", program, str(self._texts)],
            env=self._cache.variables(*folders),
            cwd=self._cache.folder,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        return float(done.stdout)


def imports(peer: Peer) -> Iterator[tuple[str, str]]:
    """The modules of a peer for a whole protocol, each with the corresponding surface."""
    if peer in (OURS, STDLIB):
        yield from zip(SURFACES, SURFACES, strict=True)
    elif peer.imported:
        yield COMPARED_SURFACE, peer.imported


def measure(cache: Cache, rounds: int, seed: int) -> Results:
    """Measure everything, interleaved, with new processes in each round, because memory layout matters."""
    shuffler = random.Random(seed)  # noqa: S311  (the same order again)
    peers = [peer for peer in PEERS if cache.has(peer)]
    fresh = Fresh(cache)
    results = Results()
    for job in fresh.peaks(peers):
        results.series[job.key] = Series([job.sample(False)])
    imported = list(fresh.jobs(peers))
    for job in imported:  # so that bytecode is written
        job.sample(False)
    for done in range(rounds):
        print(f"\rround {done + 1} of {rounds}", end="", file=sys.stderr, flush=True)
        with ExitStack() as stack:
            workers = [stack.enter_context(Worker(cache, peer).running()) for peer in peers]
            jobs = list(imported)
            for worker in workers:
                name = worker.peer.name
                if done == 0:
                    results.refused.update({(row, name): reason for row, reason in worker.refused.items()})
                    results.series.update({(row, name): Series([worker.ask(row)]) for row in held(worker)})
                jobs += [Job((row, name), sampler(worker, row), SAMPLES_PER_ROUND) for row in worker.jobs]
            order = [job for job in jobs for _ in range(job.repeat)]
            shuffler.shuffle(order)
            for job in order:
                series = results.series.setdefault(job.key, Series())
                series.samples.append(job.sample(shuffler.random() < 0.5))
    print(file=sys.stderr)
    return results


def held(worker: Worker) -> list[str]:
    """The cases that are measured once for memory."""
    return [case.name for case in HELD if worker.peer.only is None or case.name in worker.peer.only]


def sampler(worker: Worker, row: str) -> Callable[[bool], Sample]:
    return lambda baseline_first: worker.ask(row, baseline_first)
