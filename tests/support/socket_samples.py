"""Holds the samples of tests/protocol to the JSON Schema of the sockets, and the schema to being
one that notices: of another type, or without a field that it needs, a sample is none.

    python3 socket_samples.py SCHEMA
"""

import json
import pathlib
import sys

from jsonschema import Draft202012Validator

schema = json.load(open(sys.argv[1], encoding="utf-8"))
Draft202012Validator.check_schema(schema)
folder = pathlib.Path(__file__).parents[1] / "protocol"
# Fields that may be absent, or whose absence makes another message.
checked = refused = 0
for name, definition in {
    "server.json": "ServerMessage",
    "client.json": "ClientMessage",
    "analysis_server.json": "AnalysisMessage",
    "analysis_client.json": "AnalysisRequest",
}.items():
    validator = Draft202012Validator({**schema, "anyOf": [{"$ref": f"#/$defs/{definition}"}]})
    for sample in json.loads((folder / name).read_text(encoding="utf-8")):
        faults = [error.message for error in validator.iter_errors(sample)]
        assert not faults, f"{name}: {sample}: {faults}"
        checked += 1
        for changed in (
            {**sample, "type": "nothing"},
            {key: value for key, value in sample.items() if key != "type"},
            *({**sample, key: {"x": []}} for key in sample if key in ("seq", "id", "ply", "kind", "now")),
        ):
            assert not validator.is_valid(changed), f"{name}: {changed} is taken"
            refused += 1
print(f"{checked} samples fit the schema of the sockets, {refused} changed ones do not")
