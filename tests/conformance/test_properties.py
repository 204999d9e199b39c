"""Losslessness and complete accounting, as properties of every type of every surface.

`ACP_EXAMPLES` is how many values each property tries for each type, and for a union for each of its variants. The
default is for every day, 60 is a long run.
"""

from __future__ import annotations

import copy
import functools
import importlib
import json
import os
import pickle
import re
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any, Final, NamedTuple

import jsonschema_rs
import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from codegen.model import Surface, Union
from tests.conformance.accounting import CHANGES, Account
from tests.conformance.json_values import same, without_nulls
from tests.conformance.strategies import SECRET, SECRET_NUMBER, ModelValues, SchemaValues
from tests.conformance.test_samples import source
from tests.conftest import CORPUS, SURFACES, model, spelling, surface

EXAMPLES: Final = int(os.environ.get("ACP_EXAMPLES", "6"))

Count = Callable[[str, int], None]
Values = Callable[[str], st.SearchStrategy[Any]]

_SETTINGS: Final = settings(
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],  # how slow it is depends on the machine
)


def for_each(surface: Surface, names: Iterable[str], values: Values, check: Callable[[str, Any], None]) -> None:
    """Check values of each of those types, in proportion to its variants."""
    for name in names:
        item = surface.items[name]
        examples = EXAMPLES * (len(item.variants) if isinstance(item, Union) else 1)
        check_type(name, values(name), examples, check)


def check_type(name: str, values: st.SearchStrategy[Any], examples: int, check: Callable[[str, Any], None]) -> None:
    """Check values of one type. It has a seed of its own, so that they do not depend on the other types."""

    @seed(zlib.crc32(name.encode()))
    @settings(_SETTINGS, max_examples=examples)
    @given(values)
    def check_value(value: Any) -> None:
        check(name, value)

    check_value()


@functools.cache
def model_values(name: str) -> ModelValues:
    return ModelValues(model(name))


@functools.cache
def schema_values(name: str) -> SchemaValues:
    return SchemaValues(source(name).schema["$defs"])


def items(name: str) -> list[str]:
    """Every type of a surface: what the schema defines, and the variants that have a name only here."""
    return list(model(name).items)


def definitions(name: str) -> list[str]:
    """The types that the schema has a name for, so that it can judge them."""
    return [item for item in items(name) if item in source(name).schema["$defs"]]


def every_kind(name: str) -> Values:
    """Values of every origin: spoiled and valid ones from the model, valid ones from the schema, any JSON."""
    model, schema = model_values(name), schema_values(name)
    return lambda definition: st.one_of(
        model.any(definition), model.any(definition), schema.valid(definition), model.json
    )


def read(acp: Any, definition: str, value: Any, **options: Any) -> tuple[Any, list[Any]] | None:
    """The decoded value and the issues, or nothing where reading refuses it."""
    issues: list[Any] = []
    try:
        return acp.decode(getattr(acp, definition), value, on_issue=issues.append, **options), issues
    except acp.DecodeError as error:
        check_error(error)
        return None


def check_error(error: ValueError) -> None:
    """One line that begins with the path and does not show the value."""
    for text in (str(error), repr(error)):
        assert SECRET not in text
        assert str(SECRET_NUMBER) not in text
    assert str(error).startswith("$")
    assert len(str(error).splitlines()) == 1


# -- losslessness and accounting ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SURFACES)
def test_nothing_is_lost(name: str, count: Count) -> None:
    """What is written is what was read, but for what was reported and for nulls that say nothing."""
    acp = surface(name)
    tally: Counter[str] = Counter()

    def check(definition: str, value: Any) -> None:
        text = json.dumps(value)
        found = read(acp, definition, value)
        if found is None:
            tally["refused"] += 1
            with pytest.raises(acp.DecodeError):
                acp.loads(getattr(acp, definition), text)
            return
        tally["read and written"] += 1
        tally["issues"] += len(found[1])
        check_account(name, definition, value, *found)
        check_text(acp, getattr(acp, definition), text, *found)
        check_behaviour(found[0], acp.decode(getattr(acp, definition), copy.deepcopy(value)))
        assert json.dumps(value) == text

    for_each(model(name), items(name), model_values(name).any, check)
    count(f"values of {name} read, written, copied and compared", tally["read and written"])
    count(f"values of {name} refused in one line", tally["refused"])
    count(f"issues of {name} accounted for", tally["issues"])


def check_account(name: str, definition: str, value: Any, decoded: Any, issues: list[Any]) -> None:
    """The issues account for every change, each of them was called for, and reading again changes no more."""
    acp = surface(name)
    account = Account(spelling(name), issues)
    expected = account.settle(definition, value, decoded)
    written = acp.encode(getattr(acp, definition), decoded)
    assert same(written, expected)
    assert is_plain(written)
    for pointer, misfit in account.misfits:
        assert not is_valid(name, pointer, misfit) or beyond_formats(misfit)
    again = read(acp, definition, written)
    assert again is not None
    assert again[0] == decoded
    assert len(again[1]) <= len(issues)
    kept = [issue[1:] for issue in issues if issue.rule not in CHANGES]
    assert [issue[1:] for issue in again[1] if not is_still_too_short(issue)] == kept


