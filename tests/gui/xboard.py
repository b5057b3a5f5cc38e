#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A game in a real GUI: xboard, which nobody here wrote, talks to the engine through polyglot on a screen of Xvfb's.

STILLPOINT names the program. Exit code: 0 the game came to its end, 1 it did not, 77 a program is missing.
"""
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

ENGINE = Path(os.environ.get("STILLPOINT", "./stillpoint")).resolve()
NEEDED = ("xboard", "polyglot", "Xvfb", "xvfb-run", "xauth")
PATIENCE = 300  # seconds for the game
os.environ["PATH"] += ":/usr/games"  # where Debian keeps xboard and polyglot

# Only what ends a game of chess; nobody forfeits, resigns to an illegal move or loses on time.
ENDS = re.compile(r"mates|stalemate|repetition|50.move|fifty|insufficient|trivial draw|material|adjudication", re.I)
FAULTS = re.compile(r"forfeit|illegal|exited|disconnect|died|time", re.I)


def play(folder):
    """Lets xboard play a game of the engine against itself; returns it as PGN."""
    pgn = folder / "game.pgn"
    command = ["xvfb-run", "-a", "xboard", "-fcp", str(ENGINE), "-fUCI", "-scp", str(ENGINE), "-sUCI",
               "-fd", str(folder), "-sd", str(folder), "-mode", "TwoMachines", "-matchGames", "1", "-tc", "0:04", "-inc", "0.05",
               "-saveGameFile", str(pgn), "-xpopup", "-xexit", "-debug", "-nameOfDebugFile", str(folder / "xboard.debug")]
    environment = {**os.environ, "HOME": str(folder), "XDG_CACHE_HOME": "/nonexistent"}
    process = subprocess.Popen(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, start_new_session=True,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    try:
        said, _ = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        said, _ = process.communicate()
        said += f"\nno end after {PATIENCE} s"
    return pgn.read_text(errors="replace") if pgn.exists() else "", said


def main():
    missing = [name for name in NEEDED if not shutil.which(name)]
    if missing:
        print(f"SKIPPED: a game in xboard was not played, {', '.join(missing)} not found "
              "(Debian: xboard polyglot xvfb xauth)")
        return 77
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pgn, said = play(folder)
        debug = folder / "xboard.debug"
        tail = debug.read_text(errors="replace")[-2000:] if debug.exists() else ""
    result = re.search(r'\[Result "(1-0|0-1|1/2-1/2)"\]', pgn)
    comments = re.findall(r"\{([^}]*)\}\s*(?:1-0|0-1|1/2-1/2)\s*$", pgn.strip())
    reason = " ".join(comments[-1].split()) if comments else ""
    moves = re.findall(r"(\d+)\.", re.sub(r"\{[^}]*\}|\[[^]]*\]", "", pgn))
    if not result or not ENDS.search(reason) or FAULTS.search(reason):
        print(f"FAILED: the game has no proper end: '{reason}'\n{pgn}\n{said}\n{tail}")
        return 1
    print(f"xboard with polyglot: {result[1]} after {moves[-1]} moves, {reason}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
