"""The bump of a small protocol of our own: from a folder, from npm, and that it changes nothing when anything fails."""

from __future__ import annotations

import copy
import json
import stat
import subprocess
import sys
import tarfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import tomli

from codegen.build import plans, read_model_dumps
from codegen.bump import run
from codegen.bump.errors import BumpError
from codegen.bump.release import Release, fetch, read_folder
from codegen.bump.report import Report
from codegen.bump.run import Bump, Request, Stopped
from codegen.bump.stage import exchange
from codegen.bump.vendor import vendor
from codegen.errors import DecisionError, UnknownShape
from codegen.project import Project
from codegen.review.dump import load_all
from codegen.source import read_pin
from tests.bump.independent import facts_of_report, facts_of_schemas
from tests.bump.replay import bump, checkout, write_decisions
from tests.bump.small import Schema, release, schema, tables, tree
from tests.bump.test_compare import CASES
from tests.bump.test_names import ALIASES, REMOVED, renamed


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return checkout(tmp_path / "checkout", release("1.0.0", schema()), tables())


def grown() -> Schema:
    """The second release, of which nobody needs to decide anything."""
    after = schema()
    after["$defs"]["Extra"] = {"description": "More.", "type": "string"}
    after["$defs"]["TextContent"]["properties"]["title"] = {"type": "string"}
    after["$defs"]["Priority"]["anyOf"].insert(0, {"type": "string", "const": "top", "description": "Most."})
    return after


def write_folder(folder: Path, schemas: Mapping[str, Schema | bytes], manifest: Mapping[str, str] | None) -> Path:
    """A release as a folder."""
    for file, body in schemas.items():
        path = folder / "schema" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body if isinstance(body, bytes) else json.dumps(body).encode())
    if manifest is not None:
        (folder / "package.json").write_text(json.dumps(manifest), encoding="utf-8")
    return folder


MANIFEST = {"name": "a-protocol", "version": "1.1.0", "license": "Apache-2.0"}


def from_folder(folder: Path, **options: Any) -> Request:
    return Request(folder=folder, quick=True, **options)


def test_from_a_folder(project: Project, tmp_path: Path) -> None:
    said: list[str] = []
    folder = write_folder(tmp_path / "new", {"v1/schema.json": grown(), "v3/schema.json": grown()}, MANIFEST)
    report = Bump(project, said.append).run(from_folder(folder))
    assert report is not None
    assert [line for line in said if line.startswith("[")] == [
        "[1/6] fetch the release",
        "[2/6] verify a-protocol 1.1.0",
        "[3/6] vendor and pin the schemas",
        "[4/6] regenerate and format",
        "[5/6] compare and write the report",
        "[6/6] replace schema/, generated/acp_types/ and the report",
    ]
    assert (project.schema / "v1/schema.json").read_bytes() == (folder / "schema/v1/schema.json").read_bytes()
    pin = read_pin(project.schema)
    assert (pin.version, pin.package, list(pin.sha256)) == ("1.1.0", "a-protocol", ["v1/schema.json"])
    assert "title: str | None = None" in (project.package / "v1/_types/content.py").read_text(encoding="utf-8")
    assert '"Extra"' in (project.package / "v1/__init__.py").read_text(encoding="utf-8")
    assert "Extra" in load_all(read_model_dumps(project))["v1"].items
    assert report.unknown == ("v3/schema.json",)
    data = json.loads((project.changes / "1.1.0.json").read_text(encoding="utf-8"))
    assert (data["from"], data["to"], data["not_vendored"]) == ("1.0.0", "1.1.0", ["v3/schema.json"])
    assert [(change["subject"], change["action"], change["name"]) for change in data["changes"]] == [
        ("value", "added", 'Priority "top"'),
        ("member", "added", "TextContent.title"),
        ("type", "added", "Extra"),
    ]
    text = (project.changes / "1.1.0.md").read_text(encoding="utf-8")
    assert text.startswith("# a-protocol 1.0.0 to 1.1.0\n\nPublished ")
    assert "| `v1` | 0 | 1 | 2 |" in text
    assert '| value | `Priority "top"` | added | additive | add a case for it to exhaustive matches |' in text
    assert "Also published, but not used by any surface: v3/schema.json." in text
    assert '\n- Needs attention, `v1`: value added (`Priority "top"`).\n' in text
    assert not [path for path in project.root.iterdir() if path.name.startswith(".bump")]


