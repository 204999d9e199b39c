"""Each idiom of the schemas, as a fragment in and the small grammar out; and shapes that stop the generator."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from codegen.decisions import Decisions
from codegen.errors import DecisionError, UnknownShape
from codegen.normal.form import NormalForm
from codegen.normalise import normalise

TEXT = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
STRING = {"type": "string"}


def ref(name: str) -> dict[str, Any]:
    return {"allOf": [{"$ref": f"#/$defs/{name}"}]}


def tagged(value: str, *body: str, tag: str = "type") -> dict[str, Any]:
    """A variant of a tagged union, as the schemas spell it."""
    variant: dict[str, Any] = {
        "type": "object",
        "properties": {tag: {"type": "string", "const": value}},
        "required": [tag],
    }
    return {**variant, **(ref(body[0]) if body else {})}


def other(*known: str, tag: str = "type", **more: Any) -> dict[str, Any]:
    """The open variant of a tagged union."""
    conditions = [
        {"type": "object", "properties": {tag: {"type": "string", "const": value}}, "required": [tag]}
        for value in known
    ]
    return {
        "title": "other",
        "type": "object",
        "properties": {tag: {"type": "string"}},
        "required": [tag],
        "not": {"anyOf": conditions},
        "additionalProperties": True,
        **more,
    }


def run(definitions: Mapping[str, Any], **tables: Any) -> NormalForm:
    return normalise({"$defs": definitions}, Decisions(tables), "v2")


def note(form: NormalForm, name: str) -> dict[str, Any]:
    """What the grammar says of a definition beyond JSON Schema."""
    found: dict[str, Any] = form.definitions[name]["x-acp"]
    return found


def test_open_and_closed_enums() -> None:
    values = [{"type": "string", "const": "a", "description": "First."}, {"type": "string", "const": "b"}]
    form = run({"Open": {"anyOf": [*values, {"title": "other", "type": "string"}]}, "Closed": {"oneOf": values}})
    assert form.definitions["Open"]["enum"] == form.definitions["Closed"]["enum"] == ["a", "b"]
    assert note(form, "Open")["open"] is True
    assert note(form, "Closed")["open"] is False
    assert note(form, "Closed")["other"] == "OtherClosed"
    assert note(form, "Open")["values"][0] == {"value": "a", "title": None, "description": "First."}


def test_a_closed_set_of_one_is_a_constant() -> None:
    form = run({"Kind": {"oneOf": [{"type": "string", "const": "object"}]}})
    assert note(form, "Kind")["other"] is None


def test_codes() -> None:
    known = {"title": "Parse error", "type": "integer", "format": "int32", "const": -32700}
    form = run({"Code": {"anyOf": [known, {"title": "Other", "type": "integer", "format": "int32"}]}})
    assert note(form, "Code")["bounds"] == {"format": "int32"}


def test_a_payload_behind_one_tag_is_the_variant_itself() -> None:
    form = run({"Text": TEXT, "Block": {"anyOf": [tagged("text", "Text"), other("text")]}})
    assert note(form, "Block")["targets"] == ["Text"]
    assert note(form, "Text")["tags"] == {"type": "text"}
    assert note(form, "OtherBlock")["other"] == {"union": "Block", "tag": "type", "known": ["text"]}


def test_a_payload_behind_several_tags_gets_a_class_each() -> None:
    union = {"anyOf": [tagged("first", "Text"), tagged("second", "Text"), other("first", "second")]}
    form = run({"Text": TEXT, "Block": union})
    assert note(form, "Block")["targets"] == ["BlockFirst", "BlockSecond"]
    assert note(form, "BlockSecond")["base"] == "Text"
    assert note(form, "BlockSecond")["tags"] == {"type": "second"}
    assert "tags" not in note(form, "Text")


def test_a_closed_union_is_opened() -> None:
    union = {"oneOf": [tagged("text", "Text")], "discriminator": {"propertyName": "type"}}
    form = run({"Text": TEXT, "Block": union})
    assert note(form, "Block")["open"] is False
    assert note(form, "Block")["other"] == "OtherBlock"


def test_common_properties_go_to_every_variant() -> None:
    union = {
        "type": "object",
        "properties": {"id": STRING},
        "required": ["id"],
        "anyOf": [tagged("text", "Text"), tagged("none"), other("text", "none")],
    }
    form = run({"Text": TEXT, "Option": union})
    for variant in ("OptionText", "OptionNone", "OtherOption"):
        assert "id" in form.definitions[variant]["required"]
    assert note(form, "OptionText")["base"] == "Text"


def test_inline_members_make_a_variant() -> None:
    boolean = tagged("boolean")
    boolean["properties"]["value"] = {"type": "boolean"}
    boolean["required"] = ["type", "value"]
    form = run({"Setting": {"anyOf": [boolean, other("boolean")]}})
    assert form.definitions["SettingBoolean"]["required"] == ["value"]


def test_an_untagged_variant_is_the_default() -> None:
    server = {"anyOf": [tagged("http", "Http"), {"title": "stdio", **ref("Stdio")}]}
    form = run({"Http": TEXT, "Stdio": TEXT, "Server": server})
    assert note(form, "Server")["default"] == "Stdio"
    assert note(form, "Stdio")["tags"] == {"type": None}


def test_nested_unions_carry_the_outer_tag() -> None:
    state = {"anyOf": [tagged("idle", "Idle", tag="state"), other("idle", tag="state")]}
    update = {"anyOf": [tagged("state_update", "State", tag="kind"), other("state_update", tag="kind")]}
    form = run({"Idle": TEXT, "State": state, "Update": update})
    assert note(form, "Idle")["tags"] == {"state": "idle", "kind": "state_update"}
    assert note(form, "OtherState")["tags"] == {"kind": "state_update"}


def test_an_optional_tag_makes_one_record_with_outcomes() -> None:
    idle = {
        "type": "object",
        "properties": {"reason": {"type": ["string", "null"], "x-deserialize-default-on-error": True}},
        "anyOf": [
            tagged("done", tag="reason"),
            tagged("error", "Failure", tag="reason"),
            other("done", "error", tag="reason"),
            {"title": "none", "type": "object", "properties": {"reason": {"type": "null"}}},
        ],
    }
    failure = {"type": "object", "properties": {"error": {"type": ["string", "null"]}}}
    form = run({"Failure": failure, "Idle": idle})
    assert form.definitions["IdleReason"]["enum"] == ["done", "error"]
    assert form.definitions["Idle"]["properties"]["error"]["x-acp"]["when"] == ["reason", "error"]
    assert form.definitions["Idle"]["properties"]["reason"]["x-acp"]["nullable"] is True


def test_scopes_stand_beside_the_records_members() -> None:
    mode = {**TEXT, "oneOf": [{"title": "A", **ref("A")}, {"title": "B", **ref("B")}]}
    decision = {"surfaces": ["v2"], "variants": ["A", "B"], "field": "scope", "name": "Scope", "why": ""}
    form = run({"A": TEXT, "B": TEXT, "Mode": mode}, scope=[decision])
    assert note(form, "Mode")["scope"] == {"name": "scope", "union": "Scope", "exclusive": True}
    with pytest.raises(DecisionError, match=r"no \[\[scope\]\] decision for the choice between A and B"):
        run({"A": TEXT, "B": TEXT, "Mode": mode})


def test_untagged_choices() -> None:
    result = {"title": "Result", "type": "object", "properties": {"result": {}}, "required": ["result"]}
    choice = {
        "anyOf": [result, {"title": "List", "type": "array", "items": STRING}, {"type": "null"}, {"title": "Any"}]
    }
    form = run({"Answer": choice})
    assert form.definitions["Answer"]["anyOf"] == [
        {"$ref": "#/$defs/AnswerResult"},
        {"type": "array", "items": STRING},
        {"type": "null"},
        {},
    ]


def test_values_and_leniency() -> None:
    members = {
        "nullable": {"anyOf": [{"$ref": "#/$defs/Text"}, {"type": "null"}], "x-deserialize-default-on-error": True},
        "items": {"type": "array", "items": STRING, "minItems": 1, "x-deserialize-skip-invalid-items": True},
        "map": {"type": "object", "additionalProperties": STRING, "default": {}},
        "count": {"type": ["integer", "null"], "format": "uint32", "minimum": 1},
        "args": {"type": "array", "items": STRING, "x-deserialize-default-on-null": True},
    }
    properties = run({"Text": TEXT, "All": {"type": "object", "properties": members}}).definitions["All"]["properties"]
    assert properties["nullable"]["anyOf"] == [{"$ref": "#/$defs/Text"}, {"type": "null"}]
    assert properties["nullable"]["x-acp"]["default_on_error"] is True
    assert properties["items"]["x-skip-invalid-items"] is True
    assert properties["map"]["default"] == {}
    assert properties["count"]["anyOf"][0] == {"type": "integer", "minimum": 1, "format": "uint32"}
    assert properties["args"]["x-acp"]["default_on_null"] is True


def test_methods() -> None:
    request = {**TEXT, "x-side": "agent", "x-method": "session/new"}
    definitions = {"NewRequest": request, "Proxied": TEXT, "AgentRequest": {**TEXT, "x-docs-ignore": True}}
    gate = {"surfaces": ["v2"], "side": "agent", "methods": ["session/new"], "needs": "session.new", "why": ""}
    form = run(definitions, capability=[gate])
    (entry,) = form.methods
    assert entry["needs"] == ("session", "new")
    assert (entry["method"], entry["side"], entry["kind"]) == ("session/new", "agent", "Request")
    assert "AgentRequest" not in form.definitions
    with pytest.raises(DecisionError, match=r"session/new to the agent has neither a \[\[capability\]\] nor a"):
        run(definitions)
    more = {"ListRequest": {**request, "x-side": "client", "x-method": "list"}}
    with pytest.raises(DecisionError, match=r"^v2: session/new to the agent, list to the client have neither a"):
        run({**definitions, **more})
    with pytest.raises(DecisionError, match="session/new to the agent is decided twice"):
        run(definitions, capability=[gate], baseline=[gate])


def test_an_envelope_describes_the_method() -> None:
    asks = {**TEXT, "description": "The params.", "x-side": "agent", "x-method": "session/new"}
    choice = {
        "anyOf": [{"description": "Makes a session.", "allOf": [{"$ref": "#/$defs/NewRequest"}]}, {"type": "null"}]
    }
    params = {"anyOf": [{"description": "All requests.", **choice}, {"type": "null"}]}
    envelope = {"x-docs-ignore": True, "type": "object", "properties": {"params": params}}
    gate = {"surfaces": ["v2"], "side": "agent", "methods": ["session/new"], "needs": "session.new", "why": ""}
    (described,) = run({"NewRequest": asks, "ClientRequest": envelope}, capability=[gate]).methods
    assert described["doc"] == "Makes a session."
    (bare,) = run({"NewRequest": asks}, capability=[gate]).methods
    assert bare["doc"] == "The params."


@pytest.mark.parametrize(
    ("pointer", "definition"),
    [
        ("/$defs/X", {"type": "object", "patternProperties": {}}),
        ("/$defs/X/type", {"type": ["string", "integer", "null"]}),
        ("/$defs/X/pattern", {"type": "string", "pattern": "a+"}),
        ("/$defs/X/format", {"type": "string", "format": "email"}),
        ("/$defs/X/contentEncoding", {"type": "string", "contentEncoding": "hex"}),
        ("/$defs/X", {"allOf": [{"$ref": "#/$defs/Text"}, {"$ref": "#/$defs/Text"}]}),
        ("/$defs/X", {"anyOf": [{"const": True, "title": "yes"}]}),
        ("/$defs/X", {"anyOf": [tagged("a", "Text"), tagged("b", "Text", tag="kind")]}),
        ("/$defs/X/anyOf/1/not", {"anyOf": [tagged("a", "Text"), other("b")]}),
        ("/$defs/X/anyOf/1", {"anyOf": [tagged("a", "Text"), other("a", additionalProperties=False)]}),
        ("/$defs/X/anyOf/0", {"anyOf": [{**tagged("a", "Text"), "if": {}}, other("a")]}),
        ("/$defs/X/discriminator", {"oneOf": [tagged("a", "Text")], "discriminator": {"propertyName": "kind"}}),
        ("/$defs/X/properties/a", {"type": "object", "properties": {"a": {"type": "string", "enum": ["x"]}}}),
        ("/$defs/X/properties/a", {"type": "object", "properties": {"a": False}}),
        ("/$defs/X/properties/a/items", {"type": "object", "properties": {"a": {"type": "array"}}}),
        ("/$defs/X/properties/a~1b/type", {"type": "object", "properties": {"a/b": {"type": ["string", "integer"]}}}),
        ("/$defs/X/required", {"type": "object", "required": ["gone"]}),
        ("/$defs/X/additionalProperties", {**TEXT, "additionalProperties": False}),
    ],
)
def test_an_unknown_shape_stops_with_its_pointer(pointer: str, definition: Any) -> None:
    with pytest.raises(UnknownShape) as caught:
        run({"Text": TEXT, "X": definition})
    assert str(caught.value).startswith(f"{pointer}: ")


def test_one_record_selected_with_two_values_stops() -> None:
    union = {"anyOf": [tagged("a", "Text"), other("a")]}
    with pytest.raises(UnknownShape, match="Text is selected by 'type' with two values"):
        run({"Text": TEXT, "X": union, "Y": {"anyOf": [tagged("b", "Text"), other("b")]}})


def test_two_definitions_of_one_name_stop() -> None:
    union = {"anyOf": [tagged("text"), other("text")]}
    with pytest.raises(DecisionError, match="a second definition of BlockText"):
        run({"BlockText": TEXT, "Block": union})


PATCH = {
    "type": "object",
    "properties": {"title": {"type": ["string", "null"], "description": "Omitted leaves the title unchanged."}},
}


def test_patches_must_be_decided() -> None:
    with pytest.raises(DecisionError, match=r"/\$defs/Update/properties/title/description: .* decide Update"):
        run({"Update": PATCH})
    entry = {"surfaces": ["v2"], "type": "Update", "why": ""}
    patched = run({"Update": PATCH}, patch=[{**entry, "members": ["title"]}])
    assert patched.definitions["Update"]["properties"]["title"]["x-acp"]["patch"] is True
    plain = run({"Update": PATCH}, plain=[entry])
    assert plain.definitions["Update"]["properties"]["title"]["x-acp"]["patch"] is False


def test_what_is_to_be_decided_is_told_at_once() -> None:
    asked = {f"AskRe{kind}": {"type": "object", "x-method": "ask", "x-side": "agent"} for kind in ("quest", "sponse")}
    required = {"surfaces": ["v2"], "type": "Kept", "members": ["title", "gone"], "why": ""}
    kept = {**PATCH, "required": ["title"]}
    with pytest.raises(DecisionError) as caught:
        run({"Update": PATCH, "Other": PATCH, "Kept": kept, **asked}, patch=[required])
    assert [line.partition(": ")[0] for line in str(caught.value).splitlines()] == [
        "/$defs/Update/properties/title/description",
        "/$defs/Other/properties/title/description",
        "/$defs/Kept",
        "/$defs/Kept/properties/title",
        "v2",
    ]


def test_a_patch_decision_says_it_of_every_member_that_may_be_null() -> None:
    title = {"type": ["string", "null"]}
    more = {"title": title, "size": {"type": ["integer", "null"]}, "seen": {"type": "boolean"}}
    grown = {"Update": {**PATCH, "properties": more}}
    entry = {"surfaces": ["v2"], "type": "Update", "members": ["title"], "why": ""}
    message = r"/\$defs/Update: \[\[patch\]\] says nothing of \['size'\], which may be null: name them in its `members`"
    with pytest.raises(DecisionError, match=message):
        run(grown, patch=[entry])
    properties = run(grown, patch=[{**entry, "plain": ["size"]}]).definitions["Update"]["properties"]
    assert {wire: member["x-acp"]["patch"] for wire, member in properties.items()} == {
        "title": True,
        "size": False,
        "seen": False,
    }
    both = run(grown, patch=[{**entry, "members": ["title", "size"]}])
    assert both.definitions["Update"]["properties"]["size"]["x-acp"]["patch"] is True
    run(grown, plain=[{"surfaces": ["v2"], "type": "Update", "why": ""}])


def test_a_patch_decision_must_fit() -> None:
    entry = {"surfaces": ["v2"], "type": "Update", "members": ["gone"], "why": ""}
    with pytest.raises(DecisionError, match=r"\[\[patch\]\] names \['gone'\], which Update does not have"):
        run({"Update": PATCH}, patch=[entry])
    both = {"surfaces": ["v2"], "type": "Update", "why": ""}
    with pytest.raises(DecisionError, match="decided both as"):
        run({"Update": PATCH}, patch=[{**both, "members": ["title"]}], plain=[both])


# -- what older schemas had -----------------------------------------------------------------------------------------


def test_enum_keyword() -> None:
    form = run({"Role": {"type": "string", "enum": ["assistant", "user"]}})
    assert form.definitions["Role"]["enum"] == ["assistant", "user"]
    assert note(form, "Role")["other"] == "OtherRole"


def test_patterns_of_the_whole_string() -> None:
    form = run({"Currency": {"type": "string", "pattern": "^[A-Z]{3}$"}})
    assert form.definitions["Currency"]["pattern"] == "^[A-Z]{3}$"


def test_codes_named_by_their_description_alone() -> None:
    codes = [{"const": -32700, "type": "integer", "description": "**Parse error**: Bad."}, {"type": "integer"}]
    assert note(run({"Code": {"anyOf": codes}}), "Code")["values"][0]["title"] == "Parse error"
    with pytest.raises(UnknownShape, match="a code without a name"):
        run({"Code": {"anyOf": [{"const": 1, "type": "integer"}, {"type": "integer"}]}})


def test_a_member_that_spells_out_an_object() -> None:
    form = run({"Request": {"type": "object", "properties": {"toolCall": {**TEXT, "description": "The call."}}}})
    assert form.definitions["RequestToolCall"]["required"] == ["text"]
    assert form.definitions["Request"]["properties"]["toolCall"]["$ref"] == "#/$defs/RequestToolCall"


def test_a_member_of_any_type() -> None:
    form = run({"Response": {"type": "object", "properties": {"meta": True}}})
    assert "type" not in form.definitions["Response"]["properties"]["meta"]


def test_answers_without_a_definition() -> None:
    request = {**TEXT, "x-side": "agent", "x-method": "authenticate"}
    envelope = {"x-docs-ignore": True, "anyOf": [{"title": "AuthenticateResponse", "type": "null"}]}
    baseline = {"surfaces": ["v2"], "side": "agent", "methods": ["authenticate"], "why": ""}
    form = run({"AuthenticateRequest": request, "AgentResponse": envelope}, baseline=[baseline])
    assert form.definitions["AuthenticateResponse"]["type"] == "null"
    assert [entry["kind"] for entry in form.methods] == ["Request", "Response"]
    named = run({"AuthenticateRequest": request, "AuthenticateResponse": TEXT}, baseline=[baseline])
    assert {entry["definition"] for entry in named.methods} == {"AuthenticateRequest", "AuthenticateResponse"}


def test_json_rpc_where_the_schema_does_not_define_it() -> None:
    form = run({})
    assert {"RequestId", "Error"} == form.definitions.keys()
    assert run({"Error": TEXT}).definitions["Error"]["required"] == ["text"]
