#!/usr/bin/env python3
"""Counts the instructions of what the server does most often, and compares them with the baseline.

    tests/support/counts.py                     ends with 1 if a path takes more than 5 % more instructions
    YIGUAN_UPDATE=1 tests/support/counts.py     writes the counts of today as the baseline

The paths are in server/counts. They depend on the compiler, so that any other than that of the baseline says
SKIPPED. Valgrind is Debian's; GUNGRAUN_RUNNER names the program of that name.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BASELINE = ROOT / "server/counts/baseline.json"
ALLOWED = 1.05


def compiler() -> str:
    return subprocess.run(["rustc", "--version"], capture_output=True, text=True, check=True).stdout.strip()


def processor() -> str:
    found = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    return found.group(1) if found else "unknown"


def counts() -> dict[str, int]:
    """The instructions of each path."""
    command = ["cargo", "bench", "--quiet", "--package", "yiguan-counts", "--bench", "paths", "--", "--output-format=json"]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    found = {}
    for line in done.stdout.splitlines():
        if not line.startswith("{"):
            continue
        path = json.loads(line)
        [profile] = path["profiles"]
        found[path["function_name"]] = int(profile["data"]["total"]["metrics"]["Ir"]["values"]["new"])
    return found


def main() -> int:
    update = "YIGUAN_UPDATE" in os.environ
    baseline = {} if update else json.loads(BASELINE.read_text())
    if not update and baseline["compiler"] != compiler():
        print(f"SKIPPED: the baseline is of {baseline['compiler']}, and this is {compiler()}")
        return 0
    now = counts()
    if update:
        written = {"compiler": compiler(), "processor": processor(), "instructions": now}
        BASELINE.write_text(json.dumps(written, indent=2) + "\n")
        return 0
    before = baseline["instructions"]
    if before.keys() != now.keys():
        print(f"the baseline has {sorted(before)}, and there are {sorted(now)}", file=sys.stderr)
        return 1
    failed = False
    for path, instructions in now.items():
        ratio = instructions / before[path]
        failed |= ratio > ALLOWED
        print(f"{path:5} {instructions:8,} {ratio:6.3f} x{' TOO MANY' if ratio > ALLOWED else ''}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