def test_again_is_nothing_to_do(project: Project, tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "new", {"v1/schema.json": grown()}, MANIFEST)
    Bump(project, lambda _line: None).run(from_folder(folder))
    before = tree(project.root)
    said: list[str] = []
    assert Bump(project, said.append).run(from_folder(folder)) is None
    assert said[-1] == "bump: 1.1.0 is already pinned: nothing to do"
    assert tree(project.root) == before


def test_the_same_schemas_under_another_version(project: Project) -> None:
    report = bump(project, release("1.0.1", schema()))
    assert report.changes == ()
    assert report.changelog() == "- The schemas of `a-protocol` 1.0.1 (before: 1.0.0), which change nothing.\n"
    assert read_pin(project.schema).version == "1.0.1"
    assert "a-protocol 1.0.1." in (project.package / "v1/__init__.py").read_text(encoding="utf-8")


def lacking(tmp_path: Path) -> Request:
    return from_folder(write_folder(tmp_path / "new", {"v2/schema.json": schema()}, MANIFEST))


def malformed(tmp_path: Path) -> Request:
    return from_folder(write_folder(tmp_path / "new", {"v1/schema.json": b'{"$defs": {'}, MANIFEST))


def no_schema(tmp_path: Path) -> Request:
    return from_folder(write_folder(tmp_path / "new", {"v1/schema.json": {"$defs": {}}}, MANIFEST))


def licensed(tmp_path: Path) -> Request:
    return from_folder(write_folder(tmp_path / "new", {"v1/schema.json": schema()}, {**MANIFEST, "license": "MIT"}))


def nameless(tmp_path: Path) -> Request:
    return from_folder(write_folder(tmp_path / "new", {"v1/schema.json": schema()}, None))


def elsewhere(tmp_path: Path) -> Request:
    (tmp_path / "new").mkdir()
    return from_folder(tmp_path / "new")


def strange(tmp_path: Path) -> Request:
    after = grown()
    after["$defs"]["Extra"] = {"description": "More.", "allOf": [{"type": "string"}, {"type": "integer"}]}
    return from_folder(write_folder(tmp_path / "new", {"v1/schema.json": after}, MANIFEST))


def alike(tmp_path: Path) -> Request:
    after = grown()
    after["$defs"]["Plan_Entry"] = {"description": "More.", "type": "string"}
    return from_folder(write_folder(tmp_path / "new", {"v1/schema.json": after}, MANIFEST))


def dropping(tmp_path: Path) -> Request:
    return from_folder(write_folder(tmp_path / "new", {"v1/schema.json": dict(renamed())}, MANIFEST))


@pytest.mark.parametrize(
    ("request_for", "step", "message"),
    [
        (lacking, "verify a-protocol 1.1.0", r"1.1.0 publishes no v1/schema.json\n.*take another version"),
        (malformed, "verify a-protocol 1.1.0", r"v1/schema.json is not JSON in UTF-8\n.*fetch it again"),
        (
            no_schema,
            "verify a-protocol 1.1.0",
            r"v1/schema.json is not a JSON Schema with \$defs\n.*what was published",
        ),
        (licensed, "fetch the release", r"does not name the licence Apache-2.0\n.*whether it may be vendored"),
        (nameless, "fetch the release", r"new does not state its version\n.*--as VERSION"),
        (elsewhere, "fetch the release", r"new contains none of v1/schema.json.*\n.*name the folder"),
        (strange, "regenerate and format", r"/\$defs/Extra: .*allOf.*\n.*How to add an idiom.*in CONTRIBUTING.md"),
        (alike, "regenerate and format", r"/\$defs/Plan_Entry: .* is too like PlanEntry.*\n.*correct the named place"),
        (
            dropping,
            "regenerate and format",
            r"(?s)public names would disappear.*\[\[alias\]\].*add the decision to codegen",
        ),
    ],
)
def test_a_failure_changes_nothing(
    project: Project, tmp_path: Path, request_for: Callable[[Path], Request], step: str, message: str
) -> None:
    before = tree(project.root)
    with pytest.raises(Stopped, match=message) as stopped:
        Bump(project, lambda _line: None).run(request_for(tmp_path))
    assert stopped.value.step == step
    assert "bump: nothing was changed. What to do: " in str(stopped.value)
    assert tree(project.root) == before


