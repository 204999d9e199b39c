"""Published schemas of the past: generate a package from each, import it, and put the model's samples to it.

python -m tests.conformance.history FOLDER SCHEMA...      (prints the counts of each as a line of JSON)
"""

from __future__ import annotations

import functools
import importlib
import json
import sys
from pathlib import Path
from typing import Any

import jsonschema_rs

from codegen.decisions import Decisions
from codegen.frontend import read_model
from codegen.model import MISSING
from codegen.normalise import normalise
from codegen.place import Made, Place
from codegen.plan import plan
from codegen.project import HERE
from codegen.render import render_alone
from codegen.source import Pin, Source
from codegen.tree import write_tree
from tests.conformance.json_values import same
from tests.conformance.samples import Sample, Samples

SURFACE = "history"
PACKAGE = "acp_history"


def main(file: Path, folder: Path) -> dict[str, int]:
    """Generate into a folder and look at what came out: how many definitions, samples and valid ones there are."""
    text = file.read_text(encoding="utf-8")
    schema = json.loads(text)
    decisions = Decisions.load(Path(__file__).with_name("history.toml"))
    decisions.tables = {**decisions.tables, "topic": Decisions.load(HERE.decisions).tables["topic"]}
    surface = read_model(normalise(schema, decisions, SURFACE), "v1", stable=True)
    (planned,) = plan([surface], decisions)
    place = Place(
        package=PACKAGE,
        folder="",
        title="A published schema of the past.",
        made=Made("`nox -s conformance`", file.name),
        source=Source("v1", True, schema, file.name, "", text),
        pin=Pin(file.name, "", "", {}),
        protocol_version=1,
    )
    write_tree(folder / PACKAGE, render_alone(planned, place))
    acp = import_from(folder)
    assert Path(acp.__file__).is_relative_to(folder)
    definitions = {name for name, body in schema["$defs"].items() if not body.get("x-docs-ignore")}
    assert definitions <= set(acp.__all__)
    samples = list(Samples(surface).all(definitions & surface.items.keys()))
    judge = functools.cache(functools.partial(validator, schema))
    valid = sum(check(acp, judge(sample.definition), sample) for sample in samples)
    return {"definitions": len(definitions), "samples": len(samples), "valid": valid}


def import_from(folder: Path) -> Any:
    """The package in a folder, and not the one of the same name that was imported before."""
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    return importlib.import_module(PACKAGE)


def validator(schema: dict[str, Any], definition: str) -> jsonschema_rs.Draft202012Validator:
    """An independent judge of what is valid."""
    return jsonschema_rs.Draft202012Validator({"$ref": f"#/$defs/{definition}", "$defs": schema["$defs"]})


def check(acp: Any, judge: jsonschema_rs.Draft202012Validator, sample: Sample) -> bool:
    """Put one sample to the package in both modes; whether the schema accepts it."""
    form = getattr(acp, sample.definition)
    issues: list[Any] = []
    if sample.written is MISSING:
        assert refused_at(acp, form, sample.value) == sample.error_path, sample
    else:
        value = acp.decode(form, sample.value, on_issue=issues.append)
        assert same(acp.encode(form, value), sample.written), sample
        assert [(issue.path, issue.rule) for issue in issues] == sample.issues, sample
    valid = judge.is_valid(sample.value)
    assert (refused_at(acp, form, sample.value, strict=True) is None) == valid, sample
    return valid


def refused_at(acp: Any, form: Any, value: Any, *, strict: bool = False) -> str | None:
    """Where reading refuses a value; nothing where it does not."""
    try:
        acp.decode(form, value, strict=strict)
    except acp.DecodeError as error:
        return str(error.path)
    return None


if __name__ == "__main__":
    for file in map(Path, sys.argv[2:]):
        print(json.dumps(main(file, Path(sys.argv[1]).resolve() / file.stem)), flush=True)