def is_still_too_short(issue: Any) -> bool:
    """Whether an issue is the one that reading again may report, of an array that leniency had left too short."""
    return bool(issue.path.endswith(".options") and issue[1:] == ("default-on-error", []))


def is_plain(value: Any) -> bool:
    """Whether a value is made of the types that `json.loads` gives, not of subclasses of them."""
    if type(value) is dict:
        return all(type(key) is str and is_plain(part) for key, part in value.items())
    if type(value) is list:
        return all(map(is_plain, value))
    return type(value) in (str, int, float, bool, type(None))


def check_text(acp: Any, form: Any, text: str, decoded: Any, issues: list[Any]) -> None:
    """`loads` and `dumps` do to text what `decode` and `encode` do to values."""
    from_text: list[Any] = []
    assert acp.loads(form, text.encode(), on_issue=from_text.append) == decoded
    assert from_text == issues
    line = acp.dumps(form, decoded)
    assert line.isascii()
    assert line.isprintable()
    assert same(json.loads(line), acp.encode(form, decoded))


def check_behaviour(decoded: Any, decoded_again: Any) -> None:
    """Comparing, hashing, printing, copying and pickling never fail."""
    copies = [decoded_again, copy.copy(decoded), copy.deepcopy(decoded), pickle.loads(pickle.dumps(decoded))]
    for one in copies:
        assert one == decoded
        assert not one != decoded  # noqa: SIM202  (an operator of its own)
        assert repr(one) == repr(decoded)
        if not isinstance(decoded, (list, dict)):  # any JSON, as it came
            assert hash(one) == hash(decoded)


# -- the schema as judge -----------------------------------------------------------------------------------------------


@functools.cache
def judge(name: str, pointer: str) -> jsonschema_rs.Draft202012Validator:
    """An independent validator for what a pointer leads to."""
    schema = {"$ref": f"#{pointer}", "$defs": source(name).schema["$defs"]}
    try:
        return jsonschema_rs.Draft202012Validator(schema)
    except jsonschema_rs.ValidationError:
        # A member of all variants: the schema has it once, above them, and the model in each.
        above = re.sub(r"/(anyOf|oneOf)/\d+(?=/properties/)", "", pointer)
        if above == pointer:
            raise
        return judge(name, above)


def is_valid(name: str, pointer: str, value: Any) -> bool:
    return judge(name, pointer).is_valid(writable(value))


def writable(value: Any) -> Any:
    """The value with another character for each lone surrogate: the validator takes UTF-8 only."""
    if isinstance(value, str):
        return "".join(chr(0xF0000 + ord(char)) if "\ud800" <= char <= "\udfff" else char for char in value)
    if isinstance(value, dict):
        return {writable(key): writable(part) for key, part in value.items()}
    return [writable(part) for part in value] if isinstance(value, list) else value


def beyond_formats(value: Any) -> bool:
    """Whether some number is one that the format of an integer may exclude: formats do not count for validity."""
    if isinstance(value, dict):
        return any(map(beyond_formats, value.values()))
    if isinstance(value, list):
        return any(map(beyond_formats, value))
    return isinstance(value, (int, float)) and not -(2**31) <= value < 2**16


@pytest.mark.parametrize("name", SURFACES)
def test_the_schema_judges(name: str, count: Count) -> None:
    """Strict mode accepts exactly what the schema accepts; default mode says why it accepts more."""
    acp = surface(name)
    tally: Counter[str] = Counter()

    def check(definition: str, value: Any) -> None:
        valid = is_valid(name, f"/$defs/{definition}", value)
        strict, lenient = read(acp, definition, value, strict=True), read(acp, definition, value)
        tally["valid" if valid else "lenient" if lenient else "refused"] += 1
        assert (strict is not None) == valid
        if strict is not None:
            check_unchanged(name, definition, value, *strict)
        rules = {issue.rule for issue in lenient[1]} if lenient else {"refused"}
        if valid:
            assert not rules & {*CHANGES, "refused"} or beyond_formats(value)
        else:
            assert rules - {"unknown-member"}

    for_each(model(name), definitions(name), every_kind(name), check)
    count(f"values of {name} that the schema accepts read in strict mode", tally["valid"])
    count(f"values of {name} that the schema refuses refused in strict mode", tally["refused"] + tally["lenient"])
    count(f"values of {name} that only default mode reads, with an issue that says why", tally["lenient"])


def check_unchanged(name: str, definition: str, value: Any, decoded: Any, issues: list[Any]) -> None:
    """Strict mode changes nothing but nulls that say nothing."""
    acp = surface(name)
    assert not [issue for issue in issues if issue.rule in CHANGES]
    expected = Account(spelling(name), issues).settle(definition, value, decoded)
    assert same(acp.encode(getattr(acp, definition), decoded), expected)


