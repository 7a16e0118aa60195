#!/usr/bin/env python3
"""Counts expressions that make a reader read a sentence twice.

    tests/support/prose.py                  a table; ends with 1 where an area is above its ceiling
    tests/support/prose.py --list AREA…     every place, as FILE:LINE: EXPRESSION: CONTEXT
    tests/support/prose.py --lower          writes the present rates as ceilings, where they are lower

A rate is a number of places per 10,000 words of comments, names of tests and documents. The ceilings are
in prose.json beside this file; one that is above what an earlier commit has is an error, unless it is
at most the aim. The aim is 5 for each expression in each area.
"""

import json
import math
import re
import subprocess
import sys
from bisect import bisect_right
from pathlib import Path

AIM = 5
ROOT = Path(__file__).resolve().parents[2]
CEILINGS = Path(__file__).with_name("prose.json")

# What git is asked for, by area.
AREAS = {
    "server": ["server/*.rs"],
    "engine": ["engine/*.rs"],
    "e2e": ["tests/e2e/*.rs"],
    "docs": ["*.md", ":!README.ja.md", ":!README.zh.md", ":!supply/advisories"],
}

# Each is replaced by another sentence rather than by another word.
EXPRESSIONS = {
    "noun clause": r"what (?:is|are|was|were|has|it|they|he|a|an|the|somebody|nobody|comes|becomes|one|people|can|must|may)",
    "indefinite": r"(?:some|any|every|no)body",
    "say": r"(?:says|said)",
    "tell": r"(?:tells?|told)",
    "whoever": r"(?:whoever|whosoever|whom|whose is)",
    "keep": r"(?:kept|keeping)",
    "beside": r"besides?",
    "anew": r"(?:anew|meanwhile|of late|of before)",
    "go on": r"(?:goes on|go on|mend(?:s|ed)?|bears? with|lets? (?:it |them )?be)",
}
PATTERNS = {name: re.compile(rf"\b{text}\b", re.IGNORECASE) for name, text in EXPRESSIONS.items()}

COMMENT = re.compile(r"\s*//[/!]?(.*)")
TEST = re.compile(r"\s*#\[(?:tokio::)?test\b")
FUNCTION = re.compile(r"\s*(?:async )?fn (\w+)")


def git(*arguments):
    run = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    return run.stdout


def of_rust(lines):
    """The comments that have lines of their own, and the names of tests as words."""
    is_test = False
    for number, line in enumerate(lines, 1):
        if found := COMMENT.match(line):
            yield number, found.group(1)
        elif is_test and (found := FUNCTION.match(line)):
            yield number, found.group(1).replace("_", " ") + "."
        is_test = bool(TEST.match(line)) or (is_test and line.lstrip().startswith("#["))


def of_markdown(lines):
    """A document without its blocks of code."""
    is_code = False
    for number, line in enumerate(lines, 1):
        if line.lstrip().startswith("```"):
            is_code = not is_code
        elif not is_code:
            yield number, line


class Prose:
    """The prose of a file in one line, and the number of the line that each part comes from."""

    def __init__(self, path):
        lines = (ROOT / path).read_text(encoding="utf-8").splitlines()
        parts = list((of_rust if path.endswith(".rs") else of_markdown)(lines))
        self.path, self.numbers, self.begins, length = path, [], [], 0
        for number, part in parts:
            self.numbers.append(number)
            self.begins.append(length)
            length += len(part.strip()) + 1
        self.text = " ".join(part.strip() for _, part in parts)

    def words(self):
        return len(re.findall(r"[A-Za-z']+", self.text))

    def places(self):
        for name, pattern in PATTERNS.items():
            for found in pattern.finditer(self.text):
                line = self.numbers[bisect_right(self.begins, found.start()) - 1]
                yield line, name, self.text[max(0, found.start() - 60) : found.end() + 50]


def prose_of(area):
    return [Prose(path) for path in git("ls-files", "--", *AREAS[area]).splitlines()]


def rates(area):
    texts = prose_of(area)
    words = sum(text.words() for text in texts) or 1
    count = dict.fromkeys(PATTERNS, 0)
    for text in texts:
        for _, name, _ in text.places():
            count[name] += 1
    return words, count, {name: 10_000 * number / words for name, number in count.items()}


def earlier_ceilings():
    """The ceilings of all earlier commits, of which there are none outside of a repository."""
    path = CEILINGS.relative_to(ROOT).as_posix()
    for commit in git("log", "--format=%H", "--", path).split():
        yield json.loads(git("show", f"{commit}:{path}"))


def raised(ceilings):
    for earlier in earlier_ceilings():
        for area, by_name in ceilings.items():
            for name, ceiling in by_name.items():
                if ceiling > max(AIM, earlier.get(area, {}).get(name, ceiling)):
                    yield area, name


def main(arguments):
    if arguments[:1] == ["--list"]:
        for area in arguments[1:] or AREAS:
            for text in prose_of(area):
                for line, name, context in sorted(text.places()):
                    print(f"{text.path}:{line}: {name}: …{context}…")
        return 0
    ceilings = json.loads(CEILINGS.read_text()) if CEILINGS.exists() else {}
    faults = [f"{area}: the ceiling of “{name}” was raised" for area, name in raised(ceilings)]
    for area in AREAS:
        words, count, present = rates(area)
        allowed = ceilings.setdefault(area, {})
        shown = ", ".join(f"{name} {rate:.1f}" for name, rate in present.items())
        print(f"{area}: {sum(count.values())} places in {words} words; per 10,000: {shown}")
        for name, rate in present.items():
            if "--lower" in arguments:
                allowed[name] = min(allowed.get(name, math.inf), max(AIM, math.ceil(rate)))
            elif rate > allowed.get(name, AIM):
                faults.append(f"{area}: “{name}” {rate:.1f} times per 10,000 words; at most {allowed.get(name, AIM)}")
    if "--lower" in arguments:
        CEILINGS.write_text(json.dumps(ceilings, indent=2) + "\n")
    for fault in faults:
        print(fault, file=sys.stderr)
    if faults:
        print("`tests/support/prose.py --list AREA` names the places", file=sys.stderr)
    return 1 if faults else 0


sys.exit(main(sys.argv[1:]))