def test_what_several_surfaces_leave_to_decide_is_told_at_once(tmp_path: Path) -> None:
    project = Project(tmp_path)
    write_decisions(project, {"topic": tables()["topic"]})
    vendor(release("1.0.0", schema(), **{"v2/schema.json": schema()}), project)
    with pytest.raises(DecisionError) as caught:
        plans(project.decisions, project)
    first, second = str(caught.value).splitlines()
    assert first.startswith("v1: session/prompt to the agent, ask to the client, ")
    assert second.startswith("v2: session/prompt to the agent, ask to the client, ")
    unneeded = {"type": "PlanEntry", "why": "a test"}
    plain = [{"surfaces": ["v1"], **unneeded}, {"surfaces": ["v1"], **unneeded, "type": "Gone"}]
    write_decisions(project, tables(plain=[*plain, {"surfaces": ["v1"], **unneeded, "type": "Lost"}]))
    vendor(release("1.0.1", schema()), project)
    with pytest.raises(DecisionError) as caught:
        plans(project.decisions, project)
    assert [line.partition("type = ")[2] for line in str(caught.value).splitlines()] == [
        "'Gone' is not needed for v1: remove it there",
        "'Lost' is not needed for v1: remove it there",
    ]


def test_a_pointer_says_into_which_schema(tmp_path: Path) -> None:
    project = Project(tmp_path)
    write_decisions(project, {**tables(), "undecided": [{"surfaces": ["v1", "v2"], "why": "a test"}]})
    body = schema()
    body["$defs"]["TextContent"]["properties"]["more"] = {"oneOf": []}
    vendor(release("1.0.0", schema(), **{"v2/schema.json": body}), project)
    with pytest.raises(UnknownShape, match=r"^v2: /\$defs/TextContent/properties/more: "):
        plans(project.decisions, project)


