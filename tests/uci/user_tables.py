# SPDX-License-Identifier: GPL-3.0-or-later
"""Without SyzygyPath the tables in the user's cache folder are used, unless an option forbids it; bench ignores them."""
import fcntl
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from _engine import BINARY, Engine

KQK = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"


class UserTables(unittest.TestCase):
    def setUp(self):
        cache = tempfile.TemporaryDirectory(prefix="stillpoint-")
        self.addCleanup(cache.cleanup)
        self.folder = Path(cache.name, "stillpoint", "syzygy")
        self.environment = {**os.environ, "XDG_CACHE_HOME": cache.name}
        made = self.run_program("tables", "make", "--men", "3", "--out", str(self.folder), "--quiet")
        if "left out of this build" in made.stderr:
            self.skipTest("built without the programs")
        self.assertEqual(made.returncode, 0, made.stderr)
        if "built without Fathom" in self.run_program("tables", "verify", str(self.folder), "--quiet").stdout:
            self.skipTest("built without Fathom")

    def run_program(self, *words):
        return subprocess.run([BINARY, *words], capture_output=True, text=True, env=self.environment, check=False)

    def start(self):
        engine = Engine(env=self.environment)
        self.addCleanup(engine.close)
        return engine

    def told(self, engine, *lines):
        return [line for line in engine.ask(*lines) if "DTZ tables" in line]

    def test_they_are_opened_once_and_used(self):
        engine = self.start()
        self.assertEqual(self.told(engine), [f"info string {self.folder}: 5 WDL and 5 DTZ tables, up to 3 pieces"])
        self.assertEqual(self.told(engine), [])
        self.assertIn("wdl", "".join(engine.ask(f"position fen {KQK}", "probe json")))

    def test_a_path_or_the_option_replaces_them(self):
        engine = self.start()
        self.assertEqual(self.told(engine, "setoption name SyzygyUserTables value false"), [])
        self.assertEqual(self.told(engine, "setoption name SyzygyPath value <empty>"), [])
        path = Path(self.folder.parent, "other")
        path.mkdir()
        for ending in ("rtbw", "rtbz"):
            os.link(Path(self.folder, f"KQvK.{ending}"), Path(path, f"KQvK.{ending}"))
        engine.send("setoption name SyzygyUserTables value true")
        told = self.told(engine, f"setoption name SyzygyPath value {path}")
        self.assertEqual(len(told), 1)
        self.assertIn("1 WDL and 1 DTZ tables", told[0])
        self.assertEqual(len(self.told(engine, "setoption name SyzygyPath value <empty>")), 1)

    def test_not_while_they_are_being_made(self):
        working = Path(self.folder, "making")
        working.mkdir()
        run = os.open(working, os.O_RDONLY)
        fcntl.flock(run, fcntl.LOCK_EX)
        engine = self.start()
        self.assertEqual(self.told(engine), [])
        os.close(run)  # a run that was killed leaves its folder behind
        self.assertEqual(len(self.told(engine)), 1)

    def test_bench_ignores_them(self):
        positions = Path(self.folder.parent, "positions.epd")
        positions.write_text(KQK + "\n8/8/3k4/8/3K4/8/3P4/8 b - - 0 1\n", encoding="utf-8")
        counts = []
        for commands in ([], ["isready"]):
            result = subprocess.run([BINARY], input="\n".join([*commands, f"bench 16 1 8 {positions}"]), text=True,
                                    capture_output=True, env=self.environment, check=False)
            self.assertEqual("DTZ tables" in result.stdout, bool(commands))
            counts.append(re.findall(r"^(\d+) nodes ", result.stderr, re.MULTILINE))
        self.assertEqual(len(counts[0]), 1)
        self.assertEqual(counts[0], counts[1])


if __name__ == "__main__":
    unittest.main()
