"""The server's OpenAPI document and the JSON Schema of its sockets as one document of schemas.

`clients.sh` makes `static/js/net/wire.d.ts` of it, the types that the client's modules share with
the server. Usage: wire_types.py OPENAPI SOCKETS OUT
"""

import json
import sys


def main() -> None:
    openapi, sockets, out = sys.argv[1:]
    with open(openapi, encoding="utf-8") as file:
        schemas = json.load(file)["components"]["schemas"]
    with open(sockets, encoding="utf-8") as file:
        definitions = json.loads(file.read().replace("#/$defs/", "#/components/schemas/"))["$defs"]
    # Both are made from the same Rust types; the definitions go without discriminators, which would
    # be noise in the types.
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Yiguan", "version": "1"},
        "paths": {},
        "components": {"schemas": schemas | definitions},
    }
    with open(out, "w", encoding="utf-8") as file:
        json.dump(document, file)


main()
