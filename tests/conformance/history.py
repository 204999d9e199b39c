"""One published schema of the past: generate a package from it, import it, and put the model's samples to it.

python -m tests.conformance.history SCHEMA FOLDER      (prints the counts as JSON)
"""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from typing import Any

import jsonschema

from codegen.__main__ import DECISIONS
from codegen.decisions import Decisions
from codegen.frontend import read_model
from codegen.model import MISSING
from codegen.normalise import normalise
from codegen.place import Made, Place
from codegen.plan import plan
from codegen.render import render_alone
from codegen.source import Pin, Source
from codegen.tree import write_tree
from tests.conformance.json_values import same
from tests.conformance.samples import Sample, Samples

SURFACE = "history"
PACKAGE = "acp_history"


def main(file: Path, folder: Path) -> None:
    text = file.read_text(encoding="utf-8")
    schema = json.loads(text)
    decisions = Decisions.load(Path(__file__).with_name("history.toml"))
    decisions.tables = {**decisions.tables, "topic": Decisions.load(DECISIONS).tables["topic"]}
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
    sys.path.insert(0, str(folder))
    acp: Any = importlib.import_module(PACKAGE)
    assert Path(acp.__file__).is_relative_to(folder)
    definitions = {name for name, body in schema["$defs"].items() if not body.get("x-docs-ignore")}
    assert definitions <= set(acp.__all__)
    samples = list(Samples(surface).all(definitions & surface.items.keys()))
    valid = sum(check(acp, schema, sample) for sample in samples)
    print(json.dumps({"definitions": len(definitions), "samples": len(samples), "valid": valid}))


def check(acp: Any, schema: dict[str, Any], sample: Sample) -> bool:
    """Put one sample to the package in both modes; whether the schema accepts it."""
    form = getattr(acp, sample.definition)
    issues: list[Any] = []
    if sample.written is MISSING:
        assert refused_at(acp, form, sample.value) == sample.error_path, sample
    else:
        value = acp.decode(form, sample.value, on_issue=issues.append)
        assert same(acp.encode(form, value), sample.written), sample
        assert [(issue.path, issue.rule) for issue in issues] == sample.issues, sample
    judge = jsonschema.Draft202012Validator({"$ref": f"#/$defs/{sample.definition}", "$defs": schema["$defs"]})
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
    main(Path(sys.argv[1]), Path(sys.argv[2]).resolve())