def test_a_release_that_nests_too_deeply_changes_nothing(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    def build(_project: Project) -> None:
        raise RecursionError

    monkeypatch.setattr(run, "build", build)
    with pytest.raises(Stopped, match=r"format: the schema nests too deeply.*\n.*see what was published") as stopped:
        bump(project, release("1.1.0", grown()))
    assert stopped.value.__cause__ is None


def test_decisions_let_it_through(project: Project, tmp_path: Path) -> None:
    write_decisions(project, tables(alias=ALIASES, removed=REMOVED))
    report = Bump(project, lambda _line: None).run(dropping(tmp_path))
    assert report is not None
    found = {(c.subject, c.action, c.name, c.python) for c in report.changes}
    assert ("type", "renamed", "PlanStep", "attention") in found
    assert ("method", "removed", "session/cancel (notification to the agent)", "breaking") in found


def test_a_fault_of_the_generator_changes_nothing(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    before = tree(project.root)
    fault = KeyError("no such thing")

    def build(_project: Project) -> None:
        raise fault

    monkeypatch.setattr(run, "build", build)
    with pytest.raises(Stopped, match=r"format: KeyError: .*\n.*an error in the generator") as stopped:
        bump(project, release("1.1.0", grown()))
    assert stopped.value.__cause__ is fault
    assert tree(project.root) == before


@pytest.mark.parametrize("failing", [0, 1])
def test_checks_that_fail_change_nothing(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: int
) -> None:
    # Each sees the new tree, and nothing of it is in the checkout yet.
    see = "import sys, pathlib; sys.exit('Extra' not in pathlib.Path('generated/acp_types/v1/__init__.py').read_text())"
    fine, bad = [sys.executable, "-c", see], [sys.executable, "-c", "import sys; sys.exit('one line of output')"]
    checks = [
        (what, [bad if index == failing else fine], advice) for index, (what, _, advice) in enumerate(run._CHECKS)
    ]
    monkeypatch.setattr(run, "_CHECKS", checks)
    before = tree(project.root)
    folder = write_folder(tmp_path / "new", {"v1/schema.json": grown()}, MANIFEST)
    said: list[str] = []
    with pytest.raises(Stopped, match="failed, as shown above") as stopped:
        Bump(project, said.append).run(Request(folder=folder))
    assert said[-1].strip() == "one line of output"
    assert stopped.value.step == checks[failing][0]
    assert tree(project.root) == before
    monkeypatch.setattr(run, "_CHECKS", [(what, [fine], advice) for what, _, advice in checks])
    assert Bump(project, lambda _line: None).run(Request(folder=folder)) is not None
    assert tree(project.root) != before


@pytest.mark.parametrize("moves", range(1, 6))
def test_an_exchange_that_fails_is_undone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moves: int) -> None:
    stage, project = Project(tmp_path / "stage"), Project(tmp_path / "checkout")
    there, more = ["schema/a", "generated/acp_types/b"], ["docs/changes/c"]
    for root, text, names in ((stage.root, "new", there + more), (project.root, "old", there)):
        for name in names:
            (root / name).parent.mkdir(parents=True)
            (root / name).write_text(text, encoding="utf-8")
    before = tree(project.root)
    replace, left = Path.replace, [moves]

    def fragile(self: Path, target: Path) -> Path:
        left[0] -= 1
        if left[0] == 0:
            raise OSError("no space left")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", fragile)
    paths = [Path("docs/changes/c"), Path("schema"), Path("generated/acp_types")]
    with pytest.raises(OSError, match="no space left"):
        exchange(stage, project, paths)
    assert tree(project.root) == before
    exchange(stage, project, paths)
    assert tree(project.root) == tree(stage.root)


NPM = """\
#!{python}
import json, pathlib, shutil, sys
command, wanted, *rest = sys.argv[1:]
if wanted.endswith("@9.9.9"):
    sys.exit("npm error code ETARGET\\nnpm error notarget No matching version found for " + wanted)
assert "--json" in rest
if command == "pack":
    shutil.copy({tarball!r}, rest[rest.index("--pack-destination") + 1])
    print(json.dumps([{{"filename": "p.tgz", "version": "1.1.0"}}]))
else:
    assert wanted == "a-protocol@1.1.0", "a range or a tag may stand for several"
    print(json.dumps({{"1.0.0": "2026-01-01T00:00:00Z", "1.1.0": "2026-02-03T04:05:06Z"}}))
"""


@pytest.fixture
def npm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An npm client with one package."""
    folder = write_folder(tmp_path / "package", {"v1/schema.json": grown()}, MANIFEST)
    with tarfile.open(tmp_path / "p.tgz", "w:gz") as archive:
        archive.add(folder, "package")
    client = tmp_path / "bin" / "npm"
    client.parent.mkdir()
    client.write_text(NPM.format(python=sys.executable, tarball=str(tmp_path / "p.tgz")), encoding="utf-8")
    client.chmod(client.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", str(client.parent))


@pytest.mark.usefixtures("npm")
def test_from_the_registry(project: Project) -> None:
    report = Bump(project, lambda _line: None).run(Request("latest", quick=True))
    assert report is not None
    assert (report.new_version, report.date) == ("1.1.0", "2026-02-03")
    assert "date = 2026-02-03\n" in (project.schema / "PINNED.toml").read_text(encoding="utf-8")


@pytest.mark.usefixtures("npm")
def test_a_version_that_nobody_published(tmp_path: Path) -> None:
    with pytest.raises(BumpError, match=r"npm pack a-protocol@9.9.9: .*No matching version") as stopped:
        fetch("a-protocol", "9.9.9", tmp_path)
    assert "--from DIR" in stopped.value.advice


def test_without_npm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BumpError, match="npm is not installed") as stopped:
        fetch("a-protocol", "latest", tmp_path)
    assert "--from DIR" in stopped.value.advice


@pytest.mark.parametrize(
    ("manifest", "name", "reason"),
    [
        ("{", None, "package.json does not state the name of the package"),
        ("[]", None, "package.json does not state the name of the package"),
        ('{"license": "Apache-2.0", "name": "p"}', None, "package.json does not state the name of the package"),
        (
            '{"license": "Apache-2.0", "name": "p", "version": "../1"}',
            None,
            "the version cannot be part of a file name",
        ),
        (None, 'a"b', "the version cannot be part of a file name"),
    ],
)
def test_a_folder_of_no_release(tmp_path: Path, manifest: str | None, name: str | None, reason: str) -> None:
    folder = write_folder(tmp_path / "package", {"v1/schema.json": schema()}, None)
    if manifest:
        (folder / "package.json").write_text(manifest, encoding="utf-8")
    with pytest.raises(BumpError, match=reason):
        read_folder(folder, name)
    with pytest.raises(BumpError, match="gone is not a folder"):
        read_folder(tmp_path / "gone")


def test_from_a_checkout_of_the_specification(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "spec", {"v1/schema.json": schema()}, None)
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    for command in (["init", "-q"], ["add", "."], [*identity, "commit", "-qm", "x", "--date=2026-03-04T00:00:00Z"]):
        environment = {"PATH": "/usr/bin:/bin:/usr/local/bin", "GIT_COMMITTER_DATE": "2026-03-04T00:00:00Z"}
        subprocess.run(["git", *command], cwd=folder, check=True, env=environment)  # noqa: S607  (the git that is there)
    found = read_folder(folder)
    assert (found.package, found.registry, found.date) == ("spec", "git", "2026-03-04")
    assert len(found.version) >= 7
    assert read_folder(folder, "draft-1").version == "draft-1"


def test_release_after_release(tmp_path: Path) -> None:
    """Release after release, each with another change of the small protocol; each report beside a plain walk.

    `tests/conformance/test_replay.py` does so with the releases of the past.
    """
    old = release("1.0.0", schema())
    project = checkout(tmp_path / "checkout", old, tables())
    agreed = 0
    for number, (_, edit, _) in enumerate(CASES[::3], 1):
        body = copy.deepcopy(schema())
        edit(body["$defs"])
        new = release(f"1.0.{number}", body)
        before = load_all(read_model_dumps(project))["v1"]
        report = through(project, new)
        after = load_all(read_model_dumps(project))["v1"]
        agreed += agree(report, old, new, before.items.keys() & after.items.keys())
        old = new
    assert len(CASES[::3]) > 10
    assert agreed > 20


def through(project: Project, new: Release) -> Report:
    """Bump with the decisions that the drafts propose: names go where the schema drops them, or become other methods'."""
    write_decisions(project, tables())
    try:
        return bump(project, new)
    except Stopped as stopped:
        reason, _, drafts = str(stopped).rpartition("\nbump: nothing was changed")[0].partition("\n\n")
        assert "public names would" in reason
        write_decisions(project, tables(**tomli.loads(drafts)))
        return bump(project, new)


def agree(report: Report, old: Release, new: Release, kept: Any) -> int:
    """How many facts the report and a plain walk agree on."""
    before, after = (json.loads(r.files["v1/schema.json"]) for r in (old, new))
    names = {c.was: c.name for c in report.changes if c.subject == "type" and c.was is not None}
    said = facts_of_report(list(report.changes), before, after, kept)
    found = facts_of_schemas(before, after, names)
    for fact, seen in found.items():
        assert said[fact] == seen, (new.version, fact)
    return sum(map(len, found.values()))