@pytest.mark.parametrize("name", SURFACES)
@pytest.mark.parametrize("maker", [model_values, schema_values])
def test_valid_values(name: str, maker: Callable[[str], ModelValues | SchemaValues], count: Count) -> None:
    """The model and the schema's text agree on what is valid."""
    acp = surface(name)
    tally = Counter[str]()

    def check(definition: str, value: Any) -> None:
        tally["values"] += 1
        assert is_valid(name, f"/$defs/{definition}", value)
        found = read(acp, definition, value, strict=True)
        assert found is not None
        check_unchanged(name, definition, value, *found)

    for_each(model(name), definitions(name), maker(name).valid, check)
    count(f"valid values of {name} from {maker.__name__} came back", tally["values"])


# -- where they differ -------------------------------------------------------------------------------------------------


class Difference(NamedTuple):
    """A value that the schema accepts and that is not read as it is, with the reason."""

    why: str
    surface: str
    definition: str
    text: str
    reported: str | None = None
    """The rule that changes it; none where reading refuses it."""


STRICT_REFUSES: Final = (
    Difference("An integer of more than 4,300 digits: the interpreter's own limit.", "v2", "ExtRequest", "9" * 4301),
    Difference("A number that no float holds: it could not be written again.", "v2", "ExtRequest", "1e999"),
    Difference("Nesting beyond the interpreter's limit.", "v2", "ExtRequest", "[" * 100_000 + "]" * 100_000),
)
"""All that strict mode refuses though the schema accepts it. It accepts nothing that the schema refuses."""

_RANGE: Final = "An integer beyond its format, which is no validation keyword: strict mode leaves it out of account."
DEFAULT_CHANGES: Final = (
    *STRICT_REFUSES,
    Difference(_RANGE, "v2", "RequestId", str(2**63)),
    Difference(_RANGE, "v1", "ToolCallLocation", f'{{"path": "/p", "line": {2**32}}}', "default-on-error"),
)
"""All that default mode refuses or changes though the schema accepts it."""


@pytest.mark.parametrize("row", STRICT_REFUSES, ids=lambda row: row.why)
def test_strict_mode_differs_from_the_schema(row: Difference) -> None:
    acp = surface(row.surface)
    assert not {*source(row.surface).schema["$defs"][row.definition]} - {"description"}, "any JSON at all"
    with pytest.raises(acp.DecodeError):
        acp.loads(getattr(acp, row.definition), row.text, strict=True)


@pytest.mark.parametrize("row", DEFAULT_CHANGES, ids=lambda row: row.why)
def test_default_mode_differs_from_the_schema(row: Difference) -> None:
    acp = surface(row.surface)
    form = getattr(acp, row.definition)
    issues: list[Any] = []
    if row.reported is None:
        with pytest.raises(acp.DecodeError):
            acp.loads(form, row.text)
    else:
        acp.loads(form, row.text, on_issue=issues.append)
    assert [issue.rule for issue in issues] == [rule for rule in [row.reported] if rule]
    if row not in STRICT_REFUSES:
        assert is_valid(row.surface, f"/$defs/{row.definition}", json.loads(row.text))
        assert acp.loads(form, row.text, strict=True)


@pytest.mark.parametrize("name", ["v2", "v2.unstable"])
@pytest.mark.parametrize("options", [[], None, [17]])
def test_an_array_too_short_for_the_schema_is_reported_each_time(name: str, options: Any) -> None:
    """The one default that does not fit itself: a group must have options, and leniency leaves it with none."""
    acp = surface(name)
    group = {"groupId": "g", "name": "n", "options": options}
    decoded, issues = read(acp, "SessionConfigSelectGroup", group) or pytest.fail("refused")
    assert len(issues) == 1
    written = acp.encode(acp.SessionConfigSelectGroup, decoded)
    assert written == {**group, "options": []}
    again, issues = read(acp, "SessionConfigSelectGroup", written) or pytest.fail("refused")
    assert again == decoded
    assert [is_still_too_short(issue) for issue in issues] == [True]


# -- the oracle as judge -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def oracle() -> ModuleType:
    """The independent reading of the schemas that stands beside some checkouts."""
    if not CORPUS.is_dir():
        pytest.skip("no oracle beside this checkout")
    sys.path.insert(0, str(CORPUS))
    try:
        return importlib.import_module("oracle")
    finally:
        sys.path.remove(str(CORPUS))


@pytest.mark.parametrize("name", SURFACES)
def test_leniency_gives_what_the_oracle_says(name: str, oracle: ModuleType, count: Count) -> None:
    """The same values are read, and read as the same, apart from unknown members and absent defaults."""
    acp = surface(name)
    tally: Counter[str] = Counter()

    def check(definition: str, value: Any) -> None:
        found = read(acp, definition, value)
        verdict, answer = oracle.answer(name.replace(".", "-"), definition, value)
        tally[verdict] += 1
        assert (found is not None) == (verdict == "ok"), answer
        if found is not None:
            decoded, issues = found
            known = Account(spelling(name), issues, like_oracle=True).settle(definition, value, decoded)
            assert same(without_nulls(known), without_nulls(answer))

    for_each(model(name), definitions(name), every_kind(name), check)
    count(f"values of {name} judged by the oracle ({tally['error']:,} refused)", tally.total())
