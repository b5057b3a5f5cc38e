"""Runs `stillpoint COMMAND ...` for the tests of the analysing commands."""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ENGINE = os.environ["STILLPOINT"]
os.environ["XDG_CACHE_HOME"] = "/nonexistent"  # no test depends on tables in the user's folder
SOURCE = Path(os.environ.get("STILLPOINT_SOURCE_DIR", Path(__file__).resolve().parent.parent.parent))
GOLDEN = SOURCE / "tests" / "data" / "golden"
MATE_IN_1 = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"


def run(*arguments, text="", expect=0, environment=None):
    """Standard output and standard error as text; ends the test if the exit code is another one."""
    result = subprocess.run([ENGINE, *map(str, arguments)], input=text, capture_output=True, text=True, timeout=120,
                            env={**os.environ, **(environment or {})}, check=False)
    if "left out of this build" in result.stderr:
        print("skipped: " + result.stderr.strip())
        sys.exit(0)
    check(result.returncode == expect, f"exit code {result.returncode} of {arguments}: {result.stderr}")
    return result.stdout, result.stderr


def check(condition, message):
    if not condition:
        print("FAILED: " + message)
        sys.exit(1)


def check_golden(text, name):
    """Compares with tests/data/golden/NAME; STILLPOINT_UPDATE_GOLDEN=1 accepts the text instead."""
    path = GOLDEN / name
    if os.environ.get("STILLPOINT_UPDATE_GOLDEN"):
        path.write_text(text, encoding="utf-8")
    wanted = path.read_text(encoding="utf-8")
    check(text == wanted, f"{name} differs\n--- wanted\n{wanted}\n--- found\n{text}")


def folder():
    return tempfile.TemporaryDirectory(prefix="stillpoint-")
