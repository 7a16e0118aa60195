"""Prints the licences of all crates in the program: a list, and every text that comes with one of them once.

    cargo metadata --format-version 1 --filter-platform TRIPLE | python3 deploy/licences.py
"""

import json
import pathlib
import re
import sys

metadata = json.load(sys.stdin)
packages = {package["id"]: package for package in metadata["packages"]}
edges = {node["id"]: node["deps"] for node in metadata["resolve"]["nodes"]}
own = set(metadata["workspace_members"])


def in_program(start):
    """The packages that a program is made of, without those of tests and of building alone."""
    found, waiting = set(), [start]
    while waiting:
        package = waiting.pop()
        if package in found:
            continue
        found.add(package)
        waiting += [edge["pkg"] for edge in edges[package] if any(kind["kind"] is None for kind in edge["dep_kinds"])]
    return found - own


def texts(package):
    """The files with licences that come with a package."""
    folder = pathlib.Path(package["manifest_path"]).parent
    named = re.compile(r"(licen[cs]e|copying|notice|unlicense)", re.IGNORECASE)
    return sorted(path for path in folder.iterdir() if path.is_file() and named.match(path.name))


start = next(package["id"] for package in metadata["packages"] if package["name"] == "yiguan")
crates = sorted((packages[package] for package in in_program(start)), key=lambda crate: (crate["name"], crate["version"]))
seen = {}
for crate in crates:
    print(f"{crate['name']} {crate['version']}: {crate['license'] or 'see its text'}")
    for path in texts(crate):
        text = path.read_text(errors="replace").strip()
        seen.setdefault(text, []).append(crate["name"])
for text, names in seen.items():
    print(f"\n{'=' * 80}\n{', '.join(dict.fromkeys(names))}\n\n{text}")
